import type { Territory } from '@lead-finder/contracts';
import { areaText, growForest, listOf, mayMove, overlapText, siblingsOf, zipsOf } from './territory-tree.rules';

const territory = (
  id: number,
  parentId: number | null,
  priority: number,
  more: Partial<Territory> = {},
): Territory => ({
  id,
  name: `T${id}`,
  parentId,
  priority,
  corners: 0,
  bounds: null,
  zips: [],
  counties: [],
  states: [],
  userIds: [],
  teamIds: [],
  overlaps: [],
  leads: 0,
  version: 0,
  ...more,
});
const teams = [
  { id: 7, name: 'North', people: 4 },
  { id: 8, name: 'South', people: 2 },
];
// As the server sends them: those below before their parent.
const forest = growForest({
  territories: [
    territory(2, 1, 2, { userIds: [6], teamIds: [7] }),
    territory(3, 1, 1, { userIds: [5, 6], teamIds: [7] }),
    territory(1, null, 1),
    territory(4, null, 2, { teamIds: [8] }),
  ],
  teams,
});
const node = (id: number) => forest.byId.get(id)!;

test('the tree has each parent before those below, by priority', () => {
  expect(forest.all.map(({ id, level }) => [id, level])).toEqual([
    [1, 1],
    [3, 2],
    [2, 2],
    [4, 1],
  ]);
  expect(node(2).names).toEqual(['T1', 'T2']);
});

test('a branch counts each person and each team once', () => {
  expect([1, 2, 3, 4].map((id) => node(id).people)).toEqual([6, 5, 6, 2]);
});

test('a territory moves to another parent, not below itself, and not beyond eight levels', () => {
  expect(mayMove(node(2), node(4))).toBe(true);
  expect(mayMove(node(2), null)).toBe(true);
  expect(mayMove(node(2), node(1))).toBe(false);
  expect(mayMove(node(1), null)).toBe(false);
  expect(mayMove(node(1), node(3))).toBe(false);
  const chain = growForest({
    territories: [
      ...Array.from({ length: 8 }, (_, at) => territory(at + 1, at || null, 1)),
      territory(9, null, 2),
      territory(10, 9, 1),
    ],
    teams,
  });
  const may = (id: number, parentId: number) => mayMove(chain.byId.get(id)!, chain.byId.get(parentId)!);
  expect([may(9, 6), may(9, 7), may(10, 7), may(10, 8)]).toEqual([true, false, true, false]);
});

test('siblings are those with the same parent', () => {
  expect(siblingsOf(node(2), forest).map(({ id }) => id)).toEqual([3, 2]);
  expect(siblingsOf(node(4), forest).map(({ id }) => id)).toEqual([1, 4]);
});

test('the area is in words', () => {
  expect(areaText(territory(1, null, 1))).toBe('No area of its own');
  expect(areaText(territory(1, null, 1, { counties: ['Kent'] }))).toBe('1 county');
  expect(
    areaText(territory(1, null, 1, { corners: 6, zips: ['72201'], counties: ['Kent', 'Devon'], states: ['AR'] })),
  ).toBe('Drawn, 6 corners · 1 ZIP code · 2 counties · 1 state');
});

test('an overlap names what both have, how many leads, and which comes first', () => {
  const overlap = { id: 2, name: 'River', wins: true, leads: 214, leadsAreExact: true, places: [] };
  expect(overlapText('Hill', overlap)).toBe('214 leads lie in both; Hill comes first.');
  expect(overlapText('Hill', { ...overlap, places: ['1', '2', '3', '4', '5'] })).toBe(
    'Both have 1, 2, 3, 4, 5. 214 leads lie in both; Hill comes first.',
  );
  expect(overlapText('Hill', { ...overlap, wins: false, leads: 1 })).toBe('1 lead lies in both; River comes first.');
  expect(
    overlapText('Hill', { ...overlap, leads: 10_000, leadsAreExact: false, places: ['1', '2', '3', '4', '5', '6'] }),
  ).toBe('Both have 1, 2, 3, 4, 5…. 10,000 or more leads lie in both; Hill comes first.');
});

test('a typed list is split, ZIP codes at spaces too', () => {
  expect(listOf('Kent, East Sussex;\n Devon\n')).toEqual(['Kent', 'East Sussex', 'Devon']);
  expect(zipsOf(' 72201 72202,72203\n')).toEqual(['72201', '72202', '72203']);
});
