import { ConfirmDialog } from '../../ui/dialogs';
import { useToast } from '../../ui/toasts';
import { type User, useResetSecondFactor } from './api';

export function ResetSecondFactorDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const toast = useToast();
  const reset = useResetSecondFactor(user.id);
  const confirm = () =>
    reset.mutate(undefined, {
      onSuccess: () => {
        toast.success('Second Factor Reset', `${user.fullName} signs in with the password alone.`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      show
      title="Reset Second Factor"
      action="Reset Second Factor"
      pendingAction="Saving..."
      variant="danger"
      pending={reset.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="soft mb-0 text-break">
        This removes the second factor and the recovery codes of <b>{user.username}</b> ({user.fullName}), who is signed
        out everywhere and gets a mail. Make sure first that it is this person who asks for it.
      </p>
    </ConfirmDialog>
  );
}
