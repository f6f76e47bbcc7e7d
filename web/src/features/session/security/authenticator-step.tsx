import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showIssues } from '../../../lib/form-issues';
import { FormDialog } from '../../../ui/dialogs';
import { PasswordField } from '../../../ui/password-field';
import { Skeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { TextField } from '../../../ui/text-field';
import { useToast } from '../../../ui/toasts';
import { useConfirmAuthenticator, useNewAuthenticator } from './api';
import { QrCode } from './qr-code';

const confirmForm = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{3} ?\d{3}$/, 'Please enter the 6 digits of the app'),
  currentPassword: z.string().min(1, 'Please enter your password'),
});

interface AuthenticatorStepProps {
  onDone: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}

/** Shows a new secret as a QR code and as text, and confirms it by a code of the app. */
export function AuthenticatorStep({ onDone, onClose }: AuthenticatorStepProps) {
  const toast = useToast();
  const { data, error, refetch } = useNewAuthenticator();
  const confirm = useConfirmAuthenticator();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(confirmForm),
    defaultValues: { code: '', currentPassword: '' },
  });
  const submit = (form: z.infer<typeof confirmForm>) =>
    confirm.mutate(form, {
      onSuccess: ({ recoveryCodes }) => {
        toast.success('Authenticator app added', 'Your next sign-in asks for its code.');
        onDone(recoveryCodes);
      },
      onError: (failure) => {
        toast.failure(failure);
        showIssues(failure, setError);
      },
    });
  return (
    <FormDialog
      show
      title="Set up an authenticator app"
      action="Confirm"
      pendingAction="Saving..."
      pending={confirm.isPending}
      disabled={!data}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <p className="soft">Scan the code with your authenticator app, or type the key into it.</p>
      {error && <ErrorBlock title="No key could be made" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="60%" />}
      {data && (
        <div className="mb-3 text-center">
          <QrCode text={data.uri} label="QR code of the key" />
          <p className="small mt-2 mb-0">
            Key: <code className="text-break">{data.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          </p>
        </div>
      )}
      <TextField
        {...register('code')}
        label="Code of the app"
        error={formState.errors.code?.message}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      <PasswordField
        {...register('currentPassword')}
        label="Current password"
        error={formState.errors.currentPassword?.message}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
