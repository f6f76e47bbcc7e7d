import { useState } from 'react';
import { Form } from 'react-bootstrap';
import { counted } from '../../../lib/numbers';
import { FormDialog } from '../../../ui/dialogs';
import { SearchField } from '../../../ui/search-field';
import { useToast } from '../../../ui/toasts';
import { useUsers } from '../api';
import { useSetTeamOfUsers } from './api';
import type { TeamNode } from './team-tree.rules';

const maxShown = 20;

/** Adds people without a team to this one. */
export function AddPeopleDialog({ team, onClose }: { team: TeamNode; onClose: () => void }) {
  const toast = useToast();
  const [q, setQ] = useState('');
  const [selected, setSelected] = useState<readonly number[]>([]);
  const { data } = useUsers({ teamId: 'none', q, page: 1, pageSize: maxShown });
  const add = useSetTeamOfUsers();
  const toggle = (id: number) =>
    setSelected(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);
  const submit = () =>
    add.mutate(
      { teamId: team.id, userIds: [...selected] },
      {
        onSuccess: ({ moved }) => {
          toast.success(`${counted(moved, 'person', 'people')} added to ${team.name}`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      show
      title={`Add people to ${team.name}`}
      action={selected.length > 0 ? `Add ${counted(selected.length, 'person', 'people')}` : 'Add'}
      pendingAction="Adding..."
      pending={add.isPending}
      disabled={selected.length === 0}
      onClose={onClose}
      onSubmit={submit}
    >
      <SearchField label="Search people without a team" delay={250} value={q} onChange={setQ} />
      <ul className="lf-pick-people" aria-label="People without a team">
        {data?.users.map(({ id, fullName, username }) => (
          <li key={id}>
            <Form.Check
              id={`add-${id}`}
              checked={selected.includes(id)}
              onChange={() => toggle(id)}
              label={`${fullName} (${username})`}
            />
          </li>
        ))}
      </ul>
      {data?.total === 0 && (
        <p className="muted mb-0">Everybody found is in a team. Move people on the page of theirs.</p>
      )}
      {data && data.total > maxShown && (
        <p className="muted mb-0">Search to find the other {counted(data.total - maxShown, 'person', 'people')}.</p>
      )}
    </FormDialog>
  );
}
