import { useSession } from '../../lib/session';
import { ConfirmDialog } from '../../ui/dialogs';
import { type ListedSession, SessionList } from '../../ui/session-list';
import { ErrorBlock } from '../../ui/state-block';
import { useToast } from '../../ui/toasts';
import { useEndOtherSessions, useEndSession, useOwnSessions } from './api';

/** Lists the user's sessions and ends one of them, or all but this one. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const { signOut } = useSession();
  const { data, error, refetch } = useOwnSessions();
  const endOne = useEndSession();
  const end = useEndOtherSessions();
  const hasOthers = data?.some(({ current }) => !current) ?? false;
  const failed = (failure: Error) => toast.failure(failure, 'Error', 'Failed to sign out');
  const endOthers = () =>
    end.mutate(undefined, {
      onSuccess: ({ message }) => toast.success('Signed out', message),
      onError: failed,
    });
  const endThis = ({ id, current }: ListedSession) => {
    if (current) signOut();
    else
      endOne.mutate(id, {
        onSuccess: () => toast.success('Signed out', 'The session is signed out.'),
        onError: failed,
      });
  };
  return (
    <ConfirmDialog
      show
      title="Where you are signed in"
      action="Sign out the others"
      closing="Close"
      pendingAction="Signing out..."
      pending={end.isPending}
      disabled={!hasOthers}
      onConfirm={endOthers}
      onClose={onClose}
    >
      {error ? (
        <ErrorBlock title="Your sessions could not be read" error={error} onRetry={() => void refetch()} />
      ) : (
        <SessionList
          label="Your sessions"
          sessions={data}
          endingId={endOne.isPending ? endOne.variables : undefined}
          onEnd={endThis}
        />
      )}
      {data && !hasOthers && <p className="muted small mt-3 mb-0">You are signed in nowhere else.</p>}
    </ConfirmDialog>
  );
}
