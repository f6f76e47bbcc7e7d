import type { CustomFieldDefinition } from '@lead-finder/contracts';
import { counted } from '../../lib/numbers';
import { ConfirmDialog } from '../../ui/dialogs';
import { ButtonSpinner } from '../../ui/spinner';
import { useToast } from '../../ui/toasts';
import { useRemoveField, useValueCount } from './api';

/** Asks with the number of leads that have a value. */
export function RemoveFieldDialog({ field, onClose }: { field: CustomFieldDefinition; onClose: () => void }) {
  const toast = useToast();
  const { data, error } = useValueCount(field.key);
  const remove = useRemoveField();
  return (
    <ConfirmDialog
      show
      title="Remove Custom Field"
      action="Remove"
      pendingAction="Removing..."
      variant="danger"
      pending={remove.isPending}
      disabled={!data && !error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(field.key, {
          onSuccess: () => {
            toast.success(`${field.name} removed`);
            onClose();
          },
          onError: (failure) => toast.failure(failure),
        })
      }
    >
      <p>Remove {field.name}? It leaves profiles, lists, filters and files at once.</p>
      <p className="mb-0" aria-live="polite">
        {data ? (
          `Values of ${counted(data.leads, 'lead')} are kept for 30 days. Until then the field can be restored with them.`
        ) : error ? (
          'How many leads have a value could not be counted. Values are kept for 30 days.'
        ) : (
          <>
            <ButtonSpinner /> Counting the leads with a value
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
