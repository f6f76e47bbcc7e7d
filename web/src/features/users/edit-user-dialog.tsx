import { zodResolver } from '@hookform/resolvers/zod';
import { editedUser } from '@lead-finder/contracts';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showIssues } from '../../lib/form-issues';
import { FormDialog } from '../../ui/dialogs';
import { useToast } from '../../ui/toasts';
import { type User, useUpdateUser } from './api';
import { UserFields } from './user-fields';

const fields = {
  username: 'username',
  email: 'email',
  fullName: 'fullName',
  role: 'role',
  monthlyGoal: 'monthlyGoal',
} as const;

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const toast = useToast();
  const update = useUpdateUser(user.id);
  const { username, email, fullName, role } = user;
  const form = useForm({
    resolver: zodResolver(editedUser),
    defaultValues: { username, email, fullName, role, monthlyGoal: String(user.monthlyGoal) },
  });
  const submit = (change: z.output<typeof editedUser>) =>
    update.mutate(change, {
      onSuccess: () => {
        toast.success('User Updated', `The account of ${change.fullName} is saved.`);
        onClose();
      },
      onError: (error) => showIssues(error, fields, form.setError),
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
        <UserFields />
      </FormDialog>
    </FormProvider>
  );
}
