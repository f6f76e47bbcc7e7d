import { boxAround, distanceBetween, type Box, type Point } from '../location/geometry.rules.js';
import { scanArea, shareOf, type Circle } from './area-grid.rules.js';

const maxResults = 60;
const at = (latitude: number, longitude: number): Point => ({ latitude, longitude });
const boxOf = (south: number, west: number, north: number, east: number): Box => ({
  low: at(south, west),
  high: at(north, east),
});
/** Twice as wide as high, and all of it inside the circle. */
const whole = boxOf(0, -1, 1, 1);
const everything: Circle = { centre: at(0.5, 0), radius: 200_000 };

interface Result {
  count: number;
  /** Only of a full square. */
  points?: Point[];
}

/** Scans with the given result of each square, or `otherwise`. Returns the squares in the order of their searches. */
function scan(
  results: Record<string, Result>,
  { area = everything, box = whole, otherwise = { count: 0 } as Result | ((path: string, box: Box) => Result) } = {},
) {
  const steps = scanArea(area, box, maxResults);
  const boxes: Record<string, Box> = {};
  const paths: string[] = [];
  let step = steps.next();
  while (!step.done) {
    const { path, box: square } = step.value;
    const { count, points } = results[path] ?? (typeof otherwise === 'function' ? otherwise(path, square) : otherwise);
    boxes[path] = square;
    paths.push(path);
    step = steps.next({ count, isFull: points !== undefined, points: points ?? [] });
  }
  return { paths, boxes, total: step.value };
}
const full = (...points: Point[]): Result => ({ count: maxResults, points });
/** Four places west of the middle and four east of it, on one parallel. */
const eight = [-0.8, -0.6, -0.4, -0.2, 0.2, 0.4, 0.6, 0.8].map((longitude) => at(0.5, longitude));

describe('A scan of an area', () => {
  it('is one search if its result is not full', () => {
    expect(scan({ '': { count: 59 } })).toEqual({ paths: [''], boxes: { '': whole }, total: 59 });
  });

  it('searches both halves of a full square and sums their places', () => {
    const { paths, total } = scan({ '': full(...eight), '0': { count: 31 }, '1': { count: 33 } });
    expect(paths).toEqual(['', '0', '1']);
    expect(total).toBe(64);
  });

  it('searches nothing outside of the circle', () => {
    const area = { centre: at(0.5, 0.8), radius: 50_000 };
    expect(scan({ '': full(...eight) }, { area }).paths).toEqual(['', '1']);
    expect(scan({}, { area: { centre: at(0.5, 3), radius: 50_000 } })).toEqual({ paths: [], boxes: {}, total: 0 });
  });

  it.each([
    ['east', at(0.5, 2), at(0.5, 1)],
    ['west', at(0.5, -2), at(0.5, -1)],
    ['north', at(2, 0), at(1, 0)],
    ['south', at(-1, 0), at(0, 0)],
  ])('reaches a circle to the %s only if the circle touches the box', (_, centre, nearest) => {
    const radius = distanceBetween(centre, nearest);
    expect(scan({}, { area: { centre, radius } }).paths).toEqual(['']);
    expect(scan({}, { area: { centre, radius: radius - 1 } }).paths).toEqual([]);
  });
});

describe('A full square is cut', () => {
  it('at the median of its places, across the side along which they spread', () => {
    const places = [at(0.5, -0.5), at(0.5, -0.125), at(0.5, 0.375), at(0.5, 0.5)];
    const { boxes } = scan({ '': full(...places) });
    expect(boxes['0']).toEqual(boxOf(0, -1, 1, 0.125));
    expect(boxes['1']).toEqual(boxOf(0, 0.125, 1, 1));
  });

  it('into south and north if its places spread more to the north', () => {
    const places = [at(0.9, 0.1), at(0.1, -0.1), at(0.25, 0.1), at(0.5, 0.3)];
    const { boxes } = scan({ '': full(...places) });
    expect(boxes['0']).toEqual(boxOf(0, -1, 0.375, 1));
    expect(boxes['1']).toEqual(boxOf(0.375, -1, 1, 1));
  });

  it('by metres and not by degrees: far in the north a degree of longitude is short', () => {
    const box = boxOf(60, -1, 61, 1);
    const area = { centre: at(60.5, 0), radius: 200_000 };
    const places = [at(60.1, -0.4), at(60.2, -0.1), at(60.3, 0.1), at(60.6, 0.4)];
    expect(scan({ '': full(...places) }, { area, box }).boxes['0']?.high.latitude).toBe(60.25);
    const tall = boxOf(60, -0.9, 61, 0.9);
    expect(scan({ '': full() }, { area, box: tall }).boxes['0']?.high.latitude).toBe(60.5);
  });

  it('without regard to the outer tenth of its places at either end', () => {
    const inner = [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7].map((latitude) => at(latitude, 0));
    const { boxes } = scan({ '': full(at(0.5, -0.9), ...inner, at(0.5, 0.9)) });
    expect(boxes['0']?.high).toEqual(at(0.5, 1));
    const others = [-0.4, -0.3, -0.2, -0.1, 0.1, 0.2, 0.3, 0.4].map((longitude) => at(0.5, longitude));
    const spread = scan({ '': full(at(0.5, -0.9), at(0.45, 0), ...others) });
    expect(spread.boxes['0']?.high.latitude).toBe(1);
  });

  it('into west and east if its places spread as far to the east as to the north', () => {
    const places = [at(0.25, 0), at(0.5, 0.25), at(0.25, 0.25), at(0.5, 0)];
    expect(scan({ '': full(...places) }).boxes['0']).toEqual(boxOf(0, -1, 1, 0.125));
    const tall = boxOf(0, 0, 1, 0.5);
    const along = [0.1, 0.125, 0.25, 0.3].map((longitude) => at(0.5, longitude));
    expect(scan({ '': full(...along) }, { box: tall }).boxes['0']).toEqual(boxOf(0, 0, 1, 0.1875));
  });

  it('in the middle of its longer side if it knows fewer than four places', () => {
    const places = [at(0.1, 0.9), at(0.5, 0.9), at(0.9, 0.9)];
    expect(scan({ '': full(...places) }).boxes['0']).toEqual(boxOf(0, -1, 1, 0));
    const tall = boxOf(0, 0, 1, 0.5);
    expect(scan({ '': full(...places) }, { box: tall }).boxes['1']).toEqual(boxOf(0.5, 0, 1, 0.5));
    const square = boxOf(0, 0, 1, 1);
    expect(scan({ '': full(...places) }, { box: square }).boxes['1']).toEqual(boxOf(0, 0.5, 1, 1));
    const north = { area: { centre: at(60.5, 0), radius: 200_000 }, box: boxOf(60, -2, 61, 2) };
    expect(scan({ '': full(...places) }, north).boxes['0']?.high).toEqual(at(61, 0));
  });

  it('across its longer side if all places are on one spot, into parts of at least 2 %', () => {
    const atEnd = Array.from({ length: 4 }, () => at(0.5, 0.999));
    expect(scan({ '': full(...atEnd) }).boxes['0']).toEqual(boxOf(0, -1, 1, 0.96));
    const atStart = Array.from({ length: 4 }, () => at(0.5, -0.999));
    expect(scan({ '': full(...atStart) }).boxes['0']).toEqual(boxOf(0, -1, 1, -0.96));
    const inMiddle = Array.from({ length: 4 }, () => at(0.5, 0.25));
    expect(scan({ '': full(...inMiddle) }, { box: boxOf(0, 0, 1, 0.5) }).boxes['0']).toEqual(boxOf(0, 0, 0.5, 0.5));
  });

  it('until it is smaller than a house', () => {
    const area = (radius: number) => ({ centre: at(0, 0), radius });
    const small = scan({ '': full() }, { area: area(7), box: boxAround(at(0, 0), 7) });
    expect([small.paths, small.total]).toEqual([[''], 60]);
    const larger = scan({ '': full() }, { area: area(7.2), box: boxAround(at(0, 0), 7.2) });
    expect(larger.paths).toEqual(['', '0', '1']);
  });

  it('at most 200 times', () => {
    const otherwise = (path: string, { low }: Box): Result =>
      path.includes('0') ? { count: 0 } : full(low, low, low, low);
    const { paths, total } = scan({}, { otherwise });
    expect(paths).toHaveLength(401);
    expect(paths.at(-1)).toBe('1'.repeat(200));
    expect(total).toBe(60);
  });
});

describe('The second half of a cut', () => {
  it.each([
    [51, ['', '0', '1']],
    [52, ['', '0', '10', '11']],
  ])('is searched only if its estimate is at most 85 %% of a full result: with %i in the first', (count, paths) => {
    expect(scan({ '': full(...eight), '0': { count } }).paths).toEqual(paths);
  });

  it('is estimated from the first by the known places of both', () => {
    const places = [-0.9, -0.8, -0.7, -0.6, -0.5, 0.1, 0.1, 0.1, 0.1].map((longitude) => at(0.5, longitude));
    // The median is the mean of the fourth and the fifth place: four are in the first half, and five in the second.
    expect(scan({ '': full(...places), '0': { count: 41 } }).paths).toEqual(['', '0', '10', '11']);
    expect(scan({ '': full(...places), '0': { count: 40 } }).paths).toEqual(['', '0', '1']);
  });

  it('is searched if the first half knew no place', () => {
    const spot = Array.from({ length: 4 }, () => at(0.5, 0.999));
    expect(scan({ '': full(...spot), '0': { count: 59 } }).paths).toEqual(['', '0', '1']);
  });

  it('is searched if the places of the square do not say where it was cut', () => {
    expect(scan({ '': full(at(0.5, 0)), '0': { count: 59 } }).paths).toEqual(['', '0', '1']);
  });

  it('that is surely full is cut at its known places, and the estimate goes to its parts', () => {
    const results = { '': full(...eight), '0': full(...eight.slice(0, 4)), '00': { count: 55 }, '01': { count: 45 } };
    // The first half has 100 places. So the second probably has 100, and each of its halves 50.
    const { paths, boxes, total } = scan({ ...results, '10': { count: 51 }, '11': { count: 40 } });
    expect(paths).toEqual(['', '0', '00', '010', '011', '10', '11']);
    expect(boxes['10']).toEqual(boxOf(0, 0, 1, 0.5));
    expect(total).toBe(55 + 0 + 0 + 51 + 40);
  });

  it.each([
    [57, ['100', '101', '110', '111']],
    [59, ['100', '1010', '1011', '110', '111']],
  ])('without known places is estimated by the mean of the first and its estimate: with %i', (count, searched) => {
    const first = { '0': full(...eight.slice(0, 4)), '00': { count: 59 }, '010': { count: 59 }, '011': { count: 59 } };
    // The first half has 177 places. So 88.5 are expected in '10', and 44.25 in '100'.
    const { paths } = scan({ '': full(...eight), ...first, '100': { count } });
    expect(paths.filter((path) => path.startsWith('1'))).toEqual(searched);
  });
});

it('the share of a box in the whole is that of their areas in degrees', () => {
  expect(shareOf(boxOf(0.25, 0, 0.75, 1), whole)).toBe(0.25);
  expect(shareOf(whole, whole)).toBe(1);
});
