import { CopyButton } from '../../../ui/copy-button';
import { InfoDialog } from '../../../ui/dialogs';
import { TextField } from '../../../ui/text-field';

interface SecretDialogProps {
  secret: string;
  isRenewed?: boolean;
  onClose: () => void;
}

/** Shows a new secret, which the server does not return again. */
export const SecretDialog = ({ secret, isRenewed, onClose }: SecretDialogProps) => (
  <InfoDialog show holdsOnlyCopy title="Secret of the webhook" closing="Close" onClose={onClose}>
    <p className="mb-3">
      The receiver checks with it that a message is from here, by Standard Webhooks.
      {isRenewed && ' For 24 hours the old secret signs too.'}
    </p>
    <TextField
      label="Signing secret"
      className="font-monospace"
      hint="Copy it now: it is never shown again."
      readOnly
      value={secret}
      onFocus={(event) => event.target.select()}
    />
    <CopyButton label="Copy the secret" text={secret} />
  </InfoDialog>
);
