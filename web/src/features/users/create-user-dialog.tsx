import { zodResolver } from '@hookform/resolvers/zod';
import { newUser } from '@lead-finder/contracts';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showIssues } from '../../lib/form-issues';
import { FormDialog } from '../../ui/dialogs';
import { PasswordField } from '../../ui/password-field';
import { useToast } from '../../ui/toasts';
import { useCreateUser } from './api';
import { UserFields } from './user-fields';

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const create = useCreateUser();
  const form = useForm({
    resolver: zodResolver(newUser),
    defaultValues: { username: '', password: '', email: '', fullName: '', role: 'user', monthlyGoal: '100' },
  });
  const submit = (user: z.output<typeof newUser>) =>
    create.mutate(user, {
      onSuccess: () => {
        toast.success('User Created', `${user.fullName} can sign in as ${user.username}.`);
        onClose();
      },
      onError: (error) => showIssues(error, form.setError),
    });
  return (
    <FormProvider {...form}>
      <FormDialog
        show
        title="Create New User"
        action="Create User"
        pendingAction="Creating..."
        pending={create.isPending}
        onClose={onClose}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <p className="soft mb-3">All fields are required.</p>
        <UserFields>
          {() => (
            <PasswordField
              {...form.register('password')}
              label="Password"
              error={form.formState.errors.password?.message}
              hint="8 to 100 characters with an uppercase letter, a lowercase letter and a number."
              autoComplete="new-password"
            />
          )}
        </UserFields>
      </FormDialog>
    </FormProvider>
  );
}
