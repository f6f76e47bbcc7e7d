import type { Passkey, SecondFactor } from '@lead-finder/contracts';
import type { ReactNode } from 'react';
import { Button } from 'react-bootstrap';
import { formatDate } from '../../../lib/dates';
import { deviceName } from '../../../ui/device-name.rules';
import { InfoDialog } from '../../../ui/dialogs';
import { Skeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { canUsePasskeys } from '../passkeys';
import { useForgetBrowsers, useSecondFactor } from './api';

export type Step = 'overview' | 'authenticator' | 'passkey' | 'remove' | 'renew' | { codes: string[] } | Passkey;

interface OverviewProps {
  onStep: (step: Step) => void;
  onClose: () => void;
}

export function SecurityOverview({ onStep, onClose }: OverviewProps) {
  const { data, error, refetch } = useSecondFactor();
  const passkeys = data?.passkeys ?? [];
  return (
    <InfoDialog show title="Sign-in security" closing="Close" onClose={onClose}>
      <p className="soft">With a second factor, somebody who learns your password still cannot sign in as you.</p>
      {error && <ErrorBlock title="It could not be read" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="60%" />}
      {data && <AuthenticatorPart {...data} onStep={onStep} />}
      {data && <PasskeyPart passkeys={passkeys} onStep={onStep} />}
      {data && (data.authenticatorSince !== null || passkeys.length > 0) && (
        <Part title="Recovery codes">
          <p className="mb-2">{data.recoveryCodesLeft} of 10 are left.</p>
          <Button variant="outline-secondary" onClick={() => onStep('renew')}>
            Renew the recovery codes
          </Button>
        </Part>
      )}
      {data?.remembered && data.remembered.length > 0 && <RememberedPart remembered={data.remembered} />}
    </InfoDialog>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-4">
    <h3 className="h6">{title}</h3>
    {children}
  </section>
);

type PartProps = Pick<OverviewProps, 'onStep'>;

const AuthenticatorPart = ({ authenticatorSince, onStep }: PartProps & SecondFactor) => (
  <Part title="Authenticator app">
    <p className="mb-2">{authenticatorSince ? `Set up since ${formatDate(authenticatorSince)}.` : 'Not set up.'}</p>
    <div className="d-flex flex-wrap gap-2">
      <Button variant="outline-secondary" onClick={() => onStep('authenticator')}>
        {authenticatorSince ? 'Change the app' : 'Set up an authenticator app'}
      </Button>
      {authenticatorSince && (
        <Button variant="link" className="text-danger" onClick={() => onStep('remove')}>
          Remove the app
        </Button>
      )}
    </div>
  </Part>
);

const PasskeyPart = ({ passkeys, onStep }: PartProps & { passkeys: Passkey[] }) => (
  <Part title="Passkeys">
    {passkeys.length === 0 && <p className="mb-2">None yet.</p>}
    {passkeys.length > 0 && (
      <ul className="list-unstyled mb-2" aria-label="Your passkeys">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="d-flex align-items-center gap-2 py-1">
            <span className="flex-grow-1 text-break">
              {passkey.name}
              <span className="d-block small muted">
                {passkey.lastUsedAt
                  ? `Last used on ${formatDate(passkey.lastUsedAt)}`
                  : `Added on ${formatDate(passkey.createdAt)}`}
              </span>
            </span>
            <Button
              variant="link"
              className="text-danger"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => onStep(passkey)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    )}
    {canUsePasskeys() ? (
      <Button variant="outline-secondary" onClick={() => onStep('passkey')}>
        Add a passkey
      </Button>
    ) : (
      <p className="small muted mb-0">This browser cannot use passkeys at this address.</p>
    )}
  </Part>
);

function RememberedPart({ remembered }: Required<Pick<SecondFactor, 'remembered'>>) {
  const toast = useToast();
  const forget = useForgetBrowsers();
  const forgetAll = () =>
    forget.mutate(undefined, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (error) => toast.failure(error),
    });
  return (
    <Part title="Remembered browsers">
      <ul className="list-unstyled mb-2" aria-label="Remembered browsers">
        {remembered.map(({ userAgent, at }) => (
          <li key={at}>
            {deviceName(userAgent)}, since {formatDate(at)}
          </li>
        ))}
      </ul>
      <Button variant="outline-secondary" disabled={forget.isPending} onClick={forgetAll}>
        Forget all
      </Button>
    </Part>
  );
}
