import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { useSession } from '../../../lib/session';
import { currentUserKey } from '../api';
import { AuthFrame } from '../auth-frame';
import { canUsePasskeys } from '../passkeys';
import { AuthenticatorStep } from './authenticator-step';
import { PasskeyStep } from './passkey-step';
import { RecoveryCodesStep } from './recovery-codes-step';

/** Replaces every page until the user has a second factor (docs/product/accounts.md#required-second-factor). */
export function SecondFactorPage() {
  const client = useQueryClient();
  const { signOut, isSigningOut } = useSession();
  const [step, setStep] = useState<'authenticator' | 'passkey' | { codes: string[] }>();
  const goOn = () => void client.refetchQueries({ queryKey: currentUserKey });
  const finish = (codes: string[] | null) => (codes ? setStep({ codes }) : goOn());
  const cancel = () => setStep(undefined);
  return (
    <AuthFrame title="Set up a second factor" subtitle="Your role needs one before you go on.">
      <div className="d-grid gap-2">
        <Button onClick={() => setStep('authenticator')}>Set up an authenticator app</Button>
        {canUsePasskeys() && (
          <Button variant="outline-secondary" onClick={() => setStep('passkey')}>
            Add a passkey
          </Button>
        )}
        <Button variant="link" disabled={isSigningOut} onClick={signOut}>
          Logout
        </Button>
      </div>
      {step === 'authenticator' && <AuthenticatorStep onDone={finish} onClose={cancel} />}
      {step === 'passkey' && <PasskeyStep onDone={finish} onClose={cancel} />}
      {typeof step === 'object' && <RecoveryCodesStep codes={step.codes} onClose={goOn} />}
    </AuthFrame>
  );
}
