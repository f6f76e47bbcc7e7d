import { zodResolver } from '@hookform/resolvers/zod';
import { territoryForm } from '@lead-finder/contracts';
import { Form } from 'react-bootstrap';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showIssues } from '../../lib/form-issues';
import { ChoiceSelect } from '../../ui/choice-select';
import { FormDialog } from '../../ui/dialogs';
import { TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { type Territory, useCreateTerritory, usePeople, useTeams, useUpdateTerritory } from './api';
import { OwnersField } from './owners-field';
import { type Forest, listOf, type TerritoryNode, zipsOf } from './territory-tree.rules';

const form = territoryForm.omit({ shape: true, priority: true });
type Input = z.input<typeof form>;
type Output = z.output<typeof form>;

interface TerritoryFormDialogProps {
  forest: Forest;
  /** Undefined to add one. */
  territory?: TerritoryNode;
  parent: TerritoryNode | null;
  onClose: () => void;
  onCreated: (territory: Territory) => void;
}

/** What a territory is besides its shape, which is drawn on the map. */
export function TerritoryFormDialog({ forest, territory, parent, onClose, onCreated }: TerritoryFormDialogProps) {
  const toast = useToast();
  const create = useCreateTerritory();
  const update = useUpdateTerritory();
  const people = usePeople().data ?? [];
  const teams = useTeams().data?.teams ?? [];
  const { control, register, formState, handleSubmit, setError } = useForm<Input, unknown, Output>({
    resolver: zodResolver(form),
    defaultValues: {
      name: territory?.name ?? '',
      parentId: parent?.id ?? null,
      zips: territory?.zips ?? [],
      counties: territory?.counties ?? [],
      states: territory?.states ?? [],
      userIds: territory?.userIds ?? [],
      teamIds: territory?.teamIds ?? [],
    },
  });
  const { errors } = formState;
  const submit = (given: Output) => {
    const callbacks = {
      onSuccess: (saved: Territory) => {
        toast.success(territory ? 'Territory saved' : `${saved.name} added. Draw its shape on the map.`);
        if (!territory) onCreated(saved);
        onClose();
      },
      onError: (error: unknown) => showIssues(error, setError),
    };
    if (!territory) return create.mutate(given, callbacks);
    const { parentId: _parentId, ...change } = given;
    return update.mutate({ of: territory, ...change }, callbacks);
  };
  return (
    <FormDialog
      show
      title={territory ? 'Edit territory' : 'Add territory'}
      action={territory ? 'Save' : 'Add territory'}
      pendingAction="Saving..."
      pending={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <TextField {...register('name')} label="Name" error={errors.name?.message} autoComplete="off" autoFocus />
      {!territory && (
        <div className="mb-3">
          <Form.Label htmlFor="territory-parent">Parent</Form.Label>
          <Controller
            control={control}
            name="parentId"
            render={({ field }) => (
              <ChoiceSelect
                id="territory-parent"
                searchFor="the name of a territory"
                choices={forest.all.map(({ id, names }) => ({ value: id, label: names.join(' › ') }))}
                value={(field.value as number | null | undefined) ?? null}
                onChange={field.onChange}
                placeholder="None, at the top level"
                invalid={errors.parentId !== undefined}
              />
            )}
          />
        </div>
      )}
      <TextField
        {...register('zips', { setValueAs: asList(zipsOf) })}
        label="ZIP codes"
        hint="Five digits each, separated by spaces or commas. A lead has the one at the end of its address."
        error={problemOf(errors.zips)}
      />
      <TextField
        {...register('states', { setValueAs: asList(listOf) })}
        label="US states"
        hint="Names or codes, separated by commas."
        error={problemOf(errors.states)}
      />
      <TextField
        {...register('counties', { setValueAs: asList(listOf) })}
        label="UK counties"
        hint="Separated by commas. Addresses in the US do not name their county: draw it, or load a file."
        error={problemOf(errors.counties)}
      />
      <Controller
        control={control}
        name="userIds"
        render={({ field }) => (
          <OwnersField
            id="territory-people"
            label="People"
            add="Add a person"
            searchFor="a name"
            choices={people.map(({ id, fullName, username }) => ({ value: id, label: fullName, hint: username }))}
            unknown="Deactivated user"
            value={(field.value ?? []) as number[]}
            onChange={field.onChange}
            problem={problemOf(errors.userIds)}
          />
        )}
      />
      <Controller
        control={control}
        name="teamIds"
        render={({ field }) => (
          <OwnersField
            id="territory-teams"
            label="Teams"
            add="Add a team"
            searchFor="the name of a team"
            choices={teams.map(({ id, name }) => ({ value: id, label: name }))}
            unknown="Removed team"
            value={(field.value ?? []) as number[]}
            onChange={field.onChange}
            problem={problemOf(errors.teamIds)}
          />
        )}
      />
    </FormDialog>
  );
}

/** The field holds a text while the user types, and a list before. */
const asList = (split: (text: string) => string[]) => (given: unknown) =>
  typeof given === 'string' ? split(given) : given;

/** The message of a list, or of its first wrong entry. */
function problemOf(errors: unknown): string | undefined {
  const { message, ...entries } = (errors ?? {}) as { message?: string } & Record<string, unknown>;
  if (typeof message === 'string') return message;
  return Object.values(entries)
    .map((each) => (each as { message?: string } | undefined)?.message)
    .find((each) => typeof each === 'string');
}
