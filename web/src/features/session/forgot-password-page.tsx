import { zodResolver } from '@hookform/resolvers/zod';
import { forgotPasswordForm } from '@lead-finder/contracts';
import { Button, Form } from 'react-bootstrap';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { HttpError, messageOf } from '../../lib/http';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { ButtonSpinner } from '../../ui/spinner';
import { TextField } from '../../ui/text-field';
import { useForgotPassword } from './api';
import { AuthFrame } from './auth-frame';

/** The same message whether the account exists or not (docs/product/accounts.md#texts-of-password-recovery). */
const sent = "If an account exists with that email, we've sent a password reset link.";

export function ForgotPasswordPage() {
  const forgot = useForgotPassword();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(forgotPasswordForm),
    defaultValues: { email: '' },
  });
  return (
    <AuthFrame
      title="Forgot password"
      subtitle="Enter your e-mail address, and a link to choose a new password is sent to it."
    >
      {forgot.isSuccess ? (
        <Notice kind="success" icon="envelope-check">
          {sent}
        </Notice>
      ) : (
        <Form noValidate onSubmit={(event) => void handleSubmit((form) => forgot.mutate(form))(event)}>
          {forgot.isError && (
            <Notice kind="danger" icon="exclamation-circle" error={forgot.error}>
              {failure(forgot.error)}
            </Notice>
          )}
          <TextField
            {...register('email')}
            type="email"
            label="Email"
            error={formState.errors.email?.message}
            autoComplete="email"
            autoFocus
          />
          <Button type="submit" className="w-100 lf-submit" disabled={forgot.isPending}>
            {forgot.isPending && <ButtonSpinner />}
            {forgot.isPending ? 'Sending...' : 'Send reset link'}
          </Button>
        </Form>
      )}
      <Link className="lf-back mt-3 mb-0" to={paths.auth}>
        <Icon name="arrow-left" />
        Back to login
      </Link>
    </AuthFrame>
  );
}

/** A rejected request and a lost connection have different messages. */
const failure = (error: Error): string =>
  error instanceof HttpError
    ? messageOf(error, 'An error occurred. Please try again.')
    : 'An error occurred. Please try again later.';
