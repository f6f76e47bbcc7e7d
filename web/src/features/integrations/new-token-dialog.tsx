import { InfoDialog } from '../../ui/dialogs';
import { CopyButton } from '../../ui/copy-button';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import type { NewToken } from './api';

/** Shows a token for the only time. */
export const NewTokenDialog = ({ token, onClose }: { token: NewToken; onClose: () => void }) => (
  <InfoDialog show holdsOnlyCopy title="Token created" closing="Done" onClose={onClose}>
    <Notice kind="warning" role="note" icon="exclamation-triangle">
      Copy it now: it is never shown again.
    </Notice>
    <TextField
      label={`Token of ${token.name}`}
      className="font-monospace"
      readOnly
      value={token.token}
      onFocus={(event) => event.target.select()}
    />
    <CopyButton label="Copy the token" text={token.token} />
  </InfoDialog>
);
