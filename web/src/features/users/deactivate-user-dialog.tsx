import { useState } from 'react';
import { counted } from '../../lib/numbers';
import { ConfirmDialog } from '../../ui/dialogs';
import { type User, useLeadCount } from './api';
import { HandOverPanel } from './hand-over-panel';
import { LoneManagerNotice } from './lone-manager-notice';
import { useActivation } from './use-activation';

/** Asks where the leads go, while there are teams (docs/product/teams.md#when-a-user-leaves). */
export function DeactivateUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { activate, isPending } = useActivation(user);
  const count = useLeadCount(user.id);
  const [moving, setMoving] = useState(false);
  const leads = count.data?.leads;
  return (
    <ConfirmDialog
      show
      title="Deactivate User"
      action="Deactivate"
      pendingAction="Deactivating..."
      pending={isPending}
      disabled={moving}
      onClose={onClose}
      onConfirm={() => activate(false, onClose)}
    >
      <p className="mb-3 text-break" aria-live="polite">
        <b>{user.username}</b> ({user.fullName}) is signed out and cannot sign in any more.
        {leads === 0 && ' There are no leads to move.'}
        {Boolean(leads) &&
          ` ${counted(leads!, 'lead')} ${leads === 1 ? 'stays' : 'stay'} as they are unless you move them.`}
      </p>
      <LoneManagerNotice user={user} />
      {count.data && <HandOverPanel user={user} count={count.data} onMoving={setMoving} />}
    </ConfirmDialog>
  );
}
