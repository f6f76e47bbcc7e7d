import type { SavedView } from '@lead-finder/contracts';
import { defaultListState, fromQuery, type ListState, toQuery } from '../list-state.rules';

/** What a view saves of the list: filters, view, sort and page size. */
export const queryOf = (state: ListState): string => toQuery({ ...state, saved: '', page: 1, at: '' });

export const stateOf = ({ key, query }: Pick<SavedView, 'key' | 'query'>): ListState => ({
  ...(fromQuery(query) ?? defaultListState),
  saved: key,
});

export const isChanged = (state: ListState, view: SavedView): boolean => queryOf(state) !== queryOf(stateOf(view));

export interface Sharing {
  shared: boolean;
  teamId: number | null;
}

export const onlyMe: Sharing = { shared: false, teamId: null };

/** Who sees the view. What the user may not share any more, or for a team that was removed, is an own view. */
export function sharingOf(sharing: Sharing, isLeader: boolean, teams: readonly { id: number }[] | undefined): Sharing {
  const isTeamKnown = sharing.teamId === null || !teams || teams.some(({ id }) => id === sharing.teamId);
  return isLeader && isTeamKnown ? sharing : onlyMe;
}
