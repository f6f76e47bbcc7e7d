import { zodResolver } from '@hookform/resolvers/zod';
import { newPassword } from '@lead-finder/contracts';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showIssues } from '../../lib/form-issues';
import { FormDialog } from '../../ui/dialogs';
import { PasswordField } from '../../ui/password-field';
import { useToast } from '../../ui/toasts';
import { type User, useResetUserPassword } from './api';

const resetForm = z.object({ newPassword });

export function ResetUserPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const toast = useToast();
  const reset = useResetUserPassword(user.id);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetForm),
    defaultValues: { newPassword: '' },
  });
  const submit = (form: z.infer<typeof resetForm>) =>
    reset.mutate(form.newPassword, {
      onSuccess: () => {
        toast.success('Password Reset', `${user.fullName} signs in with the new password from now on.`);
        onClose();
      },
      onError: (error) => showIssues(error, setError),
    });
  return (
    <FormDialog
      show
      title="Reset Password"
      action="Reset Password"
      pendingAction="Saving..."
      pending={reset.isPending}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <p className="soft mb-3 text-break">
        Set a new password for <b>{user.username}</b> ({user.fullName}). Every device on which this person is signed in
        is signed out, and a lock of the account ends.
      </p>
      <PasswordField
        {...register('newPassword')}
        label="New password"
        error={formState.errors.newPassword?.message}
        hint="8 to 100 characters with an uppercase letter, a lowercase letter and a number."
        autoComplete="new-password"
        autoFocus
      />
    </FormDialog>
  );
}
