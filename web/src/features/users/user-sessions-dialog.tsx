import { useSession } from '../../lib/session';
import { ConfirmDialog } from '../../ui/dialogs';
import { SessionList, type ListedSession } from '../../ui/session-list';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useToast } from '../../ui/toasts';
import { type User, useEndAllUserSessions, useEndUserSession, useUserSessions } from './api';

/** Lists a user's sessions and ends one of them, or all. */
export function UserSessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const toast = useToast();
  const { signOut } = useSession();
  const { data, error, refetch } = useUserSessions(user.id);
  const endOne = useEndUserSession(user.id);
  const endAll = useEndAllUserSessions(user.id);
  const endThis = ({ id, current }: ListedSession) => {
    if (current) signOut();
    else
      endOne.mutate(id, {
        onSuccess: () => toast.success('Signed out', `One session of ${user.fullName} is signed out.`),
      });
  };
  const confirm = () => endAll.mutate(undefined, { onSuccess: ({ message }) => toast.success('Signed out', message) });
  return (
    <ConfirmDialog
      show
      title="Sessions"
      action="Sign out everywhere"
      closing="Close"
      pendingAction="Signing out..."
      pending={endAll.isPending}
      disabled={!data?.length}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="soft mb-3 text-break">
        Where <b>{user.username}</b> ({user.fullName}) is signed in.
      </p>
      {error ? (
        <ErrorBlock title="The sessions could not be read" error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <StateBlock icon="laptop" title="Signed in nowhere" />
      ) : (
        <SessionList
          label={`Sessions of ${user.username}`}
          sessions={data}
          endingId={endOne.isPending ? endOne.variables : undefined}
          onEnd={endThis}
        />
      )}
    </ConfirmDialog>
  );
}
