import { counted } from '../../../lib/numbers';
import { ConfirmDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';
import { type Team, useRemoveTeam } from './api';
import { MoveTeamDialog } from './move-team-dialog';
import { TeamFormDialog } from './team-form-dialog';
import type { Forest, TeamNode } from './team-tree.rules';

export type TeamDialog =
  | { kind: 'create'; parent?: TeamNode }
  | { kind: 'edit' | 'remove'; team: TeamNode }
  | { kind: 'move'; team: TeamNode; parent?: TeamNode | null };

interface OpenTeamDialogProps {
  dialog: TeamDialog;
  forest: Forest;
  onClose: () => void;
  onCreated: (team: Team) => void;
  onRemoved: (team: TeamNode) => void;
}

export function OpenTeamDialog({ dialog, forest, onClose, onCreated, onRemoved }: OpenTeamDialogProps) {
  switch (dialog.kind) {
    case 'create':
      return (
        <TeamFormDialog teams={forest.all} parent={dialog.parent ?? null} onClose={onClose} onCreated={onCreated} />
      );
    case 'edit':
      return <TeamFormDialog teams={forest.all} team={dialog.team} parent={dialog.team.parent} onClose={onClose} />;
    case 'move':
      return <MoveTeamDialog team={dialog.team} to={dialog.parent} teams={forest.all} onClose={onClose} />;
    case 'remove':
      return <RemoveTeamDialog team={dialog.team} onClose={onClose} onRemoved={onRemoved} />;
  }
}

interface RemoveTeamDialogProps {
  team: TeamNode;
  onClose: () => void;
  onRemoved: (team: TeamNode) => void;
}

function RemoveTeamDialog({ team, onClose, onRemoved }: RemoveTeamDialogProps) {
  const toast = useToast();
  const remove = useRemoveTeam();
  const { name, members, children } = team;
  const inUse = [
    members > 0 && counted(members, 'person', 'people'),
    children.length > 0 && counted(children.length, 'team'),
  ].filter(Boolean);
  const confirm = () =>
    remove.mutate(team.id, {
      onSuccess: () => {
        toast.success(`${name} removed`);
        onRemoved(team);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      show
      title="Remove team"
      action="Remove team"
      variant="danger"
      pending={remove.isPending}
      disabled={inUse.length > 0}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p className="text-break mb-0">
        {inUse.length > 0
          ? `${name} still has ${inUse.join(' and ')}. Move them first.`
          : `${name} has no people and no teams below. Its managers no longer manage it.`}
      </p>
    </ConfirmDialog>
  );
}
