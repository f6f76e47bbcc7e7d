import { zodResolver } from '@hookform/resolvers/zod';
import { scopesOf, type Role } from '@lead-finder/contracts';
import { useId, useState } from 'react';
import { Form } from 'react-bootstrap';
import { Controller, FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { showIssues } from '../../lib/form-issues';
import { messageOf } from '../../lib/http';
import { ChoiceSelect } from '../../ui/choice-select';
import { FormDialog } from '../../ui/dialogs';
import { Notice } from '../../ui/notice';
import { type ServiceTokenForm, useCreateServiceToken, useTeamTree } from './api';
import { NewTokenDialog } from './new-token-dialog';
import { newToken, tokenFields } from './own-token-dialog';
import { NameField, TokenFields, type TokenValues } from './token-fields';
import { serviceForm, teamChoices } from './token-form.rules';

const roles: readonly [Role, string][] = [
  ['user', 'User'],
  ['manager', 'Manager'],
  ['admin', 'Admin'],
];

/** Creates a token with an account of its own, and then shows it once. */
export function ServiceTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateServiceToken();
  const [problem, setProblem] = useState<Error>();
  const roleId = useId();
  const form = useForm<TokenValues, unknown, ServiceTokenForm>({
    resolver: zodResolver(serviceForm) as never,
    defaultValues: { ...newToken, role: 'user', teamId: null },
  });
  const role = useWatch({ control: form.control, name: 'role' });
  if (create.data) return <NewTokenDialog token={create.data} onClose={onClose} />;
  const submit = (typed: ServiceTokenForm) => {
    setProblem(undefined);
    create.mutate(typed, {
      onError: (error) => {
        showIssues(error, tokenFields, form.setError);
        setProblem(error);
      },
    });
  };
  const dropOtherScopes = (chosen: Role) =>
    form.setValue(
      'scopes',
      form.getValues('scopes').filter((scope) => (scopesOf(chosen) as string[]).includes(scope)),
    );
  return (
    <FormProvider {...form}>
      <FormDialog
        show
        title="Create service token"
        action="Create token"
        pendingAction="Creating..."
        pending={create.isPending}
        onClose={onClose}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <NameField hint="The service, such as 'Nightly import'. The history of leads shows it." />
        <div className="mb-3">
          <Form.Label htmlFor={roleId}>Role</Form.Label>
          <Form.Select
            {...form.register('role', {
              onChange: (event) => dropOtherScopes((event as { target: { value: Role } }).target.value),
            })}
            id={roleId}
          >
            {roles.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Form.Select>
        </div>
        {role !== 'admin' && <TeamField />}
        <TokenFields role={role} />
        {problem && (
          <Notice kind="danger" icon="exclamation-circle" error={problem}>
            {messageOf(problem, 'Failed to create the token')}
          </Notice>
        )}
      </FormDialog>
    </FormProvider>
  );
}

function TeamField() {
  const { control, formState } = useFormContext<TokenValues>();
  const teamId = useId();
  const teams = useTeamTree().data?.teams ?? [];
  const error = formState.errors.teamId?.message;
  if (teams.length === 0) return null;
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
