import { useId, useState } from 'react';
import { Form } from 'react-bootstrap';
import type { LeadAddress } from '../../../lib/lead-address';
import { FormDialog } from '../../../ui/dialogs';
import { RequestId } from '../../../ui/request-id';
import { AssigneeSelect } from '../../../ui/assignee-select';
import { type LeadProfile, useReassign, useReassignmentTargets } from '../api';
import { reasonOf } from '../calls.rules';
import { useDraft } from '../../../lib/use-draft';

interface ReassignDialogProps {
  lead: LeadAddress;
  profile: LeadProfile;
  onClose: () => void;
  onLeave: () => void;
}

/** Requires another user than the present owner. The reason is optional (docs/product/one-lead.md#reassign). */
export function ReassignDialog({ lead, profile, onClose, onLeave }: ReassignDialogProps) {
  const id = useId();
  const { userId, uuid } = profile.userBusiness;
  const { data, error, isPending: isLoading } = useReassignmentTargets();
  const { draft, saveDraft, drop } = useDraft<string>(`reassign.${uuid}`);
  const [chosen, setChosen] = useState<number | null>(null);
  const reassign = useReassign(lead, () => {
    drop();
    onLeave();
  });
  const targets = (data ?? []).filter((user) => user.id !== userId);
  const submit = () => {
    if (chosen === null) return;
    const notes = draft?.trim();
    reassign.mutate({ newUserId: chosen, ...(notes ? { notes } : {}) });
  };
  return (
    <FormDialog
      show
      title="Reassign Business"
      action="Reassign"
      pending={reassign.isPending}
      disabled={chosen === null}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="mb-3">
        <Form.Label htmlFor={`${id}-user`}>Select User</Form.Label>
        <AssigneeSelect
          id={`${id}-user`}
          people={targets}
          value={chosen}
          onChange={setChosen}
          placeholder={isLoading ? 'Loading users...' : 'Select a user'}
          textOf={({ username, role }) => `${username} (${role})`}
          disabled={isLoading}
          invalid={error !== null}
          describedBy={`${id}-error`}
        />
        {error && (
          <div id={`${id}-error`} role="alert" className="invalid-feedback d-block">
            The users could not be loaded. {reasonOf(error)}
          </div>
        )}
        <RequestId error={error} />
      </div>
      <div className="mb-3">
        <Form.Label htmlFor={`${id}-notes`}>Notes (optional)</Form.Label>
        <Form.Control
          id={`${id}-notes`}
          as="textarea"
          rows={3}
          placeholder="Reason for reassignment..."
          value={draft ?? ''}
          onChange={(event) => saveDraft(event.target.value)}
        />
      </div>
    </FormDialog>
  );
}
