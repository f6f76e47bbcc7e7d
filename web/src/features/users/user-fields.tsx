import type { editedUser } from '@lead-finder/contracts';
import { type ReactNode, useId } from 'react';
import { Form } from 'react-bootstrap';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useSettings } from '../../lib/settings';
import { TextField } from '../../ui/text-field';
import { roleLabels } from './role-label';
import { useTeams } from './teams/api';
import { FieldProblem } from './teams/field-problem';
import { TeamSelect } from './teams/team-select';
import { ZoneSelect } from '../../ui/zone-select';

interface UserFieldsProps {
  /**
   * Rendered after the e-mail address. It is called in place, because the first invalid field in the order of
   * registration gets the focus.
   */
  children?: () => ReactNode;
}

/** The shared fields of a new and an edited account. */
export function UserFields({ children }: UserFieldsProps) {
  const roleId = useId();
  const { register, formState } = useFormContext<z.input<typeof editedUser>>();
  const { errors } = formState;
  return (
    <>
      <TextField
        {...register('username')}
        label="Username"
        error={errors.username?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <TextField {...register('email')} type="email" label="Email" error={errors.email?.message} autoComplete="off" />
      {children?.()}
      <TextField {...register('fullName')} label="Full Name" error={errors.fullName?.message} autoComplete="off" />
      <div className="mb-3">
        <Form.Label htmlFor={roleId}>Role</Form.Label>
        <Form.Select {...register('role')} id={roleId} isInvalid={errors.role !== undefined}>
          <option value="user">{roleLabels.user}</option>
          <option value="manager">{roleLabels.manager}</option>
          <option value="admin">{roleLabels.admin}</option>
        </Form.Select>
        <Form.Control.Feedback type="invalid">{errors.role?.message}</Form.Control.Feedback>
      </div>
      {/* A number input returns an empty value for 'abc', which would become the default unnoticed. */}
      <TextField
        {...register('monthlyGoal')}
        label="Monthly Goal"
        error={errors.monthlyGoal?.message}
        hint="Contacts a month. Left empty it is 100."
        inputMode="numeric"
        autoComplete="off"
      />
      <PlaceFields />
    </>
  );
}

/** Team and time zone, while there are teams. */
function PlaceFields() {
  const { forest } = useTeams();
  const general = useSettings()?.timeZone ?? 'UTC';
  const teamFieldId = useId();
  const zoneFieldId = useId();
  const { control, formState } = useFormContext<z.input<typeof editedUser>>();
  const { errors } = formState;
  const teamId = useWatch({ control, name: 'teamId' }) as number | null | undefined;
  if (!forest || forest.all.length === 0) return null;
  const team = forest.byId.get(teamId ?? 0);
  return (
    <>
      <div className="mb-3">
        <Form.Label htmlFor={teamFieldId}>Team</Form.Label>
        <Controller
          control={control}
          name="teamId"
          render={({ field }) => (
            <TeamSelect
              id={teamFieldId}
              teams={forest.all}
              value={teamId ?? null}
              onChange={field.onChange}
              placeholder="No team"
              invalid={errors.teamId !== undefined}
            />
          )}
        />
        <FieldProblem text={errors.teamId?.message} />
      </div>
      <div className="mb-3">
        <Form.Label htmlFor={zoneFieldId}>Time zone</Form.Label>
        <Controller
          control={control}
          name="timeZone"
          render={({ field }) => (
            <ZoneSelect
              id={zoneFieldId}
              value={field.value ?? null}
              onChange={field.onChange}
              placeholder={team ? `The team's (${team.zone ?? general})` : `As everywhere (${general})`}
              invalid={errors.timeZone !== undefined}
            />
          )}
        />
        <FieldProblem text={errors.timeZone?.message} />
      </div>
    </>
  );
}
