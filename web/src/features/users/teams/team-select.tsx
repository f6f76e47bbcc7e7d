import { ChoiceSelect, type ChoiceSelectProps } from '../../../ui/choice-select';
import { pathOf, type TeamNode } from './team-tree.rules';

interface TeamSelectProps extends Omit<ChoiceSelectProps<number>, 'choices'> {
  teams: readonly TeamNode[];
}

/** Chooses one of these teams by the names from the top to the team. */
export const TeamSelect = ({ teams, ...props }: TeamSelectProps) => (
  <ChoiceSelect
    searchFor="the name of a team"
    {...props}
    choices={teams.map((team) => ({ value: team.id, label: pathOf(team) }))}
  />
);
