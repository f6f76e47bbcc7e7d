import { messageOf } from '../../lib/http';
import { ConfirmDialog } from '../../ui/dialogs';
import { RelativeTime } from '../../ui/relative-time';
import { ErrorBlock } from '../../ui/state-block';
import { useToast } from '../../ui/toasts';
import { type OwnSession, useEndOtherSessions, useOwnSessions } from './api';
import { deviceName } from './device-name.rules';

/** Where one is signed in, and the way to end all of it but here. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const { data, error, refetch } = useOwnSessions();
  const end = useEndOtherSessions();
  const hasOthers = data?.some(({ current }) => !current) ?? false;
  const endOthers = () =>
    end.mutate(undefined, {
      onSuccess: ({ message }) => toast.success('Signed out', message),
      onError: (failure) => toast.error('Error', messageOf(failure, 'Failed to sign out the other sessions')),
    });
  return (
    <ConfirmDialog
      show
      title="Where you are signed in"
      action="Sign out the others"
      pendingAction="Signing out..."
      pending={end.isPending}
      disabled={!hasOthers}
      onConfirm={endOthers}
      onClose={onClose}
    >
      {error ? (
        <ErrorBlock title="Your sessions could not be read" error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="list-unstyled d-grid gap-3 mb-0" aria-busy={!data} aria-label="Your sessions">
          {data?.map((session) => <SessionLine key={session.id} session={session} />)}
        </ul>
      )}
      {data && !hasOthers && <p className="muted small mt-3 mb-0">You are signed in nowhere else.</p>}
    </ConfirmDialog>
  );
}

const SessionLine = ({ session: { userAgent, address, current, createdAt, lastUsedAt } }: { session: OwnSession }) => (
  <li>
    <div className="d-flex gap-2 align-items-center">
      <b className="cut" title={userAgent}>
        {deviceName(userAgent)}
      </b>
      {current && <span className="badge b-accent">This one</span>}
    </div>
    <div className="muted small">
      {address} · signed in <RelativeTime moment={createdAt} /> · last used <RelativeTime moment={lastUsedAt} />
    </div>
  </li>
);
