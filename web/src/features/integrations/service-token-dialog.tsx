import { scopesOf, type Role } from '@lead-finder/contracts';
import { type ChangeEvent, useId } from 'react';
import { Form } from 'react-bootstrap';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { ChoiceSelect } from '../../ui/choice-select';
import { useCreateServiceToken, useTeamTree } from './api';
import { TokenDialog } from './token-dialog';
import type { TokenValues } from './token-fields';
import { serviceForm, teamChoices } from './token-form.rules';

const roles: readonly [Role, string][] = [
  ['user', 'User'],
  ['manager', 'Manager'],
  ['admin', 'Admin'],
];

/** Creates a token with an account of its own. */
export const ServiceTokenDialog = ({ onClose }: { onClose: () => void }) => (
  <TokenDialog
    title="Create service token"
    nameHint="The service, such as 'Nightly import'. The history of leads shows it."
    schema={serviceForm}
    create={useCreateServiceToken()}
    role="user"
    onClose={onClose}
  >
    <RoleField />
    <TeamField />
  </TokenDialog>
);

function RoleField() {
  const { register, getValues, setValue } = useFormContext<TokenValues>();
  const id = useId();
  const dropOtherScopes = (event: ChangeEvent<HTMLSelectElement>) => {
    const allowed: string[] = scopesOf(event.target.value as Role);
    setValue(
      'scopes',
      getValues('scopes').filter((scope) => allowed.includes(scope)),
    );
  };
  return (
    <div className="mb-3">
      <Form.Label htmlFor={id}>Role</Form.Label>
      <Form.Select {...register('role', { onChange: dropOtherScopes })} id={id}>
        {roles.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Form.Select>
    </div>
  );
}

/** Administrators see every team. */
function TeamField() {
  const { control, formState } = useFormContext<TokenValues>();
  const role = useWatch({ control, name: 'role' });
  const teamId = useId();
  const teams = useTeamTree().data?.teams ?? [];
  const error = formState.errors.teamId?.message;
  if (teams.length === 0 || role === 'admin') return null;
  return (
    <div className="mb-3">
      <Form.Label htmlFor={teamId}>Team</Form.Label>
      <Controller
        control={control}
        name="teamId"
        render={({ field }) => (
          <ChoiceSelect
            id={teamId}
            choices={teamChoices(teams)}
            value={field.value}
            onChange={field.onChange}
            placeholder="No team"
            searchFor="the name of a team"
            invalid={error !== undefined}
          />
        )}
      />
      {error && <div className="invalid-feedback d-block">{error}</div>}
    </div>
  );
}
