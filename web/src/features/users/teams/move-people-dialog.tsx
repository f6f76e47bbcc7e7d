import { useState } from 'react';
import { Form } from 'react-bootstrap';
import { counted } from '../../../lib/numbers';
import { FormDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';
import type { User } from '../api';
import { useSetTeamOfUsers } from './api';
import { TeamSelect } from './team-select';
import type { TeamNode } from './team-tree.rules';

interface MovePeopleDialogProps {
  people: readonly User[];
  from: number | 'none';
  teams: readonly TeamNode[];
  onClose: () => void;
  onMoved: () => void;
}

export function MovePeopleDialog({ people, from, teams, onClose, onMoved }: MovePeopleDialogProps) {
  const toast = useToast();
  const [teamId, setTeamId] = useState<number | null>(null);
  const move = useSetTeamOfUsers();
  const who = people.length === 1 ? people[0]!.fullName : counted(people.length, 'person', 'people');
  const submit = () =>
    move.mutate(
      { teamId, userIds: people.map(({ id }) => id) },
      {
        onSuccess: ({ moved }) => {
          toast.success(`${counted(moved, 'person', 'people')} moved`);
          onMoved();
          onClose();
        },
      },
    );
  return (
    <FormDialog
      show
      title="Move to a team"
      action="Move"
      pendingAction="Moving..."
      pending={move.isPending}
      disabled={teamId === null && from === 'none'}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-break mb-3">
        <b>{who}</b> will be in the chosen team. Leads and their history stay with their owners.
      </p>
      <Form.Label htmlFor="new-team">Team</Form.Label>
      <TeamSelect
        id="new-team"
        teams={teams.filter(({ id }) => id !== from)}
        value={teamId}
        onChange={setTeamId}
        placeholder={from === 'none' ? 'Select a team' : 'No team'}
      />
    </FormDialog>
  );
}
