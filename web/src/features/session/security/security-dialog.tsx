import { useState } from 'react';
import { useToast } from '../../../ui/toasts';
import { useRemoveAuthenticator, useRenewRecoveryCodes } from './api';
import { AuthenticatorStep } from './authenticator-step';
import { PasskeyStep } from './passkey-step';
import { PasswordStep } from './password-step';
import { RecoveryCodesStep } from './recovery-codes-step';
import { RemovePasskeyStep } from './remove-passkey-step';
import { SecurityOverview, type Step } from './security-overview';

/** The user's second factor (docs/product/accounts.md#second-factor). Each step is a dialog of its own. */
export function SecurityDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const [step, setStep] = useState<Step>('overview');
  const remove = useRemoveAuthenticator();
  const renew = useRenewRecoveryCodes();
  const back = () => setStep('overview');
  const showCodes = (codes: string[] | null) => setStep(codes ? { codes } : 'overview');

  if (typeof step === 'object')
    return 'codes' in step ? (
      <RecoveryCodesStep codes={step.codes} onClose={back} />
    ) : (
      <RemovePasskeyStep passkey={step} onClose={back} />
    );
  if (step === 'passkey') return <PasskeyStep onDone={showCodes} onClose={back} />;
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
        If you have no passkey either, your password alone will sign you in, and the recovery codes end.
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
  return <SecurityOverview onStep={setStep} onClose={onClose} />;
}
