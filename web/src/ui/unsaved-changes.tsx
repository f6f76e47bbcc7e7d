import { type ReactNode, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { paths } from '../lib/paths';
import { useLeaveWarning } from '../lib/use-leave-warning';
import { ConfirmDialog } from './dialogs';

interface Unsaved {
  isUnsaved: boolean;
  what: string;
}

/** Asks before a link, the back button or a reload loses what is not saved. The end of the session does not wait. */
export const UnsavedChanges = (unsaved: Unsaved) => useUnsavedChanges(unsaved).question;

/** The same for a page whose own buttons lose it too: `ask` calls `leave` at once, or after the user has agreed. */
export function useUnsavedChanges({ isUnsaved, what }: Unsaved): {
  ask: (leave: () => void) => void;
  question: ReactNode;
} {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isUnsaved && to.pathname !== paths.auth && (to.pathname !== from.pathname || to.search !== from.search),
  );
  const [waiting, setWaiting] = useState<{ leave: () => void } | null>(null);
  useLeaveWarning(isUnsaved);
  const question = (
    <ConfirmDialog
      show={waiting !== null || blocker.state === 'blocked'}
      title="Leave without saving?"
      action="Leave"
      closing="Stay"
      onClose={() => {
        setWaiting(null);
        blocker.reset?.();
      }}
      onConfirm={() => {
        setWaiting(null);
        waiting?.leave();
        blocker.proceed?.();
      }}
    >
      {what} is not saved. Your changes are lost if you leave.
    </ConfirmDialog>
  );
  return { ask: (leave) => (isUnsaved ? setWaiting({ leave }) : leave()), question };
}
