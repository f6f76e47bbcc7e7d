import { Button, Form } from 'react-bootstrap';
import { formatDate } from '../../lib/dates';
import { ConfirmDialog } from '../../ui/dialogs';
import { Skeleton } from '../../ui/skeleton';
import { ErrorBlock } from '../../ui/state-block';
import { useToast } from '../../ui/toasts';
import { useCalendar, useEndCalendar, useRenewCalendar } from './api';

/** Makes, renews and removes the address of the user's calendar (docs/product/one-lead.md#calendar). */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const { data, error, refetch } = useCalendar();
  const renew = useRenewCalendar();
  const end = useEndCalendar();
  const onError = (failure: Error) => toast.failure(failure, 'Error', 'The calendar could not be changed');
  const address = renew.data && new URL(`/api/calendar/${renew.data.token}.ics`, window.location.href).href;
  const hasAddress = Boolean(data?.since);
  return (
    <ConfirmDialog
      show
      holdsOnlyCopy={Boolean(address)}
      title="Calendar"
      action={hasAddress ? 'Renew address' : 'Create address'}
      variant={hasAddress ? 'outline-secondary' : 'primary'}
      closing={hasAddress ? 'Close' : 'Cancel'}
      pending={renew.isPending}
      disabled={!data}
      onConfirm={() => renew.mutate(undefined, { onError })}
      onClose={onClose}
    >
      <p className="soft">
        Your calendar program can subscribe to your follow-ups. Anyone with the address can read them, so keep it
        private.
      </p>
      {error && <ErrorBlock title="The calendar could not be read" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="60%" />}
      {address && (
        <Form.Group controlId="calendar-address" className="mt-3">
          <Form.Label>Address, shown only now</Form.Label>
          <div className="d-flex gap-2">
            <Form.Control readOnly value={address} onFocus={(event) => event.target.select()} />
            {/* Browsers offer the clipboard only on https and on localhost. */}
            {navigator.clipboard && (
              <Button
                variant="outline-secondary"
                onClick={() => void navigator.clipboard.writeText(address).then(() => toast.success('Address copied'))}
              >
                Copy
              </Button>
            )}
          </div>
        </Form.Group>
      )}
      {!address && data?.since && (
        <p className="mb-0">An address exists since {formatDate(data.since)}. A new one ends it.</p>
      )}
      {hasAddress && (
        <Button
          variant="link"
          className="px-0 mt-2 text-danger"
          disabled={end.isPending}
          onClick={() => end.mutate(undefined, { onSuccess: () => renew.reset(), onError })}
        >
          Remove address
        </Button>
      )}
    </ConfirmDialog>
  );
}
