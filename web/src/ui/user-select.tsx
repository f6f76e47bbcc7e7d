import { useState } from 'react';
import { Form } from 'react-bootstrap';
import { Combobox, type Suggestion } from './combobox';

export interface UserOption {
  id: number;
  username: string;
  fullName: string;
  role?: string;
}

interface UserSelectProps {
  id?: string;
  label?: string;
  people: readonly UserOption[];
  value: number | null;
  onChange: (id: number | null) => void;
  /** The label of the empty choice: 'Select a user', 'All Users'. */
  placeholder: string;
  /** How to write a user in the list; by default the full name. */
  textOf?: (user: UserOption) => string;
  /** As low as a table row. */
  size?: 'sm';
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
}

/** Above this number it becomes a search by name (docs/product/lead-list.md#dropdowns-of-users). */
const maxListed = 200;
const maxSuggestions = 20;

const nameOf = (user: UserOption) => user.fullName || user.username;

/** Chooses one user of a team: a dropdown of up to 200, above that a search by name. */
export function UserSelect({ people, textOf = nameOf, ...props }: UserSelectProps) {
  if (people.length > maxListed) return <UserSearch people={people} textOf={textOf} {...props} />;
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
      {people.map((user) => (
        <option key={user.id} value={user.id}>
          {textOf(user)}
        </option>
      ))}
    </Form.Select>
  );
}

function UserSearch({ people, textOf, ...props }: UserSelectProps & Required<Pick<UserSelectProps, 'textOf'>>) {
  const chosen = people.find((user) => user.id === props.value);
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
  people: readonly UserOption[],
  typed: string,
  textOf: (user: UserOption) => string,
): Suggestion<number>[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [];
  return people
    .filter((user) => `${user.fullName} ${user.username}`.toLowerCase().includes(wanted))
    .slice(0, maxSuggestions)
    .map((user) => ({ value: user.id, label: textOf(user), hint: user.username }));
}
