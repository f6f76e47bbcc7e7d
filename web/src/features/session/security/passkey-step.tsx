import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showIssues } from '../../../lib/form-issues';
import { HttpError } from '../../../lib/http';
import { FormDialog } from '../../../ui/dialogs';
import { PasswordField } from '../../../ui/password-field';
import { TextField } from '../../../ui/text-field';
import { useToast } from '../../../ui/toasts';
import { useAddPasskey } from './api';

const passkeyForm = z.object({
  name: z.string().trim().min(1, 'Please enter a name').max(60, 'Must be at most 60 characters'),
  currentPassword: z.string().min(1, 'Please enter your password'),
});

interface PasskeyStepProps {
  onDone: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}

export function PasskeyStep({ onDone, onClose }: PasskeyStepProps) {
  const toast = useToast();
  const add = useAddPasskey();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(passkeyForm),
    defaultValues: { name: '', currentPassword: '' },
  });
  const { errors } = formState;
  const submit = (form: z.infer<typeof passkeyForm>) =>
    add.mutate(form, {
      onSuccess: ({ recoveryCodes }) => {
        toast.success('Passkey added', 'It signs you in without your password.');
        onDone(recoveryCodes);
      },
      onError: (error) => {
        const fallback =
          error instanceof HttpError ? 'The passkey could not be added.' : 'No passkey was made. Please try again.';
        toast.failure(error, 'Error', fallback);
        showIssues(error, setError);
      },
    });
  return (
    <FormDialog
      show
      title="Add a passkey"
      action="Continue"
      pendingAction="Waiting..."
      pending={add.isPending}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <p className="soft mb-3">
        Your device keeps the passkey, and asks for your fingerprint, face or PIN when it signs you in.
      </p>
      <TextField
        {...register('name')}
        label="Name of the passkey"
        error={errors.name?.message}
        hint="Such as the name of the device."
        autoComplete="off"
        autoFocus
      />
      <PasswordField
        {...register('currentPassword')}
        label="Current password"
        error={errors.currentPassword?.message}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
