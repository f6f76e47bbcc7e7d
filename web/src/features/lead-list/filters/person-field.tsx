import { useState } from 'react';
import { Combobox } from '../../../ui/combobox';
import { PersonSelect } from '../../../ui/person-select';
import { maxListedPeople, type PeopleList, type UserSummary, usePeople, usePeopleByName } from '../api';

interface PersonFieldProps {
  id: string;
  path: PeopleList;
  value: number | null;
  onChange: (id: number | null) => void;
  placeholder: string;
  /** A user who is not offered, such as the current owner. */
  except?: number;
  /** Users who hold leads but can no longer sign in. They are offered beside the active ones. */
  also?: readonly UserSummary[];
  textOf?: (person: UserSummary) => string;
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
}

const nameOf = (person: UserSummary) => person.fullName || person.username;

/** Chooses one user: a dropdown of up to 200, above that a search by name on the server. */
export function PersonField({ path, except, also = [], ...field }: PersonFieldProps) {
  const { data: people = [] } = usePeople(path);
  if (people.length > maxListedPeople) return <PersonByName path={path} except={except} known={also} {...field} />;
  const others = also.filter((person) => people.every(({ id }) => id !== person.id));
  return <PersonSelect {...field} people={[...people, ...others].filter(({ id }) => id !== except)} />;
}

interface PersonByNameProps extends Omit<PersonFieldProps, 'also'> {
  known: readonly UserSummary[];
}

function PersonByName({
  path,
  except,
  known,
  textOf = nameOf,
  value,
  onChange,
  placeholder,
  ...field
}: PersonByNameProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<UserSummary>();
  const { data: found = [] } = usePeopleByName(path, typed.trim());
  const person = [chosen, ...known, ...found].find((one) => one !== undefined && one.id === value);
  return (
    <Combobox
      {...field}
      placeholder={`${placeholder}: type a name`}
      text={person ? textOf(person) : typed}
      onText={(text) => {
        setTyped(text);
        if (value !== null) onChange(null);
      }}
      suggestions={
        person || typed.trim() === ''
          ? []
          : found
              .filter(({ id }) => id !== except)
              .map((one) => ({ value: one, label: textOf(one), hint: one.username }))
      }
      onChoose={(suggestion) => {
        setChosen(suggestion.value);
        // Clears the text, or it would show again after the choice is removed.
        setTyped('');
        onChange(suggestion.value.id);
      }}
    />
  );
}
