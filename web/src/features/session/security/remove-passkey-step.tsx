import type { Passkey } from '@lead-finder/contracts';
import { useToast } from '../../../ui/toasts';
import { useRemovePasskey } from './api';
import { PasswordStep } from './password-step';

export function RemovePasskeyStep({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const toast = useToast();
  const change = useRemovePasskey(passkey.id);
  return (
    <PasswordStep
      title="Remove the passkey"
      action="Remove"
      variant="danger"
      change={change}
      onDone={({ message }) => {
        toast.success(message);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-0 text-break">
        <b>{passkey.name}</b> will no longer sign you in. Remove it from your device too.
      </p>
    </PasswordStep>
  );
}
