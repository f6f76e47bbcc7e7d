import type { SavedView } from '@lead-finder/contracts';
import { defaultListState, fromQuery, type ListState, toQuery } from '../list-state.rules';

/** What a view saves of the list: filters, view, sort and page size. */
export const queryOf = (state: ListState): string => toQuery({ ...state, saved: '', page: 1, at: '' });

export const stateOf = ({ key, query }: Pick<SavedView, 'key' | 'query'>): ListState => ({
  ...(fromQuery(query) ?? defaultListState),
  saved: key,
});

export const isChanged = (state: ListState, view: SavedView): boolean => queryOf(state) !== queryOf(stateOf(view));
