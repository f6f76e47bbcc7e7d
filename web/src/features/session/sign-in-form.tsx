import { zodResolver } from '@hookform/resolvers/zod';
import { signInForm } from '@lead-finder/contracts';
import { Button, Form } from 'react-bootstrap';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { PasswordField } from '../../ui/password-field';
import { ButtonSpinner } from '../../ui/spinner';
import { TextField } from '../../ui/text-field';

export function SignInForm() {
  const { signIn } = useSession();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(signInForm),
    defaultValues: { username: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  return (
    <Form noValidate onSubmit={(event) => void handleSubmit(signIn)(event)}>
      <TextField
        {...register('username')}
        label="Username or email"
        error={errors.username?.message}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <PasswordField
        {...register('password')}
        label="Password"
        error={errors.password?.message}
        autoComplete="current-password"
        aside={<Link to={paths.forgotPassword}>Forgot password?</Link>}
      />
      <Button type="submit" className="w-100 lf-submit" disabled={isSubmitting}>
        {isSubmitting && <ButtonSpinner />}
        {isSubmitting ? 'Signing in...' : 'Sign in'}
      </Button>
    </Form>
  );
}
