import { useState } from 'react';
import { Alert, Form } from 'react-bootstrap';
import { counted } from '../../../lib/numbers';
import { messageOf } from '../../../lib/http';
import { FormDialog } from '../../../ui/dialogs';
import { SkeletonLines } from '../../../ui/skeleton';
import { useToast } from '../../../ui/toasts';
import { useMoveCheck, useUpdateTeam } from './api';
import { SightTable } from './sight-table';
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
