import { useCustomFields } from '../../../lib/custom-fields';
import { peopleListOf, useUser } from '../../../lib/session';
import { useTerritoryNames } from '../../../lib/territories';
import { useLeadFacets, usePeople } from '../api';
import { filterOf, type ListState } from '../list-state.rules';
import { poolText } from './filter-values.rules';
import type { ChipNames } from './lead-filters';

/** Reads the names that the chips of these filters need. */
export function useChipNames(state: ListState): ChipNames {
  const path = peopleListOf(useUser());
  const { data: people = [] } = usePeople(path, state.userId !== null);
  const { data: facets } = useLeadFacets(filterOf(state), path !== null && typeof state.pool !== 'boolean');
  return {
    user: (id) => {
      const found = people.find((one) => one.id === id);
      return found ? found.fullName || found.username : `User ${id}`;
    },
    pool: (choice) => poolText(facets?.pools ?? [], choice),
    fields: useCustomFields(),
    territories: useTerritoryNames(state.territory !== ''),
  };
}
