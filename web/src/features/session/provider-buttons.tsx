import type { OfferedProvider } from '@lead-finder/contracts';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-bootstrap';
import { type Location, useLocation } from 'react-router-dom';
import { messageOf } from '../../lib/http';
import { leavePage } from '../../lib/leave-page';
import { paths } from '../../lib/paths';
import { TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { useFindProvider, useSignInProviders, useStartProviderSignIn } from './api';

/** The sign-ins by identity providers below the form; nothing without a provider (docs/product/sign-in.md#sign-in-page). */
export function ProviderButtons() {
  const { data } = useSignInProviders();
  const { state } = useLocation() as Location<{ from?: Location } | null>;
  const toast = useToast();
  const [asksForEmail, setAsksForEmail] = useState(false);
  const start = useStartProviderSignIn();
  const find = useFindProvider();
  if (!data || data.providers.length === 0) return null;

  const { pathname = paths.home, search = '', hash = '' } = state?.from ?? {};
  const fail = (error: unknown) =>
    toast.error('Login failed', messageOf(error, 'Lead Finder did not answer. Try again.'), error);
  const goTo = ({ id, kind }: Pick<OfferedProvider, 'id' | 'kind'>) =>
    start.mutate(
      { id, kind, returnTo: `${pathname}${search}${hash}` },
      { onSuccess: ({ address }) => leavePage.to(address), onError: fail },
    );
  const findByEmail = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    find.mutate(email, { onSuccess: goTo, onError: fail });
  };
  const isBusy = start.isPending || find.isPending;
  return (
    <section aria-label="Other ways to sign in" className="mt-4 d-grid gap-2">
      <p className="muted text-center mb-1">or</p>
      {data.providers.map((provider) => (
        <Button
          key={provider.id}
          variant="outline-secondary"
          className="text-break"
          disabled={isBusy}
          onClick={() => goTo(provider)}
        >
          Continue with {provider.name}
        </Button>
      ))}
      {data.hasDomains && !asksForEmail && (
        <Button variant="link" onClick={() => setAsksForEmail(true)}>
          Continue with your company
        </Button>
      )}
      {asksForEmail && (
        <form noValidate onSubmit={findByEmail}>
          <TextField
            name="email"
            type="email"
            label="Email at your company"
            hint="Its domain leads to the sign-in of your company."
            autoComplete="email"
            autoFocus
          />
          <Button type="submit" variant="outline-secondary" className="w-100" disabled={isBusy}>
            Continue
          </Button>
        </form>
      )}
    </section>
  );
}
