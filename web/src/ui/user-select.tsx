import type { SelectableUser } from '@lead-finder/contracts';
import { ChoiceSelect, type ChoiceSelectProps } from './choice-select';

export interface UserOption {
  id: number;
  username: string;
  fullName: string;
  role?: string;
  leave?: SelectableUser['leave'] | undefined;
}

export interface UserSelectProps extends Omit<ChoiceSelectProps<number>, 'choices'> {
  people: readonly UserOption[];
  /** How to write a user in the list; by default the full name. */
  textOf?: (user: UserOption) => string;
}

const nameOf = (user: UserOption) => user.fullName || user.username;

/** Chooses one user of a team (docs/product/lead-list.md#dropdowns-of-users). */
export const UserSelect = ({ people, textOf = nameOf, ...props }: UserSelectProps) => (
  <ChoiceSelect
    {...props}
    choices={people.map((user) => ({ value: user.id, label: textOf(user), hint: user.username }))}
  />
);
