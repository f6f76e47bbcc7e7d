import { zodResolver } from '@hookform/resolvers/zod';
import { editedUser } from '@lead-finder/contracts';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { showIssues } from '../../lib/form-issues';
import { useUser } from '../../lib/session';
import { FormDialog } from '../../ui/dialogs';
import { PasswordField } from '../../ui/password-field';
import { useToast } from '../../ui/toasts';
import { type User, useUpdateUser } from './api';
import { UserFields } from './user-fields';

/** Includes the present password if the user changes the own e-mail address. */
const formOf = (ownEmail: string | undefined) =>
  editedUser
    .extend({ currentPassword: z.string().max(1_000).optional() })
    .refine(({ email, currentPassword }) => ownEmail === undefined || email === ownEmail || currentPassword, {
      path: ['currentPassword'],
      message: 'Please enter your password to change the e-mail address',
    });

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const toast = useToast();
  const update = useUpdateUser(user.id);
  const { username, email, fullName, role, teamId, timeZone } = user;
  const isOwn = useUser().id === user.id;
  const form = useForm({
    resolver: zodResolver(formOf(isOwn ? email : undefined)),
    defaultValues: {
      username,
      email,
      fullName,
      role,
      monthlyGoal: String(user.monthlyGoal),
      teamId,
      timeZone,
      currentPassword: '',
    },
  });
  const typedEmail = useWatch({ control: form.control, name: 'email' });
  const movesOwnAddress = isOwn && typedEmail.trim() !== email;
  const submit = ({ currentPassword, ...change }: z.output<ReturnType<typeof formOf>>) =>
    update.mutate(movesOwnAddress ? { ...change, currentPassword } : change, {
      onSuccess: () => {
        toast.success('User Updated', `The account of ${change.fullName} is saved.`);
        onClose();
      },
      onError: (error) => showIssues(error, form.setError),
    });
  return (
    <FormProvider {...form}>
      <FormDialog
        show
        title="Edit User"
        action="Save"
        pendingAction="Saving..."
        pending={update.isPending}
        onClose={onClose}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <UserFields>
          {() =>
            movesOwnAddress && (
              <PasswordField
                {...form.register('currentPassword')}
                label="Your current password"
                error={form.formState.errors.currentPassword?.message}
                hint="Needed to change your own e-mail address."
                autoComplete="current-password"
              />
            )
          }
        </UserFields>
      </FormDialog>
    </FormProvider>
  );
}
