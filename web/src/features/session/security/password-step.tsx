import { zodResolver } from '@hookform/resolvers/zod';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showIssues } from '../../../lib/form-issues';
import { FormDialog } from '../../../ui/dialogs';
import { PasswordField } from '../../../ui/password-field';
import { useToast } from '../../../ui/toasts';

const proof = z.object({ currentPassword: z.string().min(1, 'Please enter your password') });

interface PasswordStepProps<Answer> {
  title: string;
  action: string;
  variant?: 'danger';
  change: UseMutationResult<Answer, Error, z.infer<typeof proof>>;
  children: ReactNode;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks for the password before a change of what the sign-in rests on. */
export function PasswordStep<Answer>({ change, children, onDone, ...dialog }: PasswordStepProps<Answer>) {
  const toast = useToast();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(proof),
    defaultValues: { currentPassword: '' },
  });
  const submit = (form: z.infer<typeof proof>) =>
    change.mutate(form, {
      onSuccess: onDone,
      onError: (error) => {
        toast.failure(error);
        showIssues(error, setError);
      },
    });
  return (
    <FormDialog
      show
      {...dialog}
      pendingAction="Saving..."
      pending={change.isPending}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <div className="soft mb-3">{children}</div>
      <PasswordField
        {...register('currentPassword')}
        label="Current password"
        error={formState.errors.currentPassword?.message}
        autoComplete="current-password"
        autoFocus
      />
    </FormDialog>
  );
}
