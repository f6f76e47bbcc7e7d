import { useId, useState } from 'react';
import { Form } from 'react-bootstrap';
import { businesses } from '../../../lib/numbers';
import { useUser } from '../../../lib/session';
import { ConfirmDialog, FormDialog } from '../../../ui/dialogs';
import { Icon } from '../../../ui/icon';
import { type ReturnReason, ReturnReasonFields, whyOf } from '../../../ui/return-reason';
import { UserField } from '../filters/user-field';
import type { SelectedLeads } from '../use-selection';

interface BulkDialogProps {
  leads: SelectedLeads;
  /** The number of leads, if the action applies to all that match. */
  count?: number;
  pending: boolean;
  onClose: () => void;
}

const SelectedNames = ({ leads }: { leads: SelectedLeads }) => (
  <ul className="lf-picked" tabIndex={0} aria-label={businesses(leads.size)}>
    {[...leads.values()].map(({ id, name }) => (
      <li key={id}>
        <Icon name="building" />
        <span className="text-break">{name}</span>
      </li>
    ))}
  </ul>
);

export const DeleteDialog = ({
  leads,
  count,
  pending,
  onClose,
  onConfirm,
}: BulkDialogProps & { onConfirm: () => void }) => (
  <ConfirmDialog
    show
    title="Confirm Deletion"
    action="Delete"
    pendingAction="Deleting..."
    variant="danger"
    pending={pending}
    onClose={onClose}
    onConfirm={onConfirm}
  >
    <p className="mb-3">
      Delete <b>{businesses(count ?? leads.size)}</b>? This action is permanent and cannot be undone. All activities,
      notes and assignment history are lost.
    </p>
    {count === undefined && <SelectedNames leads={leads} />}
  </ConfirmDialog>
);

/** The maximum length of the reason, in characters (docs/product/errors-and-http.md#lengths-of-texts). */
const maxNotesLength = 2_000;

interface Reassignment {
  newUserId: number;
  notes?: string;
}

export function ReassignDialog({
  leads,
  count,
  pending,
  onClose,
  onReassign,
}: BulkDialogProps & { onReassign: (to: Reassignment) => void }) {
  const user = useUser();
  const id = useId();
  const [target, setTarget] = useState<number | null>(null);
  const [notes, setNotes] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const isMissing = isRefused && target === null;
  const submit = () => {
    setIsRefused(target === null);
    if (target !== null) onReassign({ newUserId: target, notes: notes.trim() || undefined });
  };
  return (
    <FormDialog
      show
      title="Reassign Businesses"
      action="Reassign"
      pendingAction="Reassigning..."
      pending={pending}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="soft mb-2">
        Give {businesses(count ?? leads.size)} to somebody else. Status, notes, tags and activities stay.
      </p>
      {count === undefined && <SelectedNames leads={leads} />}
      <div className="mb-3">
        <Form.Label htmlFor={`${id}-user`}>Select User</Form.Label>
        <UserField
          id={`${id}-user`}
          path="/api/users-for-reassignment"
          placeholder="Select a user"
          value={target}
          onChange={setTarget}
          except={user.id}
          isAssignee
          invalid={isMissing}
          describedBy={isMissing ? `${id}-error` : undefined}
          disabled={pending}
        />
        {isMissing && (
          <div className="invalid-feedback d-block" id={`${id}-error`} role="alert">
            Please select a user to reassign to
          </div>
        )}
      </div>
      <div className="mb-3">
        <Form.Label htmlFor={`${id}-notes`}>Notes (optional)</Form.Label>
        <Form.Control
          as="textarea"
          rows={3}
          id={`${id}-notes`}
          maxLength={maxNotesLength}
          placeholder="Reason for reassignment..."
          value={notes}
          disabled={pending}
          onChange={(event) => setNotes(event.target.value)}
        />
      </div>
    </FormDialog>
  );
}

export function ReturnDialog({
  leads,
  count,
  pending,
  onClose,
  onReturn,
}: BulkDialogProps & { onReturn: (why: NonNullable<ReturnType<typeof whyOf>>) => void }) {
  const [value, setValue] = useState<ReturnReason>({ reason: null, notes: '' });
  const why = whyOf(value);
  return (
    <FormDialog
      show
      title="Return to Pool"
      action="Return"
      pendingAction="Returning..."
      pending={pending}
      disabled={why === null}
      onClose={onClose}
      onSubmit={() => why && onReturn(why)}
    >
      <p className="soft mb-2">
        {businesses(count ?? leads.size)} {(count ?? leads.size) === 1 ? 'goes' : 'go'} to the pool of the team, where
        colleagues can claim them. Status, notes, tags and activities stay.
      </p>
      {count === undefined && <SelectedNames leads={leads} />}
      <ReturnReasonFields value={value} onChange={setValue} />
    </FormDialog>
  );
}
