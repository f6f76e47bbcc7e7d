import { Button } from 'react-bootstrap';
import { ConfirmDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';

/** The only time at which the page has the codes. */
export function RecoveryCodesStep({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const toast = useToast();
  const copy = () => void navigator.clipboard.writeText(codes.join('\n')).then(() => toast.success('Codes copied'));
  return (
    <ConfirmDialog
      show
      holdsOnlyCopy
      title="Recovery codes"
      action="I have saved them"
      closing="Close"
      // Browsers offer the clipboard only on https and on localhost.
      aside={
        navigator.clipboard && (
          <Button variant="link" className="me-auto" onClick={copy}>
            Copy
          </Button>
        )
      }
      onConfirm={onClose}
      onClose={onClose}
    >
      <p className="soft mb-3">
        If you lose your second factor, one of these codes signs you in instead. Each works once. Save them now: they
        are not shown again.
      </p>
      <ul className="list-unstyled mb-0" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-body">{code}</code>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
