import { type FormEvent, useState } from 'react';
import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { type SignInForm as Typed, useSession } from '../../lib/session';
import { PasswordField } from '../../ui/password-field';
import { ButtonSpinner } from '../../ui/spinner';
import { TextField } from '../../ui/text-field';
import { problemsOf, type SignInProblems } from './sign-in.rules';

const fields = ['username', 'password'] as const;

/** Reads the fields from the page, because a password manager may fill them without an event. */
function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form);
  return { username: String(data.get('username')).trim(), password: String(data.get('password')) };
}

/** Checks at the first submit, and then at every keystroke. The first invalid field gets the focus. */
export function SignInForm({ onSecondStep }: { onSecondStep: () => void }) {
  const { signIn } = useSession();
  const [problems, setProblems] = useState<SignInProblems>();
  const [isPending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = typedIn(form);
    const found = problemsOf(typed);
    setProblems(found);
    const wrong = fields.find((field) => found[field]);
    if (wrong) return (form.elements.namedItem(wrong) as HTMLInputElement).focus();
    setPending(true);
    const refusal = await signIn(typed);
    setPending(false);
    if (refusal === 'second_step_required') onSecondStep();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={({ currentTarget }) => problems && setProblems(problemsOf(typedIn(currentTarget)))}
    >
      <TextField
        name="username"
        label="Username or email"
        error={problems?.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <PasswordField
        name="password"
        label="Password"
        error={problems?.password}
        autoComplete="current-password"
        aside={<Link to={paths.forgotPassword}>Forgot password?</Link>}
      />
      <Button type="submit" className="w-100 lf-submit" disabled={isPending}>
        {isPending && <ButtonSpinner />}
        {isPending ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}
