import { changeTypes, type ChangeType } from '@lead-finder/contracts';
import { type Ref, useRef, useState } from 'react';
import { Form } from 'react-bootstrap';
import { HttpError } from '../../../lib/http';
import { FormDialog } from '../../../ui/dialogs';
import { TextField } from '../../../ui/text-field';
import { useToast } from '../../../ui/toasts';
import type { WebhookForm } from './api';
import { typeLabels } from './webhook-texts.rules';

interface WebhookFormDialogProps<T> {
  title: string;
  action: string;
  pendingAction: string;
  webhook: WebhookForm;
  save: {
    error: Error | null;
    isPending: boolean;
    mutate: (form: WebhookForm, then: { onSuccess: (answer: T) => void; onError: (error: Error) => void }) => void;
  };
  onSaved: (answer: T) => void;
  onClose: () => void;
}

/** Asks for the address and the changes of a webhook. What the server says of the address stands at its field. */
export function WebhookFormDialog<T>({ webhook, save, onSaved, ...dialog }: WebhookFormDialogProps<T>) {
  const toast = useToast();
  const [form, setForm] = useState(webhook);
  const address = useRef<HTMLInputElement>(null);
  return (
    <FormDialog
      show
      {...dialog}
      pending={save.isPending}
      onSubmit={() =>
        save.mutate(form, {
          onSuccess: onSaved,
          onError: (error) => {
            if (addressProblem(error) === undefined) toast.failure(error);
            else address.current?.focus();
          },
        })
      }
    >
      <WebhookFields form={form} address={address} error={addressProblem(save.error)} onChange={setForm} />
    </FormDialog>
  );
}

const addressProblem = (error: Error | null): string | undefined =>
  error instanceof HttpError ? error.issues.find(({ path }) => path === 'url')?.message : undefined;

interface WebhookFieldsProps {
  form: WebhookForm;
  address: Ref<HTMLInputElement>;
  error: string | undefined;
  onChange: (form: WebhookForm) => void;
}

/** No type means all of them, so that a new type of the product arrives too. */
function WebhookFields({ form: { url, types }, address, error, onChange }: WebhookFieldsProps) {
  const isAll = types.length === 0;
  const toggle = (type: ChangeType) =>
    onChange({ url, types: types.includes(type) ? types.filter((each) => each !== type) : [...types, type] });
  return (
    <>
      <TextField
        ref={address}
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
