import { arrange, isOrderChanged, isTooDeep, put, type Placed } from './territory-tree.rules.js';

const of = (id: number, parentId: number | null, priority: number): Placed => ({ id, parentId, priority });
/** 1 has 2 and 3 below it, 4 stands beside it. */
const all = [of(1, null, 1), of(2, 1, 1), of(3, 1, 2), of(4, null, 2)];
const order = (placed: readonly Placed[]) => arrange(placed).map(({ id }) => id);

test('those below come before their parent, and siblings by priority', () => {
  expect(arrange(all)).toEqual([
    { id: 2, parentId: 1, priority: 1, path: [1, 2], rank: 1 },
    { id: 3, parentId: 1, priority: 2, path: [1, 3], rank: 2 },
    { id: 1, parentId: null, priority: 1, path: [1], rank: 3 },
    { id: 4, parentId: null, priority: 2, path: [4], rank: 4 },
  ]);
});

test('gaps that a removed territory leaves are closed', () => {
  expect(arrange([of(3, null, 7), of(2, null, 4)]).map(({ id, priority }) => [id, priority])).toEqual([
    [2, 1],
    [3, 2],
  ]);
});

test('a territory goes to its priority, and the others make room', () => {
  expect(order(put(all, 4, null, 1))).toEqual([4, 2, 3, 1]);
  expect(order(put(all, 3, 1, 1))).toEqual([3, 2, 1, 4]);
});

test('without a priority, or with one beyond the end, it goes last', () => {
  expect(order(put(all, 1, null, null))).toEqual([4, 2, 3, 1]);
  expect(order(put(all, 1, null, 50))).toEqual([4, 2, 3, 1]);
  expect(order(put(all, 5, 1, null))).toEqual([2, 3, 5, 1, 4]);
});

test('a branch moves with what is below it', () => {
  expect(arrange(put(all, 1, 4, null)).map(({ path }) => path)).toEqual([[4, 1, 2], [4, 1, 3], [4, 1], [4]]);
});

test('nine levels are too deep, eight are not', () => {
  const chain = (levels: number) => Array.from({ length: levels }, (_, at) => of(at + 1, at || null, 1));
  expect(isTooDeep(arrange(chain(8)))).toBe(false);
  expect(isTooDeep(arrange(chain(9)))).toBe(true);
});

test('only another order or path of the same territories can change the territory of a lead', () => {
  const before = arrange(all);
  expect(isOrderChanged(before, arrange([...all, of(5, null, 3)]))).toBe(false);
  expect(isOrderChanged(before, arrange(all.filter(({ id }) => id !== 3)))).toBe(false);
  expect(isOrderChanged(before, arrange(put(all, 3, 1, 1)))).toBe(true);
  expect(isOrderChanged(before, arrange(put(all, 4, 1, null)))).toBe(true);
});
