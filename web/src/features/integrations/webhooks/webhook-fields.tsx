import { changeTypes, type ChangeType } from '@lead-finder/contracts';
import { Form } from 'react-bootstrap';
import { TextField } from '../../../ui/text-field';
import type { WebhookForm } from './api';
import { typeLabels } from './webhook-texts.rules';

interface WebhookFieldsProps {
  form: WebhookForm;
  error: string | undefined;
  onChange: (form: WebhookForm) => void;
}

/** No type means all of them, so that a new type of the product arrives too. */
export function WebhookFields({ form: { url, types }, error, onChange }: WebhookFieldsProps) {
  const isAll = types.length === 0;
  const toggle = (type: ChangeType) =>
    onChange({ url, types: types.includes(type) ? types.filter((each) => each !== type) : [...types, type] });
  return (
    <>
      <TextField
        label="Address"
        type="url"
        autoFocus
        placeholder="https://"
        value={url}
        hint="By https. It must be reachable from the internet, unless the operator allows an internal address."
        onChange={({ target }) => onChange({ url: target.value, types })}
        {...(error !== undefined && { error })}
      />
      <fieldset>
        <legend className="form-label">Changes</legend>
        <Form.Check
          id="all-changes"
          label="All changes"
          checked={isAll}
          onChange={() => onChange({ url, types: isAll ? ['lead.created'] : [] })}
        />
        {!isAll && (
          <div className="lf-hook-types">
            {changeTypes.map((type) => (
              <Form.Check
                key={type}
                className="d-flex"
                id={`change-${type}`}
                label={typeLabels[type]}
                checked={types.includes(type)}
                onChange={() => toggle(type)}
              />
            ))}
          </div>
        )}
      </fieldset>
    </>
  );
}
