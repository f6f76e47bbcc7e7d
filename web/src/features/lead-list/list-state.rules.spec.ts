import type { ChipNames } from './filters/lead-filters';
import {
  changed,
  chipsOf,
  defaultListState,
  filterOf,
  fromQuery,
  lastPage,
  type ListState,
  sanitized,
  toQuery,
  toStorage,
  withoutFilters,
} from './list-state.rules';

const busy: ListState = {
  ...defaultListState,
  view: 'table',
  page: 3,
  pageSize: 40,
  sort: 'oldest',
  q: 'animal & co',
  userId: 7,
  status: ['new', 'closed_won'],
  tag: ['a/b', 'Walk-in, welcome'],
  state: 'AR',
  county: 'Tyne and Wear',
  hideClosed: false,
  archived: true,
  existingCustomers: true,
};

describe('The state of the list', () => {
  it('starts with the specified defaults', () => {
    expect(defaultListState).toMatchObject({
      view: 'list',
      page: 1,
      pageSize: 10,
      sort: 'newest',
      hideClosed: true,
      archived: false,
      existingCustomers: false,
    });
  });

  it('survives the round trip through the address', () => {
    expect(fromQuery(`?${toQuery(busy)}`)).toEqual(busy);
  });

  it('survives the round trip through the store', () => {
    expect(sanitized(JSON.parse(JSON.stringify(toStorage(busy))))).toEqual(busy);
    expect(sanitized({ view: 'map' })).toEqual({ ...defaultListState, view: 'map' });
  });

  it('has the leads without coordinates as unlocated in the address and the store', () => {
    const unlocated: ListState = { ...defaultListState, located: false };
    expect(toQuery(unlocated)).toBe('unlocated=true');
    expect(fromQuery('?unlocated=true')).toEqual(unlocated);
    expect(fromQuery('?unlocated=false&page=2')).toEqual({ ...defaultListState, page: 2 });
    expect(toStorage(unlocated)).toMatchObject({ unlocated: true });
    expect(toStorage(defaultListState)).toMatchObject({ unlocated: false, userId: null });
    expect(sanitized({ unlocated: true })).toEqual(unlocated);
    expect(sanitized({ located: true })).toEqual(defaultListState);
  });

  it('reads numbers and repeated values from the address', () => {
    expect(fromQuery('?page=3&pageSize=40&userId=7&tag=&tag=a&status=new')).toEqual({
      ...defaultListState,
      page: 3,
      pageSize: 40,
      userId: 7,
      tag: ['a'],
      status: ['new'],
    });
    expect(fromQuery('?hideClosed=true&archived=true')).toEqual({ ...defaultListState, archived: true });
  });

  it('has a plain address by default', () => {
    expect(toQuery(defaultListState)).toBe('');
    expect(fromQuery('')).toBeUndefined();
    expect(fromQuery('?from=mail')).toBeUndefined();
  });

  it('uses the default for invalid values of an address', () => {
    const query = '?view=globe&page=-2&pageSize=7&sort=size&userId=me&status=lost&status=new&hideClosed=maybe';
    expect(fromQuery(query)).toEqual({ ...defaultListState, status: ['new'], hideClosed: false });
  });

  it.each([null, 'x', 12, [], { tag: 'a', page: '3', status: [1], hideClosed: 'no' }])(
    'survives %j in the store',
    (raw) => {
      expect(sanitized(raw)).toEqual(defaultListState);
    },
  );
});

describe('Changing the list', () => {
  it.each([
    { q: 'x' },
    { userId: 2 },
    { status: [] },
    { tag: ['x'] },
    { state: 'TX' },
    { county: 'Kent' },
    { hideClosed: true },
    { archived: false },
    { existingCustomers: false },
    { pageSize: 100 },
    { sort: 'newest' as const },
  ])('returns to page 1 after %j', (change) => {
    expect(changed(busy, change)).toEqual({ ...busy, ...change, page: 1 });
  });

  it('stays on the page if only the view changes, and follows a page change', () => {
    expect(changed(busy, { view: 'list' }).page).toBe(3);
    expect(changed(busy, { columns: ['state'] }).page).toBe(3);
    expect(changed(busy, { saved: 'mine' }).page).toBe(3);
    expect(changed(busy, { page: 4 }).page).toBe(4);
    expect(changed(busy, { page: 4, q: 'x' }).page).toBe(1);
  });

  it('keeps the cursor of a page behind page 100, and drops it with the page', () => {
    const far: ListState = { ...defaultListState, page: 5_000, at: 'abc' };
    expect(fromQuery(`?${toQuery(far)}`)).toEqual(far);
    expect(sanitized(toStorage(far))).toEqual(far);
    expect(changed(far, { view: 'table' })).toMatchObject({ page: 5_000, at: 'abc' });
    expect(changed(far, { page: 4_999, at: 'xyz' })).toMatchObject({ page: 4_999, at: 'xyz' });
    expect(changed(far, { page: 100, at: 'xyz' })).toMatchObject({ page: 100, at: '' });
    expect(changed(far, { q: 'pho' })).toMatchObject({ page: 1, at: '' });
  });

  it.each([
    ['page=5000', 5_000],
    ['page=20000', 10_001],
    ['page=20000&pageSize=60', 1_667],
    ['page=20000&at=abc', 20_000],
  ])('opens the address %s on page %i', (query, page) => {
    expect(fromQuery(`?${query}`)).toMatchObject({ page });
  });

  it('resets every filter and preserves view, sort and page size', () => {
    expect(withoutFilters(busy)).toEqual({ ...defaultListState, view: 'table', sort: 'oldest', pageSize: 40 });
  });

  it.each([
    [0, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [10_000, 100, 100],
  ])('of %i leads by %i ends on page %i', (total, size, last) => {
    expect(lastPage(total, size)).toBe(last);
  });
});

const names: ChipNames = { user: (id) => `Person ${id}`, pool: String, fields: [], territories: [] };

describe('The filters of a list call', () => {
  it('include archived leads, and omit what is not chosen', () => {
    expect(filterOf(busy)).toMatchObject({
      archived: 'any',
      existingCustomers: true,
      hideClosed: undefined,
      userId: 7,
    });
    expect(filterOf(defaultListState)).toMatchObject({
      archived: undefined,
      hideClosed: true,
      q: undefined,
      sort: 'newest',
    });
  });

  it('omit the leads without coordinates on the map, which shows none of them', () => {
    const unlocated: ListState = { ...defaultListState, located: false };
    expect(filterOf(unlocated).located).toBe(false);
    expect(chipsOf(unlocated, names)).toEqual([
      { label: 'Map', text: 'Without coordinates', without: { located: null } },
    ]);
    const onMap: ListState = { ...unlocated, view: 'map' };
    expect(filterOf(onMap).located).toBeUndefined();
    expect(chipsOf(onMap, names)).toEqual([]);
  });

  it('have no text of blanks', () => {
    const blank: ListState = { ...defaultListState, q: '  ' };
    expect(filterOf(blank).q).toBeUndefined();
    expect(chipsOf(blank, names)).toEqual([]);
    expect(filterOf({ ...defaultListState, q: ' dent ', state: 'TX' })).toMatchObject({ q: 'dent', state: 'TX' });
  });

  it('are shown as chips that can be removed', () => {
    const chips = chipsOf(busy, names);
    expect(chips.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'Name: animal & co',
      'Assigned: Person 7',
      'Status: New, Closed (Won)',
      'Tag: a/b',
      'Tag: Walk-in, welcome',
      'State: AR',
      'County: Tyne and Wear',
    ]);
    const left = chips.reduce((state, { without }) => changed(state, without), busy);
    expect(chipsOf({ ...left, tag: [] }, names)).toEqual([]);
    expect(chips[3]?.without).toEqual({ tag: ['Walk-in, welcome'] });
  });
});
