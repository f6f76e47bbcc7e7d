import type { WaitingExport } from '@lead-finder/contracts';
import { Button } from 'react-bootstrap';
import { formatDateTime } from '../../../lib/dates';
import { counted } from '../../../lib/numbers';
import { ConfirmDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';
import { useCustomFields } from '../../../lib/custom-fields';
import { useTerritoryNames } from '../../../lib/territories';
import { useDecideExport } from './api';
import { filterWords } from './export-filter.rules';

/** Shows an administrator who asks for which leads, and takes the decision. */
export function DecideDialog({ waiting, onClose }: { waiting: WaitingExport; onClose: () => void }) {
  const toast = useToast();
  const { mutate, isPending } = useDecideExport();
  const fields = useCustomFields();
  const territories = useTerritoryNames(waiting.filter.territory !== undefined);
  const decide = (allowed: boolean) =>
    mutate(
      { id: waiting.id, allowed },
      {
        onSuccess: () => toast.success(allowed ? 'Export allowed' : 'Export refused'),
        onError: (error) => toast.failure(error),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      show
      title={`Export of ${counted(waiting.leads, 'lead')}`}
      action="Allow"
      pending={isPending}
      onClose={onClose}
      onConfirm={() => decide(true)}
      aside={
        <Button variant="outline-danger" disabled={isPending} onClick={() => decide(false)}>
          Refuse
        </Button>
      }
    >
      <p>
        <b>{waiting.user.fullName}</b> ({waiting.user.username}) asked on {formatDateTime(waiting.askedAt)} for a file
        with contact details of these leads:
      </p>
      <ul className="text-break">
        {filterWords(waiting, fields, territories).map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p className="mb-0">After you allow it, {waiting.user.fullName} can download it for 24 hours.</p>
    </ConfirmDialog>
  );
}
