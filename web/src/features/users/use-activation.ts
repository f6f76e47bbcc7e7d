import { useToast } from '../../ui/toasts';
import { type User, useSetUserActive } from './api';

/** Activates or deactivates an account. The toast of a deactivation offers 'Undo'. */
export function useActivation({ id, fullName }: User) {
  const toast = useToast();
  const { mutateAsync, isPending } = useSetUserActive(id);
  // The callbacks of `mutate` do not run once a filter hides the row, or the dialog is closed.
  const activate = (active: boolean, onDone?: () => void): void =>
    void mutateAsync(active).then(
      (answer) => {
        const isActive = answer?.user.active ?? active;
        if (isActive) toast.success('Account activated', `${fullName} can sign in.`);
        else {
          const words = `${fullName} is signed out and cannot sign in.`;
          toast.success('Account deactivated', words, () => activate(true));
        }
        onDone?.();
      },
      () => undefined,
    );
  return { activate, isPending };
}
