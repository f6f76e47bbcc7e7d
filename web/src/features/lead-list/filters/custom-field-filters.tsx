import { type CustomFieldDefinition, fieldConditionText, readFieldCondition } from '@lead-finder/contracts';
import { useId } from 'react';
import { Form } from 'react-bootstrap';
import { useDelayedText } from '../../../lib/use-delayed-text';
import { useCustomFields } from '../../../lib/custom-fields';
import { isOfField, rangeOf, withField } from './field-filters.rules';
import type { FieldProps } from './filter-values.rules';
import { MultiSelect } from './multi-select';

/** A control for each custom field with a filter. */
export function CustomFieldFilters({ value, onChange }: FieldProps<string[]>) {
  return useCustomFields()
    .filter(({ filterReady, archived }) => filterReady && !archived)
    .map((field) => (
      <FieldFilter
        key={field.key}
        field={field}
        value={value.filter(isOfField(field.key))}
        onChange={(conditions) => onChange(withField(value, field.key, conditions))}
      />
    ));
}

interface FieldFilterProps {
  field: CustomFieldDefinition;
  /** The conditions on this field. */
  value: string[];
  onChange: (conditions: string[]) => void;
}

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function FieldFilter(props: FieldFilterProps) {
  const { type, options } = props.field;
  if (type === 'number' || type === 'currency' || type === 'date') return <RangeFilter {...props} />;
  if (type === 'yes_no') return <ValuesFilter {...props} values={yesNo} />;
  if (type === 'one_of' || type === 'several_of')
    return <ValuesFilter {...props} values={options.map((option) => ({ value: option, label: option }))} />;
  return <PresenceFilter {...props} />;
}

const empty = (key: string) => fieldConditionText({ key, isEmpty: true });
const between = (key: string, from: string, to: string) => fieldConditionText({ key, from, to });

function ValuesFilter({
  field: { key, name },
  value,
  onChange,
  values,
}: FieldFilterProps & { values: readonly { value: string; label: string }[] }) {
  const options = [
    ...values.map((each) => ({ ...each, value: fieldConditionText({ key, is: each.value }) })),
    { value: empty(key), label: 'No value' },
  ];
  return (
    <MultiSelect
      label={name}
      placeholder="Any"
      options={options}
      chosen={value}
      onChange={onChange}
      onClear={() => onChange([])}
      renderChosen={(chosen) => (
        <span className="lf-tag" key={chosen}>
          <span className="cut">{options.find((option) => option.value === chosen)?.label ?? chosen}</span>
        </span>
      )}
    />
  );
}

function RangeFilter({ field: { key, name, type }, value, onChange }: FieldFilterProps) {
  const id = useId();
  const { from, to } = rangeOf(value);
  const isEmpty = value.includes(empty(key));
  const change = (range: { from: string; to: string }, alsoEmpty: boolean) =>
    onChange(
      [
        ...(range.from || range.to ? [between(key, range.from, range.to)] : []),
        ...(alsoEmpty ? [empty(key)] : []),
      ].filter(readFieldCondition),
    );
  const kind = type === 'date' ? 'date' : 'number';
  return (
    <div role="group" aria-labelledby={id}>
      <span className="form-label" id={id}>
        {name}
      </span>
      <div className="d-flex flex-wrap gap-2 lf-bounds">
        <Bound
          label={`${name} from`}
          placeholder="From"
          kind={kind}
          value={from}
          onChange={(bound) => change({ from: bound, to }, isEmpty)}
        />
        <Bound
          label={`${name} to`}
          placeholder="To"
          kind={kind}
          value={to}
          onChange={(bound) => change({ from, to: bound }, isEmpty)}
        />
      </div>
      <Form.Check
        className="mt-1"
        id={`${id}-empty`}
        label="No value"
        checked={isEmpty}
        onChange={(event) => change({ from, to }, event.target.checked)}
      />
    </div>
  );
}

interface BoundProps {
  label: string;
  placeholder: string;
  kind: 'date' | 'number';
  value: string;
  onChange: (value: string) => void;
}

function Bound({ label, placeholder, kind, value, onChange }: BoundProps) {
  const [text, setText] = useDelayedText(value, onChange, 300);
  return (
    <Form.Control
      type={kind}
      step="any"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

function PresenceFilter({ field: { key, name }, value, onChange }: FieldFilterProps) {
  const id = useId();
  return (
    <div>
      <Form.Label htmlFor={id}>{name}</Form.Label>
      <Form.Select
        id={id}
        value={value[0] ?? ''}
        onChange={(event) => onChange(event.target.value ? [event.target.value] : [])}
      >
        <option value="">Any</option>
        <option value={between(key, '', '')}>Has a value</option>
        <option value={empty(key)}>No value</option>
      </Form.Select>
    </div>
  );
}
