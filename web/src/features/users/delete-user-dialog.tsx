import { useState } from 'react';
import { counted } from '../../lib/numbers';
import { ConfirmDialog } from '../../ui/dialogs';
import { useToast } from '../../ui/toasts';
import { type User, useDeleteUser, useLeadCount } from './api';
import { HandOverPanel } from './hand-over-panel';
import { LoneManagerNotice } from './lone-manager-notice';

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const toast = useToast();
  const remove = useDeleteUser(user.id);
  // After the deletion there is no such user.
  const count = useLeadCount(user.id, !remove.isPending && !remove.isSuccess);
  const [moving, setMoving] = useState(false);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.success('User Deleted', `The account of ${user.fullName} is gone.`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      show
      title="Confirm Delete"
      action="Delete"
      pendingAction="Deleting..."
      variant="danger"
      pending={remove.isPending}
      disabled={moving}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>This will permanently delete the user and all their related data.</p>
      <p className="soft mt-2 mb-3 text-break" aria-live="polite">
        <b>{user.username}</b> ({user.fullName}){leadWords(count.data?.leads)}
      </p>
      <LoneManagerNotice user={user} />
      {count.data && <HandOverPanel user={user} count={count.data} onMoving={setMoving} />}
    </ConfirmDialog>
  );
}

function leadWords(leads: number | undefined): string {
  if (leads === undefined) return '';
  if (leads === 0) return ' has no leads.';
  return ` has ${counted(leads, 'lead')}, which ${leads === 1 ? 'is' : 'are'} deleted too.`;
}
