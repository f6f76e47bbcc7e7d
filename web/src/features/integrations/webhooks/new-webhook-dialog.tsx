import { useState } from 'react';
import { HttpError, messageOf } from '../../../lib/http';
import { FormDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';
import { useCreateWebhook, type WebhookForm } from './api';
import { SecretDialog } from './secret-dialog';
import { WebhookFields } from './webhook-fields';

interface NewWebhookDialogProps {
  onClose: () => void;
  onAdded: (id: number) => void;
}

/** The message of the server about the address. */
export const addressProblem = (error: Error | null): string | undefined =>
  error instanceof HttpError ? error.issues.find(({ path }) => path === 'url')?.message : undefined;

export function NewWebhookDialog({ onClose, onAdded }: NewWebhookDialogProps) {
  const toast = useToast();
  const create = useCreateWebhook();
  const [form, setForm] = useState<WebhookForm>({ url: '', types: [] });
  if (create.data) return <SecretDialog secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      show
      title="Add webhook"
      action="Add"
      pendingAction="Adding..."
      pending={create.isPending}
      onClose={onClose}
      onSubmit={() =>
        create.mutate(form, {
          onSuccess: ({ webhook }) => onAdded(webhook.id),
          onError: (error) =>
            addressProblem(error) === undefined &&
            toast.error('Error', messageOf(error, 'Lead Finder did not answer. Try again.'), error),
        })
      }
    >
      <WebhookFields form={form} error={addressProblem(create.error)} onChange={setForm} />
    </FormDialog>
  );
}
