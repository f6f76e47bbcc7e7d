import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showIssues } from '../../lib/form-issues';
import { FormDialog } from '../../ui/dialogs';
import { PasswordField } from '../../ui/password-field';
import { useToast } from '../../ui/toasts';
import { useChangePassword } from './api';
import { confirmedPassword, passwordHint } from './confirmed-password';

const changeForm = z
  .object({ currentPassword: z.string().min(1, 'Please enter your current password') })
  .and(confirmedPassword);
type ChangeForm = z.infer<typeof changeForm>;

/** Changes the user's own password, which ends the user's other sessions. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const change = useChangePassword();
  const { register, handleSubmit, setError, formState } = useForm<ChangeForm>({
    resolver: zodResolver(changeForm),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  });
  const { errors } = formState;
  const submit = ({ currentPassword, password }: ChangeForm) =>
    change.mutate(
      { currentPassword, newPassword: password },
      {
        onSuccess: () => {
          toast.success('Password changed', 'Other devices on which you were signed in are signed out.');
          onClose();
        },
        onError: (error) => {
          toast.failure(error, 'Password change failed');
          showIssues(error, setError, { newPassword: 'password' });
        },
      },
    );
  return (
    <FormDialog
      show
      title="Change password"
      action="Change password"
      pendingAction="Saving..."
      pending={change.isPending}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <PasswordField
        {...register('currentPassword')}
        label="Current password"
        error={errors.currentPassword?.message}
        autoComplete="current-password"
        autoFocus
      />
      <PasswordField
        {...register('password')}
        label="New password"
        error={errors.password?.message}
        hint={passwordHint}
        autoComplete="new-password"
      />
      <PasswordField
        {...register('confirmPassword')}
        label="Confirm password"
        error={errors.confirmPassword?.message}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
