import { zodResolver } from '@hookform/resolvers/zod';
import { teamForm } from '@lead-finder/contracts';
import { Form } from 'react-bootstrap';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { showIssues } from '../../../lib/form-issues';
import { useSettings } from '../../../lib/settings';
import { FormDialog } from '../../../ui/dialogs';
import { TextField } from '../../../ui/text-field';
import { useToast } from '../../../ui/toasts';
import { type Team, useCreateTeam, useUpdateTeam } from './api';
import { FieldProblem } from './field-problem';
import { useHolidayLists } from './holidays/api';
import { ManagersField } from './managers-field';
import { TeamSelect } from './team-select';
import { dayNames, daysText, type TeamNode, usualDays } from './team-tree.rules';
import { ZoneSelect } from '../../../ui/zone-select';

interface TeamFormDialogProps {
  teams: readonly TeamNode[];
  /** Undefined to create one. */
  team?: TeamNode;
  parent: TeamNode | null;
  onClose: () => void;
  onCreated?: (team: Team) => void;
}

/** A new team, or the fields of a team. The parent of a team changes in its own dialog, which shows what it means. */
export function TeamFormDialog({ teams, team, parent, onClose, onCreated }: TeamFormDialogProps) {
  const toast = useToast();
  const create = useCreateTeam();
  const update = useUpdateTeam();
  const general = useSettings()?.timeZone ?? 'UTC';
  const lists = useHolidayLists().data ?? [];
  const { control, register, formState, handleSubmit, setError } = useForm<
    z.input<typeof teamForm>,
    unknown,
    z.output<typeof teamForm>
  >({
    resolver: zodResolver(teamForm),
    defaultValues: {
      name: team?.name ?? '',
      parentId: parent?.id ?? null,
      timeZone: team?.timeZone ?? null,
      workingDays: team?.workingDays ?? null,
      holidayListId: team?.holidayListId,
      managerIds: team?.managerIds ?? [],
      goal: team?.goal ?? null,
    },
  });
  const { errors } = formState;
  const parentId = useWatch({ control, name: 'parentId' });
  const above = teams.find(({ id }) => id === parentId) ?? null;
  const submit = (form: z.output<typeof teamForm>) => {
    const callbacks = {
      onSuccess: (saved: Team) => {
        toast.success(team ? 'Team saved' : `${saved.name} added`);
        onCreated?.(saved);
        onClose();
      },
      onError: (error: unknown) => showIssues(error, setError),
    };
    if (team) update.mutate({ team, ...form }, callbacks);
    else create.mutate(form, callbacks);
  };
  return (
    <FormDialog
      show
      title={team ? 'Edit team' : 'Add team'}
      action={team ? 'Save' : 'Add team'}
      pendingAction="Saving..."
      pending={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <TextField {...register('name')} label="Name" error={errors.name?.message} autoComplete="off" autoFocus />
      {!team && (
        <div className="mb-3">
          <Form.Label htmlFor="team-parent">Parent</Form.Label>
          <Controller
            control={control}
            name="parentId"
            render={({ field }) => (
              <TeamSelect
                id="team-parent"
                teams={teams}
                value={(field.value as number | null) ?? null}
                onChange={field.onChange}
                placeholder="None, at the top level"
                invalid={errors.parentId !== undefined}
              />
            )}
          />
          <FieldProblem text={errors.parentId?.message} />
        </div>
      )}
      <div className="mb-3">
        <Form.Label htmlFor="team-zone">Time zone</Form.Label>
        <Controller
          control={control}
          name="timeZone"
          render={({ field }) => (
            <ZoneSelect
              id="team-zone"
              value={field.value ?? null}
              onChange={field.onChange}
              placeholder={above ? `The parent's (${above.zone ?? general})` : `As everywhere (${general})`}
              invalid={errors.timeZone !== undefined}
            />
          )}
        />
        <FieldProblem text={errors.timeZone?.message} />
      </div>
      <TextField
        {...register('goal', { setValueAs: (typed: unknown) => (typed === '' ? null : typed) })}
        label="Goal a month"
        hint="Left empty it is the sum of its people's goals. A change counts from this month."
        error={errors.goal?.message}
        inputMode="numeric"
        autoComplete="off"
      />
      <Controller
        control={control}
        name="workingDays"
        render={({ field }) => (
          <WorkingDaysField
            value={field.value ?? null}
            inherited={above?.days ?? usualDays}
            onChange={field.onChange}
            problem={errors.workingDays?.message}
          />
        )}
      />
      {lists.length > 0 && (
        <div className="mb-3">
          <Form.Label htmlFor="team-holidays">Holidays</Form.Label>
          <Controller
            control={control}
            name="holidayListId"
            render={({ field }) => (
              <Form.Select
                id="team-holidays"
                value={String(field.value ?? '')}
                onChange={({ target }) => field.onChange(target.value === '' ? null : Number(target.value))}
                isInvalid={errors.holidayListId !== undefined}
              >
                <option value="">As above: {lists.find(({ id }) => id === above?.holidays)?.name ?? 'none'}</option>
                {lists.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Form.Select>
            )}
          />
          <FieldProblem text={errors.holidayListId?.message} />
        </div>
      )}
      <Controller
        control={control}
        name="managerIds"
        render={({ field }) => (
          <ManagersField
            value={(field.value ?? []) as number[]}
            onChange={field.onChange}
            problem={errors.managerIds?.message}
          />
        )}
      />
    </FormDialog>
  );
}

interface WorkingDaysFieldProps {
  value: number[] | null;
  inherited: readonly number[];
  onChange: (days: number[] | null) => void;
  problem: string | undefined;
}

const WorkingDaysField = ({ value, inherited, onChange, problem }: WorkingDaysFieldProps) => (
  <fieldset className="lf-working-days mb-3">
    <legend className="form-label">Working days</legend>
    <Form.Check
      id="days-inherited"
      type="switch"
      label={`As above: ${daysText(inherited)}`}
      checked={value === null}
      onChange={({ target }) => onChange(target.checked ? null : [...inherited])}
    />
    {value && (
      <div className="d-flex flex-wrap gap-3 mt-2">
        {dayNames.map((name, at) => (
          <Form.Check
            key={name}
            id={`day-${at + 1}`}
            label={name}
            checked={value.includes(at + 1)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, at + 1].sort() : value.filter((day) => day !== at + 1))
            }
          />
        ))}
      </div>
    )}
    <FieldProblem text={problem} />
  </fieldset>
);
