import { zodResolver } from '@hookform/resolvers/zod';
import { registration } from '@lead-finder/contracts';
import { Button, Form } from 'react-bootstrap';
import { useForm } from 'react-hook-form';
import { showIssues } from '../../lib/form-issues';
import { type Registration, useSession } from '../../lib/session';
import { PasswordField } from '../../ui/password-field';
import { ButtonSpinner } from '../../ui/spinner';
import { TextField } from '../../ui/text-field';
import { passwordHint } from './confirmed-password';

// The server's error has the same text.
const setupTokenHint = 'You find it in SETUP_TOKEN or, if that is not set, in the log of the users service.';

/** If others can reach the product, it first asks for the set-up token of the operator. */
export function RegistrationForm({ asksForToken }: { asksForToken: boolean }) {
  const session = useSession();
  const { register, handleSubmit, setError, formState } = useForm<Registration>({
    resolver: zodResolver(registration),
    defaultValues: { username: '', email: '', fullName: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = (form: Registration) => session.register(form).catch((error: unknown) => showIssues(error, setError));
  return (
    <Form noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      {asksForToken && (
        <TextField
          {...register('setupToken')}
          label="Set-up token"
          error={errors.setupToken?.message}
          hint={errors.setupToken ? undefined : setupTokenHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      )}
      <TextField
        {...register('fullName')}
        label="Full Name"
        error={errors.fullName?.message}
        autoComplete="name"
        autoFocus={!asksForToken}
      />
      <TextField
        {...register('username')}
        label="Username"
        error={errors.username?.message}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...register('email')} type="email" label="Email" error={errors.email?.message} autoComplete="email" />
      <PasswordField
        {...register('password')}
        label="Password"
        error={errors.password?.message}
        hint={passwordHint}
        autoComplete="new-password"
      />
      <Button type="submit" className="w-100 lf-submit" disabled={isSubmitting}>
        {isSubmitting && <ButtonSpinner />}
        {isSubmitting ? 'Creating account...' : 'Create account'}
      </Button>
    </Form>
  );
}
