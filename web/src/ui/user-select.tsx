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

/** Chooses one user of a team (docs/product/lead-list.md#dropdowns-of-users). Equal texts get the username. */
export function UserSelect({ people, textOf = nameOf, ...props }: UserSelectProps) {
  const texts = people.map(textOf);
  const seen = new Set<string>();
  const repeated = new Set(texts.filter((text) => seen.has(text) || !seen.add(text)));
  const choices = people.map(({ id, username }, index) => {
    const text = texts[index]!;
    return { value: id, label: repeated.has(text) ? `${text} (${username})` : text, hint: username };
  });
  return <ChoiceSelect {...props} choices={choices} />;
}
