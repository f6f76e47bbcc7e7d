import { useState } from 'react';
import { Combobox } from '../../../ui/combobox';
import { UserSelect } from '../../../ui/user-select';
import { maxListedPeople, type PeopleList, type UserSummary, usePeople, usePeopleByName } from '../api';

interface UserFieldProps {
  id: string;
  path: PeopleList;
  value: number | null;
  onChange: (id: number | null) => void;
  placeholder: string;
  /** A user who is not offered, such as the current owner. */
  except?: number;
  /** Users who hold leads but can no longer sign in. They are offered beside the active ones. */
  also?: readonly UserSummary[];
  textOf?: (user: UserSummary) => string;
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
}

const nameOf = (user: UserSummary) => user.fullName || user.username;

/** Chooses one user: a dropdown of up to 200, above that a search by name on the server. */
export function UserField({ path, except, also = [], ...field }: UserFieldProps) {
  const { data: people = [] } = usePeople(path);
  if (people.length > maxListedPeople) return <UserByName path={path} except={except} known={also} {...field} />;
  const others = also.filter((user) => people.every(({ id }) => id !== user.id));
  return <UserSelect {...field} people={[...people, ...others].filter(({ id }) => id !== except)} />;
}

interface UserByNameProps extends Omit<UserFieldProps, 'also'> {
  known: readonly UserSummary[];
}

function UserByName({ path, except, known, textOf = nameOf, value, onChange, placeholder, ...field }: UserByNameProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<UserSummary>();
  const { data: found = [] } = usePeopleByName(path, typed.trim());
  const user = [chosen, ...known, ...found].find((one) => one !== undefined && one.id === value);
  return (
    <Combobox
      {...field}
      placeholder={`${placeholder}: type a name`}
      text={user ? textOf(user) : typed}
      onText={(text) => {
        setTyped(text);
        if (value !== null) onChange(null);
      }}
      suggestions={
        user || typed.trim() === ''
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
