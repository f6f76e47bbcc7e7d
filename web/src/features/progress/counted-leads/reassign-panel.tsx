import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { businesses } from '../../../lib/numbers';
import { AssigneeSelect } from '../../../ui/assignee-select';
import { Modal } from '../../../ui/modal';
import { ButtonSpinner } from '../../../ui/spinner';
import { useToast } from '../../../ui/toasts';
import { useReassignAll, useReassignmentTargets } from '../api';

/**
 * Reassigns the selected leads, which a manager may do
 * (docs/product/roles-and-permissions.md#managers-and-leads-of-others).
 */
export function ReassignPanel({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const toast = useToast();
  const targets = useReassignmentTargets();
  const [chosen, setChosen] = useState<number | null>(null);
  const reassign = useReassignAll();
  const submit = () => {
    if (chosen === null) {
      toast.error('Error', 'Please select a user to reassign to');
      return;
    }
    reassign.mutate(
      { ids, newUserId: chosen },
      {
        onSuccess: ({ results: { success, failed, errors } }) => {
          const reason = errors[0]?.message ?? '';
          if (success === 0) toast.error('Failed to reassign businesses', reason);
          else if (failed > 0)
            toast.info(`${businesses(success)} reassigned`, `${businesses(failed)} left as before. ${reason}`);
          else toast.success(`${businesses(success)} reassigned`);
          onDone();
        },
        onError: (error) => toast.failure(error, 'Failed to reassign businesses', 'An unknown error occurred'),
      },
    );
  };
  return (
    <Modal.Footer className="lf-hand-on">
      <span className="small muted text-nowrap">{businesses(ids.length)} selected</span>
      <AssigneeSelect
        label="Select User"
        people={targets.data ?? []}
        value={chosen}
        onChange={setChosen}
        placeholder={targets.isPending ? 'Loading users...' : 'Select a user'}
        disabled={targets.isPending || reassign.isPending}
      />
      <Button disabled={reassign.isPending} onClick={submit}>
        {reassign.isPending && <ButtonSpinner />}
        Reassign
      </Button>
    </Modal.Footer>
  );
}
