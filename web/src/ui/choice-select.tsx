import { useState } from 'react';
import { Form } from 'react-bootstrap';
import { Combobox, type Suggestion } from './combobox';

export interface ChoiceSelectProps<T extends string | number> {
  id?: string;
  label?: string;
  /** The hint of a choice is searched too. */
  choices: readonly Suggestion<T>[];
  value: T | null;
  onChange: (value: T | null) => void;
  /** The label of the empty choice: 'Select a user', 'All Users'. */
  placeholder: string;
  /** Added to the placeholder of the search. */
  searchFor?: string;
  /** As low as a table row. */
  size?: 'sm';
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
}

/** Above this number it becomes a search (docs/product/lead-list.md#dropdowns-of-users). */
const maxListed = 200;
const maxSuggestions = 20;

/** Chooses one of many: a dropdown of up to 200, above that a search. */
export function ChoiceSelect<T extends string | number>({ choices, ...props }: ChoiceSelectProps<T>) {
  if (choices.length > maxListed) return <ChoiceSearch choices={choices} {...props} />;
  return (
    <Form.Select
      id={props.id}
      size={props.size}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      isInvalid={props.invalid}
      aria-invalid={props.invalid}
      disabled={props.disabled}
      value={props.value ?? ''}
      onChange={({ target }) =>
        props.onChange(choices.find(({ value }) => String(value) === target.value)?.value ?? null)
      }
    >
      <option value="">{props.placeholder}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Form.Select>
  );
}

function ChoiceSearch<T extends string | number>({ choices, searchFor = 'a name', ...props }: ChoiceSelectProps<T>) {
  const chosen = choices.find(({ value }) => value === props.value);
  const [typed, setTyped] = useState('');

  const change = (next: string) => {
    setTyped(next);
    if (props.value !== null) props.onChange(null);
  };
  return (
    <Combobox
      id={props.id}
      label={props.label}
      describedBy={props.describedBy}
      invalid={props.invalid}
      disabled={props.disabled}
      placeholder={`${props.placeholder}: type ${searchFor}`}
      text={chosen?.label ?? typed}
      onText={change}
      suggestions={chosen ? [] : matching(choices, typed)}
      onChoose={({ value }) => props.onChange(value)}
    />
  );
}

function matching<T>(choices: readonly Suggestion<T>[], typed: string): Suggestion<T>[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [];
  return choices
    .filter(({ label, hint = '' }) => `${label} ${hint}`.toLowerCase().includes(wanted))
    .slice(0, maxSuggestions);
}
