import { Button } from 'react-bootstrap';
import { HttpError, messageOf } from '../../lib/http';
import { ErrorBlock } from '../../ui/state-block';

interface LoadErrorPanelProps {
  error: unknown;
  onRetry: () => void;
  onLeave: () => void;
}

/** Replaces a profile that could not be read (docs/product/one-lead.md#load-errors). */
export function LoadErrorPanel({ error, onRetry, onLeave }: LoadErrorPanelProps) {
  const back = <Button onClick={onLeave}>Back to CRM Dashboard</Button>;
  if (error instanceof HttpError && error.status === 403) {
    return (
      <ErrorBlock level={1} icon="person-lock" title="Customer Assigned to Another User" error={error} action={back}>
        This customer is assigned to another user. It must be reassigned to you by its current user or an admin.
      </ErrorBlock>
    );
  }
  const mayPass = !(error instanceof HttpError) || error.status >= 500 || error.status === 429;
  const actions = (
    <>
      {back}
      {mayPass && (
        <Button variant="outline-secondary" onClick={onRetry}>
          Try Again
        </Button>
      )}
    </>
  );
  return (
    <ErrorBlock level={1} icon="exclamation-triangle" title="Unable to Load Customer" error={error} action={actions}>
      {error instanceof HttpError
        ? messageOf(error, error.message)
        : 'Lead Finder could not be reached. Check your connection, then try again.'}
    </ErrorBlock>
  );
}
