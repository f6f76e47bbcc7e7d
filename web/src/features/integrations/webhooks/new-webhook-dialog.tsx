import { useCreateWebhook } from './api';
import { SecretDialog } from './secret-dialog';
import { WebhookFormDialog } from './webhook-form-dialog';

interface NewWebhookDialogProps {
  onClose: () => void;
  onAdded: (id: number) => void;
}

export function NewWebhookDialog({ onClose, onAdded }: NewWebhookDialogProps) {
  const create = useCreateWebhook();
  if (create.data) return <SecretDialog secret={create.data.secret} onClose={onClose} />;
  return (
    <WebhookFormDialog
      title="Add webhook"
      action="Add"
      pendingAction="Adding..."
      webhook={{ url: '', types: [] }}
      save={create}
      onSaved={({ webhook }) => onAdded(webhook.id)}
      onClose={onClose}
    />
  );
}
