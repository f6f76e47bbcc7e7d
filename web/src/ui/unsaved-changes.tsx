import { useBlocker } from 'react-router-dom';
import { paths } from '../lib/paths';
import { useLeaveWarning } from '../lib/use-leave-warning';
import { ConfirmDialog } from './dialogs';

/** Asks before a link, the back button or a reload loses what is not saved. The end of the session does not wait. */
export function UnsavedChanges({ isUnsaved, what }: { isUnsaved: boolean; what: string }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isUnsaved && to.pathname !== paths.auth && (to.pathname !== from.pathname || to.search !== from.search),
  );
  useLeaveWarning(isUnsaved);
  return (
    <ConfirmDialog
      show={blocker.state === 'blocked'}
      title="Leave without saving?"
      action="Leave"
      closing="Stay"
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {what} is not saved. Your changes are lost if you leave.
    </ConfirmDialog>
  );
}
