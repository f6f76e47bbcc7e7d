import {
  customFieldKey,
  customFieldForm,
  customFieldKeyInput,
  customFieldTypeLabels,
  customFieldTypes,
  type CustomFieldDefinition,
  type CustomFieldType,
} from '@lead-finder/contracts';
import { useId } from 'react';
import { Form } from 'react-bootstrap';
import { useForm } from 'react-hook-form';
import { showIssues } from '../../lib/form-issues';
import { HttpError } from '../../lib/http';
import { ChoiceSelect } from '../../ui/choice-select';
import { FormDialog } from '../../ui/dialogs';
import { fieldProps, TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { useSaveField } from './api';

interface FieldDialogProps {
  /** Undefined to add one. */
  field?: CustomFieldDefinition;
  fields: readonly CustomFieldDefinition[];
  onClose: () => void;
}

interface FieldForm {
  name: string;
  key: string;
  type: CustomFieldType;
  /** One option per line. */
  options: string;
  currency: string | null;
  required: boolean;
  group: string;
  filter: boolean;
}

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: `${code}: ${currencyNames.of(code) ?? code}`,
}));

const formOf = (field?: CustomFieldDefinition): FieldForm => ({
  name: field?.name ?? '',
  key: '',
  type: field?.type ?? 'text',
  options: field?.options.join('\n') ?? '',
  currency: field?.currency ?? 'USD',
  required: field?.required ?? false,
  group: field?.group ?? '',
  filter: field?.filter ?? false,
});

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function FieldDialog({ field, fields, onClose }: FieldDialogProps) {
  const toast = useToast();
  const save = useSaveField(field?.key);
  const form = useForm<FieldForm>({ defaultValues: formOf(field) });
  const { errors } = form.formState;
  const [type, name, currency] = form.watch(['type', 'name', 'currency']);
  const isText = type === 'text' || type === 'long_text' || type === 'link';
  const hasOptions = type === 'one_of' || type === 'several_of';
  const ids = { type: useId(), options: useId(), currency: useId(), groups: useId() };
  const groups = [...new Set(fields.flatMap(({ group }) => group ?? []))];

  const submit = ({ key, ...typed }: FieldForm) => {
    const input = {
      ...typed,
      options: hasOptions ? linesOf(typed.options) : [],
      currency: type === 'currency' ? typed.currency : null,
      group: typed.group.trim() || null,
    };
    const schema = customFieldForm.extend({ key: customFieldKeyInput.optional() });
    const checked = schema.safeParse({ ...input, ...(key.trim() && { key: key.trim() }) });
    if (!checked.success) {
      for (const [index, { path, message }] of checked.error.issues.entries())
        form.setError(path[0] as keyof FieldForm, { message }, { shouldFocus: index === 0 });
      return;
    }
    if (hasOptions && input.options.length === 0)
      return form.setError('options', { message: 'Please enter at least one option' }, { shouldFocus: true });
    save.mutate(checked.data, {
      onSuccess: (saved) => {
        toast.success(`${saved.name} ${field ? 'saved' : 'added'}`);
        onClose();
      },
      onError: (error) => {
        showIssues(error, form.setError);
        if (!(error instanceof HttpError) || error.issues.length === 0) {
          toast.failure(error);
        }
      },
    });
  };
  const parts = {
    type: fieldProps(ids.type, { error: errors.type?.message, hint: typeHint(type) }),
    options: fieldProps(ids.options, { error: errors.options?.message, hint: 'One per line, in their order.' }),
    currency: fieldProps(ids.currency, { error: errors.currency?.message }),
  };
  return (
    <FormDialog
      show
      title={field ? 'Edit Custom Field' : 'Add Custom Field'}
      action={field ? 'Save' : 'Add'}
      pendingAction={field ? 'Saving...' : 'Adding...'}
      pending={save.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        // An error of a field that the dialog does not show would block the next attempt.
        form.clearErrors();
        void form.handleSubmit(submit)(event);
      }}
    >
      <TextField {...form.register('name')} label="Name" error={errors.name?.message} autoComplete="off" autoFocus />
      <div className="mb-3">
        <label className="form-label" htmlFor={ids.type}>
          Type
        </label>
        <select {...form.register('type')} {...parts.type.input} className="form-select">
          {customFieldTypes.map((value) => (
            <option key={value} value={value}>
              {customFieldTypeLabels[value]}
            </option>
          ))}
        </select>
        {errors.type?.message && <div className="invalid-feedback d-block">{errors.type.message}</div>}
        {parts.type.advice}
      </div>
      {hasOptions && (
        <div className="mb-3">
          <label className="form-label" htmlFor={ids.options}>
            Options
          </label>
          <textarea {...form.register('options')} {...parts.options.input} rows={5} />
          {parts.options.problem}
          {parts.options.advice}
        </div>
      )}
      {type === 'currency' && (
        <div className="mb-3">
          <label className="form-label" htmlFor={ids.currency}>
            Currency
          </label>
          <ChoiceSelect
            id={ids.currency}
            choices={currencies}
            value={currency}
            onChange={(code) => form.setValue('currency', code)}
            placeholder="Select a currency"
            searchFor="a code or a name"
            invalid={errors.currency !== undefined}
          />
          {errors.currency?.message && <div className="invalid-feedback d-block">{errors.currency.message}</div>}
        </div>
      )}
      <TextField
        {...form.register('group')}
        label="Group"
        hint="The profile of a lead shows the fields of a group together."
        error={errors.group?.message}
        autoComplete="off"
        list={ids.groups}
      />
      <datalist id={ids.groups}>
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      {!field && (
        <TextField
          {...form.register('key')}
          label="Key (optional)"
          hint="The name of the field in the API and in imports. It never changes."
          placeholder={
            name.trim()
              ? customFieldKey(
                  name,
                  fields.map((each) => each.key),
                )
              : undefined
          }
          error={errors.key?.message}
          autoComplete="off"
        />
      )}
      <Form.Check
        {...form.register('required')}
        id={`${ids.type}-required`}
        type="checkbox"
        label="Required: a value can be changed, but not cleared"
      />
      <Form.Check
        {...form.register('filter')}
        id={`${ids.type}-filter`}
        type="checkbox"
        label={`Filter of the list${isText ? ': only whether there is a value' : ''}`}
        isInvalid={errors.filter !== undefined}
      />
      {errors.filter?.message && <div className="invalid-feedback d-block">{errors.filter.message}</div>}
    </FormDialog>
  );
}

const typeHint = (type: CustomFieldType): string | undefined =>
  ({
    text: 'One line, at most 500 characters.',
    long_text: 'Several lines, at most 5,000 characters.',
    link: 'A web address that opens in a new tab.',
  })[type as string];
