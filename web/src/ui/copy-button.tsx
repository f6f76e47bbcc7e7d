import { Button } from 'react-bootstrap';
import { useToast } from './toasts';

export function CopyButton({ label, text }: { label: string; text: string }) {
  const toast = useToast();
  // Browsers offer the clipboard only on https and on localhost.
  if (!navigator.clipboard) return null;
  return (
    <Button
      variant="link"
      size="sm"
      className="p-0 d-block d-md-inline align-baseline"
      aria-label={label}
      onClick={() => void navigator.clipboard.writeText(text).then(() => toast.success('Copied'))}
    >
      Copy
    </Button>
  );
}
