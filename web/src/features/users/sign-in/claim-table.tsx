import { roles } from '@lead-finder/contracts';
import { Button, Form } from 'react-bootstrap';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Icon } from '../../../ui/icon';
import { TextField } from '../../../ui/text-field';
import { roleLabels } from '../role-label';
import { useTeams } from '../teams/api';
import { TeamSelect } from '../teams/team-select';
import type { ProviderFields } from './provider-fields.rules';

/** Role and team by the value of a claim. Without rows, roles and teams are given here and not by the provider. */
export function ClaimTable() {
  const { control, register, formState, setValue } = useFormContext<ProviderFields>();
  const { fields, append, remove } = useFieldArray({ control, name: 'claimRules' });
  const rows = useWatch({ control, name: 'claimRules' });
  const isSaml = useWatch({ control, name: 'kind' }) === 'saml';
  const word = isSaml ? 'Attribute' : 'Claim';
  const { forest } = useTeams();
  const teams = forest?.all ?? [];
  return (
    <fieldset className="mb-3">
      <legend className="h6">Role and team from the provider</legend>
      <p className="form-text mt-0 mb-2">
        The first row that fits gives role and team at each sign-in. Without rows, you give them here.
      </p>
      {fields.length > 0 && (
        <TextField
          {...register('roleClaim')}
          label={`${word} of the table`}
          hint={
            isSaml
              ? 'Its name as the provider sends it, such as groups. The report of a test shows all names.'
              : 'Such as groups or roles; a dot leads into an object, as in realm_access.roles.'
          }
          error={formState.errors.roleClaim?.message}
        />
      )}
      {fields.map((field, index) => (
        <div className="row g-2 mb-2 align-items-start" key={field.id}>
          <div className="col-12 col-md-4">
            <Form.Control
              {...register(`claimRules.${index}.value`)}
              aria-label={`Value in row ${index + 1}`}
              placeholder={`Value of the ${word.toLowerCase()}`}
              isInvalid={formState.errors.claimRules?.[index]?.value !== undefined}
            />
            <Form.Control.Feedback type="invalid">
              {formState.errors.claimRules?.[index]?.value?.message}
            </Form.Control.Feedback>
          </div>
          <div className="col-5 col-md-3">
            <Form.Select {...register(`claimRules.${index}.role`)} aria-label={`Role in row ${index + 1}`}>
              {roles.map((role) => (
                <option key={role} value={role}>
                  {roleLabels[role]}
                </option>
              ))}
            </Form.Select>
          </div>
          <div className="col-5 col-md-4">
            <TeamSelect
              label={`Team in row ${index + 1}`}
              teams={teams}
              value={rows[index]?.teamId ?? null}
              onChange={(teamId) => setValue(`claimRules.${index}.teamId`, teamId, { shouldDirty: true })}
              placeholder="No team"
            />
          </div>
          <div className="col-2 col-md-1">
            <Button variant="outline-secondary" aria-label={`Remove row ${index + 1}`} onClick={() => remove(index)}>
              <Icon name="x-lg" />
            </Button>
          </div>
        </div>
      ))}
      <Button variant="outline-secondary" size="sm" onClick={() => append({ value: '', role: 'user', teamId: null })}>
        Add row
      </Button>
      {fields.length > 0 && (
        <Form.Group className="mt-3" controlId="provider-unmatched">
          <Form.Label>People whom no row fits</Form.Label>
          <Form.Select {...register('unmatched')}>
            <option value="user">sign in as User</option>
            <option value="refuse">may not sign in</option>
          </Form.Select>
        </Form.Group>
      )}
    </fieldset>
  );
}
