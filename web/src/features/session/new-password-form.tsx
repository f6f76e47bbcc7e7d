import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Form } from 'react-bootstrap';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { showIssues } from '../../lib/form-issues';
import { messageOf } from '../../lib/http';
import { paths } from '../../lib/paths';
import { Notice } from '../../ui/notice';
import { PasswordField } from '../../ui/password-field';
import { ButtonSpinner } from '../../ui/spinner';
import { useResetPassword } from './api';
import { confirmedPassword, passwordHint } from './confirmed-password';

interface NewPasswordFormProps {
  token: string;
  isFirst: boolean;
}

export function NewPasswordForm({ token, isFirst }: NewPasswordFormProps) {
  const reset = useResetPassword();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(confirmedPassword),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors } = formState;
  const submit = ({ password }: z.infer<typeof confirmedPassword>) =>
    reset.mutate({ token, password }, { onError: (error) => showIssues(error, setError) });

  if (reset.isSuccess) {
    return (
      <>
        <Notice kind="success" icon="check-circle-fill">
          {isFirst
            ? 'Your password is saved. Sign in with it.'
            : 'Your password has been reset. Sign in with the new one.'}
        </Notice>
        <Link className="btn btn-primary w-100 lf-submit" to={paths.auth}>
          Sign in
        </Link>
      </>
    );
  }
  return (
    <Form noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      {reset.isError && (
        <Notice kind="danger" icon="exclamation-circle" error={reset.error}>
          {messageOf(reset.error, 'An error occurred while resetting your password. Please try again.')}
        </Notice>
      )}
      <PasswordField
        {...register('password')}
        label={isFirst ? 'Password' : 'New password'}
        error={errors.password?.message}
        hint={passwordHint}
        autoComplete="new-password"
        autoFocus
      />
      <PasswordField
        {...register('confirmPassword')}
        label="Confirm password"
        error={errors.confirmPassword?.message}
        autoComplete="new-password"
      />
      <Button type="submit" className="w-100 lf-submit" disabled={reset.isPending}>
        {reset.isPending && <ButtonSpinner />}
        {isFirst ? 'Save password' : reset.isPending ? 'Resetting...' : 'Reset password'}
      </Button>
    </Form>
  );
}
