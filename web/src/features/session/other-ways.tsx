import type { OfferedProvider } from '@lead-finder/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from 'react-bootstrap';
import { type Location, useLocation } from 'react-router-dom';
import { HttpError } from '../../lib/http';
import { leavePage } from '../../lib/leave-page';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { type SignInProviders, useFindProvider, useStartProviderSignIn } from './api';
import { PasskeyButton } from './passkey-button';
import { canUsePasskeys } from './passkeys';

/** The ways to sign in without a password, above its form (docs/product/sign-in.md#sign-in-page). */
export const OtherWays = ({ providers, hasDomains }: SignInProviders) =>
  providers.length === 0 && !canUsePasskeys() ? null : (
    <>
      <section aria-label="Other ways to sign in" className="lf-ways">
        {providers.length > 0 && <ProviderButtons providers={providers} hasDomains={hasDomains} />}
        <PasskeyButton />
      </section>
      <p className="lf-or">or with your password</p>
    </>
  );

function ProviderButtons({ providers, hasDomains }: SignInProviders) {
  const { state } = useLocation() as Location<{ from?: Location } | null>;
  const toast = useToast();
  const [asksForEmail, setAsksForEmail] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const start = useStartProviderSignIn();
  const find = useFindProvider();

  const { pathname = paths.home, search = '', hash = '' } = state?.from ?? {};
  const fail = (error: unknown) => toast.failure(error, 'Login failed');
  const goTo = ({ id, kind }: Pick<OfferedProvider, 'id' | 'kind'>) =>
    start.mutate(
      { id, kind, returnTo: `${pathname}${search}${hash}` },
      { onSuccess: ({ address }) => leavePage.to(address), onError: fail },
    );
  const findByEmail = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    find.mutate(email, {
      onSuccess: goTo,
      onError: (error) => {
        if (!(error instanceof HttpError && [400, 404].includes(error.status))) return fail(error);
        setProblem(error.issues[0]?.message ?? error.serverMessage);
        field.current?.focus();
      },
    });
  };
  const isBusy = start.isPending || find.isPending;
  return (
    <>
      {providers.map((provider) => (
        <Button key={provider.id} variant="outline-secondary" disabled={isBusy} onClick={() => goTo(provider)}>
          <Icon name="building-check" />
          <span className="text-break">Continue with {provider.name}</span>
        </Button>
      ))}
      {hasDomains && !asksForEmail && (
        <Button variant="link" onClick={() => setAsksForEmail(true)}>
          Continue with your company
        </Button>
      )}
      {asksForEmail && (
        <form noValidate onSubmit={findByEmail}>
          <TextField
            ref={field}
            name="email"
            type="email"
            label="Email at your company"
            hint="Its domain leads to the sign-in of your company."
            error={problem}
            onChange={() => setProblem(undefined)}
            autoComplete="email"
            autoFocus
          />
          <Button type="submit" variant="outline-secondary" className="w-100" disabled={isBusy}>
            Continue
          </Button>
        </form>
      )}
    </>
  );
}
