import type { Webhook } from '@lead-finder/contracts';
import { useState } from 'react';
import { messageOf } from '../../../lib/http';
import { FormDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';
import { useUpdateWebhook, type WebhookForm } from './api';
import { addressProblem } from './new-webhook-dialog';
import { WebhookFields } from './webhook-fields';

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const toast = useToast();
  const update = useUpdateWebhook(webhook.id);
  const [form, setForm] = useState<WebhookForm>({ url: webhook.url, types: webhook.types });
  return (
    <FormDialog
      show
      title="Edit webhook"
      action="Save"
      pendingAction="Saving..."
      pending={update.isPending}
      onClose={onClose}
      onSubmit={() =>
        update.mutate(form, {
          onSuccess: () => {
            toast.success('Webhook saved');
            onClose();
          },
          onError: (error) =>
            addressProblem(error) === undefined &&
            toast.error('Error', messageOf(error, 'Lead Finder did not answer. Try again.'), error),
        })
      }
    >
      <WebhookFields form={form} error={addressProblem(update.error)} onChange={setForm} />
    </FormDialog>
  );
}
