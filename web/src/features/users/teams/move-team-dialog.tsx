import type { Sight } from '@lead-finder/contracts';
import { useState } from 'react';
import { Alert, Form, Table } from 'react-bootstrap';
import { counted, formatNumber } from '../../../lib/numbers';
import { messageOf } from '../../../lib/http';
import { Avatar } from '../../../ui/avatar';
import { FormDialog } from '../../../ui/dialogs';
import { Icon } from '../../../ui/icon';
import { SkeletonLines } from '../../../ui/skeleton';
import { useToast } from '../../../ui/toasts';
import { useMoveCheck, useUpdateTeam } from './api';
import { TeamSelect } from './team-select';
import { mayMove, pathOf, type TeamNode } from './team-tree.rules';

interface MoveTeamDialogProps {
  team: TeamNode;
  /** The parent on which the team was dropped; undefined if none is chosen yet. */
  to?: TeamNode | null | undefined;
  teams: readonly TeamNode[];
  onClose: () => void;
}

/** Moves a branch after it showed who gains and who loses sight of its people. */
export function MoveTeamDialog({ team, to, teams, onClose }: MoveTeamDialogProps) {
  const toast = useToast();
  const [parentId, setParentId] = useState(to === undefined ? team.parentId : (to?.id ?? null));
  const move = useUpdateTeam();
  const isMove = parentId !== team.parentId;
  const check = useMoveCheck(team.id, parentId, isMove);
  const parent = teams.find(({ id }) => id === parentId) ?? null;
  const choices = teams.filter((other) => other.id === team.parentId || mayMove(team, other));
  const submit = () =>
    move.mutate(
      { team, parentId },
      {
        onSuccess: () => {
          toast.success(`${team.name} moved`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      show
      title="Move team"
      action="Move team"
      pendingAction="Moving..."
      pending={move.isPending}
      disabled={!isMove || check.isError}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-break mb-3">
        <b>{team.name}</b> with {counted(team.people, 'person', 'people')}
        {team.openLeads !== undefined && ` and ${counted(team.openLeads, 'open lead')}`},{' '}
        {team.parent ? `out of ${pathOf(team.parent)}.` : 'from the top level.'}
      </p>
      <Form.Label htmlFor="new-parent">New parent</Form.Label>
      <TeamSelect
        id="new-parent"
        describedBy="new-parent-hint"
        teams={choices}
        value={parentId}
        onChange={setParentId}
        placeholder="None, at the top level"
      />
      <div className="form-text" id="new-parent-hint">
        A team cannot be moved below itself. 8 levels at most; this would be level {(parent?.level ?? 0) + 1}.
      </div>
      <h3 className="mt-3 mb-2">Who sees what afterwards</h3>
      {!isMove && <p className="muted">Choose another parent to see it.</p>}
      {check.isLoading && <SkeletonLines lines={2} />}
      {check.error && <Alert variant="danger">{messageOf(check.error, 'The move could not be checked.')}</Alert>}
      {isMove && check.data && <SightTable {...check.data} />}
      <p className="muted small mt-3 mb-0">No lead changes its owner. The move is in the audit trail.</p>
    </FormDialog>
  );
}

function SightTable({ gains, losses }: { gains: Sight[]; losses: Sight[] }) {
  if (gains.length + losses.length === 0) return <p>Every manager sees the same people as before.</p>;
  return (
    <div className="lf-wrap border rounded-2">
      <Table className="lf-sight mb-0">
        <thead>
          <tr>
            <th>Manager</th>
            <th>Sight</th>
            <th className="r">People</th>
          </tr>
        </thead>
        <tbody>
          {gains.map((sight) => (
            <SightRow key={sight.id} sight={sight} isGain />
          ))}
          {losses.map((sight) => (
            <SightRow key={sight.id} sight={sight} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const SightRow = ({ sight, isGain }: { sight: Sight; isGain?: boolean }) => {
  const { id, fullName, people, examples } = sight;
  const rest = people - examples.length;
  return (
    <tr>
      <td className="c-person">
        <span className="lf-avatar-name">
          <Avatar name={fullName} id={id} />
          <span className="text-break">
            {fullName}
            <span className="muted small examples">
              {examples.join(', ')}
              {rest > 0 && ` and ${formatNumber(rest)} more`}
            </span>
          </span>
        </span>
      </td>
      <td>
        <span className={`badge ${isGain ? 'b-good' : 'b-warn'}`}>
          <Icon name={isGain ? 'eye' : 'eye-slash'} />
          {isGain ? 'Gains' : 'Loses'}
        </span>
      </td>
      <td className="r num">
        {isGain ? '+' : '−'}
        {formatNumber(people)}
      </td>
    </tr>
  );
};
