import { useId, useState } from 'react';
import { Form } from 'react-bootstrap';
import { isAdmin, useUser } from '../../lib/session';
import { InfoDialog } from '../../ui/dialogs';
import { ErrorBlock } from '../../ui/state-block';
import { UserSelect } from '../../ui/user-select';
import { type Leave, useLeaves, usePeople } from './api';
import { LeaveList } from './leave-list';
import { LeaveFields } from './leave-fields';

/** The leaves of the user, for managers and administrators also those of others (docs/product/teams.md#leave). */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const user = useUser();
  const entersForOthers = isAdmin(user) || user.managesTeam === true;
  const people = usePeople(entersForOthers).data;
  const [userId, setUserId] = useState(user.id);
  const [editing, setEditing] = useState<Leave | null>(null);
  const { data: leaves, error, refetch } = useLeaves(userId);
  return (
    <InfoDialog show title="Leave" closing="Close" onClose={onClose}>
      {entersForOthers && people && (
        <div className="mb-3">
          <Form.Label htmlFor={`${id}-person`}>Whose leave</Form.Label>
          <UserSelect
            id={`${id}-person`}
            people={people.filter(({ id }) => id !== user.id)}
            value={userId === user.id ? null : userId}
            onChange={(chosen) => {
              setUserId(chosen ?? user.id);
              setEditing(null);
            }}
            placeholder="Your own"
          />
        </div>
      )}
      {error && (
        <ErrorBlock title="The leaves could not be loaded" error={error} onRetry={() => void refetch()}>
          Nothing is lost.
        </ErrorBlock>
      )}
      {leaves && <LeaveList leaves={leaves} onEdit={setEditing} onRemoved={() => setEditing(null)} />}
      <LeaveFields key={`${userId} ${editing?.id}`} userId={userId} leave={editing} onDone={() => setEditing(null)} />
    </InfoDialog>
  );
}
