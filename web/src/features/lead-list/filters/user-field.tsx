import { useState } from 'react';
import type { PeopleList } from '../../../lib/session';
import { Combobox } from '../../../ui/combobox';
import { AssigneeSelect } from '../../../ui/assignee-select';
import { LeaveNotice } from '../../../ui/leave-notice';
import { UserSelect } from '../../../ui/user-select';
import { maxListedPeople, type SelectableUser, type UserSummary, usePeople, usePeopleByName } from '../api';

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
  /** The user gets leads. */
  isAssignee?: boolean;
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
}

const nameOf = (user: UserSummary) => user.fullName || user.username;

/** Chooses one user: a dropdown of up to 200, above that a search by name on the server. */
export function UserField({ path, except, also = [], isAssignee = false, ...field }: UserFieldProps) {
  const { data: people = [] } = usePeople(path);
  if (people.length > maxListedPeople)
    return <UserByName path={path} except={except} known={also} isAssignee={isAssignee} {...field} />;
  const others = also.filter((user) => people.every(({ id }) => id !== user.id));
  const Select = isAssignee ? AssigneeSelect : UserSelect;
  return <Select {...field} people={[...people, ...others].filter(({ id }) => id !== except)} />;
}

interface UserByNameProps extends Omit<UserFieldProps, 'also'> {
  known: readonly UserSummary[];
}

function UserByName({ path, except, known, isAssignee, value, onChange, ...props }: UserByNameProps) {
  const { textOf = nameOf, placeholder, ...field } = props;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<SelectableUser | UserSummary>();
  const { data: found = [] } = usePeopleByName(path, typed.trim());
  const user = [chosen, ...known, ...found].find((one) => one !== undefined && one.id === value);
  const choose = (one: SelectableUser | UserSummary) => {
    setChosen(one);
    // Clears the text, or it would show again after the choice is removed.
    setTyped('');
    onChange(one.id);
  };
  return (
    <>
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
        onChoose={(suggestion) => choose(suggestion.value)}
      />
      {isAssignee && <LeaveNotice user={user} mayChoose={({ id }) => id !== except} onChoose={choose} />}
    </>
  );
}
