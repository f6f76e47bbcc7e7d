import { apiScopes, maxTokenDays, scopesOf, type Role } from '@lead-finder/contracts';
import { useId } from 'react';
import { Form } from 'react-bootstrap';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatDate } from '../../lib/dates';
import { fieldProps, TextField } from '../../ui/text-field';
import { dayAfter } from './token-form.rules';

export interface TokenValues {
  name: string;
  scopes: string[];
  days: string;
  networks: string;
  role: Role;
  teamId: number | null;
}

const spans = [7, 30, 90, 180, maxTokenDays];

/** The name alone, because a service chooses its role between it and the scopes. */
export function NameField({ hint }: { hint: string }) {
  const { register, formState } = useFormContext<TokenValues>();
  return (
    <TextField
      {...register('name')}
      label="Name"
      hint={hint}
      error={formState.errors.name?.message}
      autoComplete="off"
      autoFocus
    />
  );
}

/** What the token may do, until when, and from where. */
export function TokenFields() {
  const { control, register, formState } = useFormContext<TokenValues>();
  const role = useWatch({ control, name: 'role' });
  const { errors } = formState;
  const id = useId();
  const daysId = useId();
  const networks = fieldProps(useId(), {
    ...(errors.networks?.message && { error: errors.networks.message }),
    hint: 'One in each line, such as 203.0.113.0/24 or 2001:db8::/32. Left empty it works from everywhere.',
  });
  const now = Date.now();
  return (
    <>
      <fieldset className="mb-3" aria-describedby={errors.scopes ? `${id}-error` : undefined}>
        <legend className="form-label">Scopes</legend>
        {scopesOf(role).map((scope) => (
          <Form.Check
            key={scope}
            {...register('scopes')}
            id={`${id}-${scope}`}
            value={scope}
            className="lf-scope d-flex mb-2"
            label={
              <span>
                <code className="text-reset">{scope}</code>
                <span className="muted small d-block">{apiScopes[scope]}</span>
              </span>
            }
          />
        ))}
        {errors.scopes && (
          <div className="invalid-feedback d-block" id={`${id}-error`}>
            {errors.scopes.message}
          </div>
        )}
      </fieldset>
      <div className="mb-3">
        <Form.Label htmlFor={daysId}>Ends</Form.Label>
        <Form.Select {...register('days')} id={daysId}>
          {spans.map((days) => (
            <option key={days} value={days}>
              In {days} days, {formatDate(dayAfter(days, now))}
            </option>
          ))}
        </Form.Select>
      </div>
      <div className="mb-3">
        <label className="form-label" htmlFor={networks.input.id}>
          Addresses from which it works
        </label>
        <textarea {...register('networks')} {...networks.input} rows={2} spellCheck={false} />
        {networks.problem}
        {networks.advice}
      </div>
    </>
  );
}
