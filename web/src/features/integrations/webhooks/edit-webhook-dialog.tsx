import type { Webhook } from '@lead-finder/contracts';
import { useToast } from '../../../ui/toasts';
import { useUpdateWebhook } from './api';
import { WebhookFormDialog } from './webhook-form-dialog';

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const toast = useToast();
  return (
    <WebhookFormDialog
      title="Edit webhook"
      action="Save"
      pendingAction="Saving..."
      webhook={{ url: webhook.url, types: webhook.types }}
      save={useUpdateWebhook(webhook.id)}
      onSaved={() => {
        toast.success('Webhook saved');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
