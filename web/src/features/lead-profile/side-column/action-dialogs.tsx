import type { LeadAddress } from '../../../lib/lead-address';
import { formatNumber } from '../../../lib/numbers';
import { ConfirmDialog } from '../../../ui/dialogs';
import { Notice } from '../../../ui/notice';
import { type LeadProfile, useArchive, useDelete, useMarkCustomer } from '../api';

interface DialogProps {
  lead: LeadAddress;
  profile: LeadProfile;
  onClose: () => void;
}
interface LeavingDialogProps extends DialogProps {
  onLeave: () => void;
}

export function ArchiveDialog({ lead, onClose, onLeave }: LeavingDialogProps) {
  const archive = useArchive(lead, onLeave);
  return (
    <ConfirmDialog
      show
      title="Archive Business"
      action="Archive Business"
      pending={archive.isPending}
      onClose={onClose}
      onConfirm={() => archive.mutate(undefined, { onError: onClose })}
    >
      <p>Are you sure you want to archive this business?</p>
      <p className="muted mt-2">It is moved to the archive and leaves the active views. It can be restored later.</p>
    </ConfirmDialog>
  );
}

export function CustomerDialog({ lead, onClose }: DialogProps) {
  const mark = useMarkCustomer(lead);
  return (
    <ConfirmDialog
      show
      title="Mark as Existing Customer"
      action="Mark as Existing Customer"
      pending={mark.isPending}
      onClose={onClose}
      onConfirm={() => mark.mutate(undefined, { onSettled: onClose })}
    >
      <p>Existing customers are excluded from normal lead views and reporting.</p>
      <p className="muted mt-2">The mark can be removed later.</p>
    </ConfirmDialog>
  );
}

export function DeleteDialog({ lead, profile, onClose, onLeave }: LeavingDialogProps) {
  const remove = useDelete(lead, onLeave);
  const activities = profile.contactActivities.length;
  return (
    <ConfirmDialog
      show
      title="Permanently Delete"
      action="Permanently Delete"
      variant="danger"
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
    >
      <p>
        Delete <b className="text-break">{profile.business.name}</b>?
      </p>
      <p className="muted mt-2">
        <span>This action cannot be undone.</span>{' '}
        <span>
          {`All ${activities > 1 ? `${formatNumber(activities)} ` : ''}activities`}, the notes and the assignment
          history are lost.
        </span>
      </p>
      {!profile.userBusiness.archived && (
        <Notice kind="info" icon="archive" className="mt-3 mb-0">
          Not sure? Archive it instead: it leaves your lists and can be restored later.
        </Notice>
      )}
    </ConfirmDialog>
  );
}
