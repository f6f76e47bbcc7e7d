import { type ReactNode, useState } from 'react';
import { useNavigationGuard } from '../lib/navigation-guard';
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
  const [waiting, setWaiting] = useState<{ leave: () => void; stay?: () => void } | null>(null);
  useNavigationGuard(isUnsaved, {
    blocks: ({ currentLocation: from, nextLocation: to }) =>
      to.pathname !== paths.auth && (to.pathname !== from.pathname || to.search !== from.search),
    onBlocked: ({ proceed, reset }) => setWaiting({ leave: proceed, stay: reset }),
  });
  useLeaveWarning(isUnsaved);
  const question = (
    <ConfirmDialog
      show={waiting !== null}
      title="Leave without saving?"
      action="Leave"
      closing="Stay"
      onClose={() => {
        setWaiting(null);
        waiting?.stay?.();
      }}
      onConfirm={() => {
        setWaiting(null);
        waiting?.leave();
      }}
    >
      {what} is not saved. Your changes are lost if you leave.
    </ConfirmDialog>
  );
  return { ask: (leave) => (isUnsaved ? setWaiting({ leave }) : leave()), question };
}
