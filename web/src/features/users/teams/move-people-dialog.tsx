import { useState } from 'react';
import { Form } from 'react-bootstrap';
import { counted } from '../../../lib/numbers';
import { FormDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';
import type { User } from '../api';
import { useSetTeamOfUsers, useTeams } from './api';
import { SightTable } from './sight-table';
import { TeamSelect } from './team-select';
import { sightAfterMove, type TeamNode } from './team-tree.rules';

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
  const { data: tree } = useTeams();
  const isMove = teamId !== null || from !== 'none';
  const teamOf = (id: number | 'none' | null) => teams.find((each) => each.id === id) ?? null;
  const sights = sightAfterMove(people, { from: teamOf(from), to: teamOf(teamId) }, tree?.managers ?? []);
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
      disabled={!isMove}
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
      <h3 className="mt-3 mb-2">Who sees what afterwards</h3>
      {isMove ? <SightTable {...sights} /> : <p className="muted">Choose a team to see it.</p>}
    </FormDialog>
  );
}
