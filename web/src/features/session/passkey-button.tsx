import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { useSession } from '../../lib/session';
import { Icon } from '../../ui/icon';
import { canUsePasskeys } from './passkeys';

/** Shown only where the browser supports passkeys (docs/product/accounts.md#passkeys). */
export function PasskeyButton() {
  const { signInByPasskey } = useSession();
  const [isPending, setPending] = useState(false);
  if (!canUsePasskeys()) return null;
  const use = async () => {
    setPending(true);
    await signInByPasskey();
    setPending(false);
  };
  return (
    <Button variant="outline-secondary" className="w-100" disabled={isPending} onClick={() => void use()}>
      <Icon name="fingerprint" />
      Use a passkey
    </Button>
  );
}
