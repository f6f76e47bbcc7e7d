import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { formatDate } from '../../../lib/dates';
import { InfoDialog } from '../../../ui/dialogs';
import { Skeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { useRemoveAuthenticator, useRenewRecoveryCodes, useSecondFactor } from './api';
import { AuthenticatorStep } from './authenticator-step';
import { PasswordStep } from './password-step';
import { RecoveryCodesStep } from './recovery-codes-step';

type Step = 'overview' | 'authenticator' | 'remove' | 'renew' | { codes: string[] };

/** The user's second factor (docs/product/accounts.md#second-factor). Each step is a dialog of its own. */
export function SecurityDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const [step, setStep] = useState<Step>('overview');
  const remove = useRemoveAuthenticator();
  const renew = useRenewRecoveryCodes();
  const back = () => setStep('overview');
  const showCodes = (codes: string[] | null) => setStep(codes ? { codes } : 'overview');

  if (typeof step === 'object') return <RecoveryCodesStep codes={step.codes} onClose={back} />;
  if (step === 'authenticator') return <AuthenticatorStep onDone={showCodes} onClose={back} />;
  if (step === 'remove')
    return (
      <PasswordStep
        title="Remove the authenticator app"
        action="Remove"
        variant="danger"
        change={remove}
        onDone={({ message }) => {
          toast.success(message);
          back();
        }}
        onClose={back}
      >
        Your password alone will sign you in. The recovery codes end too.
      </PasswordStep>
    );
  if (step === 'renew')
    return (
      <PasswordStep
        title="Renew the recovery codes"
        action="Renew"
        change={renew}
        onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
        onClose={back}
      >
        The codes that you have now will end.
      </PasswordStep>
    );
  return <Overview onStep={setStep} onClose={onClose} />;
}

function Overview({ onStep, onClose }: { onStep: (step: Step) => void; onClose: () => void }) {
  const { data, error, refetch } = useSecondFactor();
  return (
    <InfoDialog show title="Sign-in security" closing="Close" onClose={onClose}>
      <p className="soft">With a second factor, somebody who learns your password still cannot sign in as you.</p>
      {error && <ErrorBlock title="It could not be read" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="60%" />}
      {data && (
        <>
          <h3 className="h6">Authenticator app</h3>
          <p className="mb-2">
            {data.authenticatorSince ? `Set up since ${formatDate(data.authenticatorSince)}.` : 'Not set up.'}
          </p>
          <div className="d-flex flex-wrap gap-2 mb-4">
            <Button variant="outline-secondary" onClick={() => onStep('authenticator')}>
              {data.authenticatorSince ? 'Change the app' : 'Set up an authenticator app'}
            </Button>
            {data.authenticatorSince && (
              <Button variant="link" className="text-danger" onClick={() => onStep('remove')}>
                Remove the app
              </Button>
            )}
          </div>
        </>
      )}
      {data?.authenticatorSince && (
        <>
          <h3 className="h6">Recovery codes</h3>
          <p className="mb-2">{data.recoveryCodesLeft} of 10 are left.</p>
          <Button variant="outline-secondary" onClick={() => onStep('renew')}>
            Renew the recovery codes
          </Button>
        </>
      )}
    </InfoDialog>
  );
}
