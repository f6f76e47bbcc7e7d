import { testSeed } from '@lead-finder/testing';
import { dice, landscapes, scatter } from '../../test/scattered-points.js';
import { boxAround, contains, distanceBetween, type Point } from '../location/geometry.rules.js';
import { scanArea, type GridSquare } from './area-grid.rules.js';

const austin = { latitude: 30.2672, longitude: -97.7431 };
const maxResults = 60;
const page = 20;

/** Scans the area with a provider of pages of 20 and at most 60 results per search. */
function scan(places: readonly Point[], radius: number, upTo = Infinity) {
  const whole = boxAround(austin, radius);
  const found = new Set<Point>();
  const searched: GridSquare[] = [];
  let calls = 0;
  const steps = scanArea({ centre: austin, radius }, whole, maxResults);
  let step = steps.next();
  while (!step.done && searched.length < upTo) {
    const { box } = step.value;
    const returned = places.filter((point) => contains(box, point)).slice(0, maxResults);
    searched.push(step.value);
    calls += Math.max(1, Math.ceil(returned.length / page));
    for (const point of returned) if (distanceBetween(austin, point) <= radius) found.add(point);
    step = steps.next({ count: returned.length, isFull: returned.length >= maxResults, points: returned });
  }
  return { found, calls, searched };
}

describe('A scan of an area', () => {
  it.each(Object.entries(landscapes))('finds all of 20,000 places that lie %s, with few calls', (_, landscape) => {
    const { inside, all } = scatter(landscape(dice(testSeed)), 20_000, austin, 50_000);
    const { found, calls } = scan(all, 50_000);
    const missing = inside.filter((point) => distanceBetween(austin, point) <= 50_000 && !found.has(point));
    expect(missing).toEqual([]);
    expect(calls).toBeLessThanOrEqual((2.5 * inside.length) / page);
  });

  it.each([0, 1, 59, 60, 61, 300])('finds all of %i places', (count) => {
    const { inside, all } = scatter(landscapes['evenly over the land']!(dice(testSeed)), count, austin, 5_000);
    expect(scan(all, 5_000).found.size).toBe(inside.length);
  });

  it('searches once if there are few places', () => {
    const { inside, all } = scatter(landscapes['around one centre']!(dice(testSeed)), 40, austin, 5_000);
    expect(scan(all, 5_000)).toMatchObject({ calls: 2, searched: [{ path: '' }] });
    expect(inside).toHaveLength(40);
  });

  it('gives up on a spot that is full at every size', () => {
    const spot = Array.from({ length: 500 }, () => ({ latitude: 30.2681, longitude: -97.7421 }));
    expect(scan(spot, 5_000).searched.length).toBeLessThan(200);
  });

  it('searches the same squares again for the same results', () => {
    const { all } = scatter(landscapes['in a dozen towns']!(dice(testSeed)), 2_000, austin, 20_000);
    const half = scan(all, 20_000, 50).searched;
    expect(scan(all, 20_000).searched.slice(0, half.length)).toEqual(half);
  });

  it('searches no square outside the circle', () => {
    const { all } = scatter(landscapes['evenly over the land']!(dice(testSeed)), 2_000, austin, 20_000);
    for (const { box } of scan(all, 20_000).searched) {
      const nearest = {
        latitude: Math.max(box.low.latitude, Math.min(austin.latitude, box.high.latitude)),
        longitude: Math.max(box.low.longitude, Math.min(austin.longitude, box.high.longitude)),
      };
      expect(distanceBetween(austin, nearest)).toBeLessThanOrEqual(20_000);
    }
  });
});
