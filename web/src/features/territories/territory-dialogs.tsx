import { useState } from 'react';
import { Form } from 'react-bootstrap';
import { counted, formatNumber } from '../../lib/numbers';
import { ChoiceSelect } from '../../ui/choice-select';
import { ConfirmDialog, FormDialog } from '../../ui/dialogs';
import { useToast } from '../../ui/toasts';
import { type Territory, useRemoveTerritory, useUpdateTerritory } from './api';
import { TerritoryFormDialog } from './territory-form-dialog';
import { type Forest, mayMove, type TerritoryNode } from './territory-tree.rules';

export type TerritoryDialog =
  | { kind: 'create'; parent?: TerritoryNode }
  | { kind: 'edit' | 'remove'; territory: TerritoryNode }
  | { kind: 'move'; territory: TerritoryNode; parent?: TerritoryNode | null | undefined };

interface OpenTerritoryDialogProps {
  dialog: TerritoryDialog;
  forest: Forest;
  onClose: () => void;
  onCreated: (territory: Territory) => void;
  onRemoved: (territory: TerritoryNode) => void;
}

export function OpenTerritoryDialog({ dialog, forest, onClose, onCreated, onRemoved }: OpenTerritoryDialogProps) {
  switch (dialog.kind) {
    case 'create':
      return (
        <TerritoryFormDialog forest={forest} parent={dialog.parent ?? null} onClose={onClose} onCreated={onCreated} />
      );
    case 'edit':
      return (
        <TerritoryFormDialog
          forest={forest}
          territory={dialog.territory}
          parent={dialog.territory.parent}
          onClose={onClose}
          onCreated={onCreated}
        />
      );
    case 'move':
      return <MoveDialog territory={dialog.territory} to={dialog.parent} forest={forest} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog territory={dialog.territory} onClose={onClose} onRemoved={onRemoved} />;
  }
}

interface MoveDialogProps {
  territory: TerritoryNode;
  /** The parent on which it was dropped; undefined if none is chosen yet. */
  to: TerritoryNode | null | undefined;
  forest: Forest;
  onClose: () => void;
}

function MoveDialog({ territory, to, forest, onClose }: MoveDialogProps) {
  const toast = useToast();
  const [parentId, setParentId] = useState(to === undefined ? territory.parentId : (to?.id ?? null));
  const move = useUpdateTerritory();
  const choices = forest.all.filter((other) => other.id === territory.parentId || mayMove(territory, other));
  const submit = () =>
    move.mutate(
      { of: territory, parentId },
      {
        onSuccess: () => {
          toast.success(`${territory.name} moved`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      show
      title="Move territory"
      action="Move territory"
      pendingAction="Moving..."
      pending={move.isPending}
      disabled={parentId === territory.parentId}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-break">
        <b>{territory.name}</b> goes last among the territories of its new parent, with everything below it. Those below
        a territory come before it.
      </p>
      <Form.Label htmlFor="new-parent">New parent</Form.Label>
      <ChoiceSelect
        id="new-parent"
        searchFor="the name of a territory"
        choices={choices.map(({ id, names }) => ({ value: id, label: names.join(' › ') }))}
        value={parentId}
        onChange={setParentId}
        placeholder="None, at the top level"
      />
    </FormDialog>
  );
}

interface RemoveDialogProps {
  territory: TerritoryNode;
  onClose: () => void;
  onRemoved: (territory: TerritoryNode) => void;
}

function RemoveDialog({ territory, onClose, onRemoved }: RemoveDialogProps) {
  const toast = useToast();
  const remove = useRemoveTerritory();
  const { id, name, leads, children } = territory;
  const below = counted(children.length, 'territory', 'territories');
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        toast.success(`${name} removed`);
        onRemoved(territory);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      show
      title="Remove territory"
      action="Remove territory"
      variant="danger"
      pending={remove.isPending}
      disabled={children.length > 0}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p className="text-break mb-0">
        {children.length > 0
          ? `${name} still has ${below} below it. Move them first.`
          : `Its leads (${formatNumber(leads)}) go to the next territory that has their place, or to none. Their people stay.`}
      </p>
    </ConfirmDialog>
  );
}
