import type { SavedView } from '@lead-finder/contracts';
import { defaultListState } from '../list-state.rules';
import { isChanged, onlyMe, queryOf, sharingOf, stateOf } from './saved-views.rules';

const view = { key: 'abc', query: 'status=recontact&view=table' } as SavedView;
const opened = { ...defaultListState, view: 'table', status: ['recontact'], saved: 'abc' } as const;

it('a view saves filters, view, sort and page size, not the page or the view that the list was opened with', () => {
  expect(queryOf({ ...stateOf(view), sort: 'oldest', pageSize: 40, page: 200, at: 'cursor' })).toBe(
    'view=table&pageSize=40&sort=oldest&status=recontact',
  );
});

it('the list opens as the view saved it, with the defaults for a view without filters', () => {
  expect(stateOf(view)).toEqual(opened);
  expect(stateOf({ key: 'all', query: '' })).toEqual({ ...defaultListState, saved: 'all' });
});

it('a view is changed once the list shows other leads, not on another page', () => {
  expect(isChanged({ ...stateOf(view), page: 2 }, view)).toBe(false);
  expect(isChanged({ ...stateOf(view), status: [] }, view)).toBe(true);
});

it('a view for everybody or for a known team stays so for a leader, any other is for its user alone', () => {
  const [west, everybody] = [
    { shared: false, teamId: 4 },
    { shared: true, teamId: null },
  ];
  expect(sharingOf(west, true, [{ id: 4 }])).toBe(west);
  expect(sharingOf(west, true, undefined)).toBe(west);
  expect(sharingOf(everybody, true, [])).toBe(everybody);
  expect(sharingOf(west, true, [{ id: 5 }])).toBe(onlyMe);
  expect(sharingOf(everybody, false, [])).toBe(onlyMe);
});
