import { useState } from 'react';
import { Form } from 'react-bootstrap';
import { Combobox, type Suggestion } from './combobox';

export interface SelectablePerson {
  id: number;
  username: string;
  fullName: string;
  role?: string;
}

interface PersonSelectProps {
  id?: string;
  label?: string;
  people: readonly SelectablePerson[];
  value: number | null;
  onChange: (id: number | null) => void;
  /** The label of the empty choice: 'Select a user', 'All Users'. */
  placeholder: string;
  /** How to write a user in the list; by default the full name. */
  textOf?: (person: SelectablePerson) => string;
  /** As low as a table row. */
  size?: 'sm';
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
}

/** Above this number it becomes a search by name (docs/product/lead-list.md#dropdowns-of-users). */
const maxListed = 200;
const maxSuggestions = 20;

const nameOf = (person: SelectablePerson) => person.fullName || person.username;

/** Chooses one user of a team: a dropdown of up to 200, above that a search by name. */
export function PersonSelect({ people, textOf = nameOf, ...props }: PersonSelectProps) {
  if (people.length > maxListed) return <PersonSearch people={people} textOf={textOf} {...props} />;
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
      onChange={(event) => props.onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      <option value="">{props.placeholder}</option>
      {people.map((person) => (
        <option key={person.id} value={person.id}>
          {textOf(person)}
        </option>
      ))}
    </Form.Select>
  );
}

function PersonSearch({ people, textOf, ...props }: PersonSelectProps & Required<Pick<PersonSelectProps, 'textOf'>>) {
  const chosen = people.find((person) => person.id === props.value);
  const [typed, setTyped] = useState('');
  const text = chosen ? textOf(chosen) : typed;

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
      placeholder={`${props.placeholder}: type a name`}
      text={text}
      onText={change}
      suggestions={chosen ? [] : matching(people, typed, textOf)}
      onChoose={(suggestion) => props.onChange(suggestion.value)}
    />
  );
}

function matching(
  people: readonly SelectablePerson[],
  typed: string,
  textOf: (person: SelectablePerson) => string,
): Suggestion<number>[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [];
  return people
    .filter((person) => `${person.fullName} ${person.username}`.toLowerCase().includes(wanted))
    .slice(0, maxSuggestions)
    .map((person) => ({ value: person.id, label: textOf(person), hint: person.username }));
}
