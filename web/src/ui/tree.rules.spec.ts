import { ancestorsOf, type TreeForest, visibleNodes } from './tree.rules';

interface Place {
  id: number;
  name: string;
  level: number;
  parent: Place | null;
  children: Place[];
}

/** Each place is an id, a name and the id of its parent; parents come first. */
const forest = (...places: [id: number, name: string, parent?: number][]): TreeForest<Place> => {
  const byId = new Map<number, Place>();
  for (const [id, name, above] of places) {
    const parent = byId.get(above ?? 0) ?? null;
    const place = { id, name, level: (parent?.level ?? 0) + 1, parent, children: [] };
    parent?.children.push(place);
    byId.set(id, place);
  }
  const all = [...byId.values()];
  return { roots: all.filter(({ parent }) => !parent), all, byId };
};
const ids = (places: readonly Place[]) => places.map(({ id }) => id);
const country = forest([1, 'Missouri'], [2, 'Springfield', 1], [3, 'North', 2], [4, 'Ozark', 1], [5, 'Kansas']);

describe('the rows of a tree', () => {
  it('are the roots and what stands below expanded nodes', () => {
    expect(ids(visibleNodes(country, new Set(), ''))).toEqual([1, 5]);
    expect(ids(visibleNodes(country, new Set([2]), ' '))).toEqual([1, 5]);
    expect(ids(visibleNodes(country, new Set([1]), ''))).toEqual([1, 2, 4, 5]);
    expect(ids(visibleNodes(country, new Set([1, 2]), ''))).toEqual([1, 2, 3, 4, 5]);
  });

  it('are the matches of a search with all nodes above them, in the order of the tree', () => {
    expect(ids(visibleNodes(country, new Set(), ' ozA'))).toEqual([1, 4]);
    expect(ids(visibleNodes(country, new Set(), 'NORTH'))).toEqual([1, 2, 3]);
    expect(ids(visibleNodes(country, new Set([1, 2]), 'nowhere'))).toEqual([]);
  });
});

describe('what is expanded at first', () => {
  it('is each node above the chosen one', () => {
    expect(ancestorsOf(country, 3)).toEqual([2, 1]);
    expect(ancestorsOf(country, 5)).toEqual([]);
    expect(ancestorsOf(country, 99)).toEqual([]);
    expect(ancestorsOf(country, undefined)).toEqual([]);
  });

  it('is a single root', () => {
    const one = forest([1, 'Missouri'], [2, 'Springfield', 1]);
    expect(ancestorsOf(one, undefined)).toEqual([1]);
    expect(ancestorsOf(one, 2)).toEqual([1, 1]);
  });
});
