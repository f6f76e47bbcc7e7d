import { type FormEvent, useState } from 'react';
import { Button } from 'react-bootstrap';
import { useSession } from '../../lib/session';
import { ButtonSpinner } from '../../ui/spinner';
import { TextField } from '../../ui/text-field';
import { PasskeyButton } from './passkey-button';

/** The second step of a sign-in (docs/product/accounts.md#second-step). */
export function SecondStepForm({ onBack }: { onBack: () => void }) {
  const { finishSignIn } = useSession();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const field = elements.namedItem('code') as HTMLInputElement;
    const { checked: remember } = elements.namedItem('remember') as HTMLInputElement;
    const code = field.value.trim();
    setError(code ? undefined : 'Please enter a code');
    if (!code) return field.focus();
    setPending(true);
    const refusal = await finishSignIn({ code, remember });
    setPending(false);
    if (refusal === 'second_step_expired') onBack();
    else if (refusal) field.select();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        name="code"
        label="Code"
        error={error}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
      />
      <div className="form-check mb-3">
        <input className="form-check-input" type="checkbox" name="remember" id="remember" />
        <label className="form-check-label" htmlFor="remember">
          Remember this browser for 30 days
        </label>
      </div>
      <Button type="submit" className="w-100 lf-submit" disabled={isPending}>
        {isPending && <ButtonSpinner />}
        {isPending ? 'Signing in...' : 'Sign in'}
      </Button>
      <div className="lf-ways mt-3">
        <PasskeyButton />
      </div>
      <Button variant="link" className="w-100 mt-2" disabled={isPending} onClick={onBack}>
        Back to the password
      </Button>
    </form>
  );
}
