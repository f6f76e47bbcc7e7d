import { testSeed } from '@lead-finder/testing';
import { dice, landscapes, scatter } from '../../test/scattered-points.js';
import { boxAround, distanceBetween, holds, type Point } from '../location/geometry.rules.js';
import { walkArea, type Cell } from './area-cells.rules.js';

const austin = { latitude: 30.2672, longitude: -97.7431 };
const most = 60;
const page = 20;

/** Walks over the area as a provider with pages of 20, 60 of a search, would be asked. */
function walk(places: readonly Point[], radius: number, upTo = Infinity) {
  const whole = boxAround(austin, radius);
  const found = new Set<Point>();
  const asked: Cell[] = [];
  let calls = 0;
  const steps = walkArea({ centre: austin, radius }, whole, most);
  let step = steps.next();
  while (!step.done && asked.length < upTo) {
    const { box } = step.value;
    const told = places.filter((point) => holds(box, point)).slice(0, most);
    asked.push(step.value);
    calls += Math.max(1, Math.ceil(told.length / page));
    for (const point of told) if (distanceBetween(austin, point) <= radius) found.add(point);
    step = steps.next({ count: told.length, isFull: told.length >= most, points: told });
  }
  return { found, calls, asked };
}

describe('A walk over an area', () => {
  it.each(Object.entries(landscapes))('finds all of 20,000 places that lie %s, and asks little', (_, landscape) => {
    const { inside, all } = scatter(landscape(dice(testSeed)), 20_000, austin, 50_000);
    const { found, calls } = walk(all, 50_000);
    const missing = inside.filter((point) => distanceBetween(austin, point) <= 50_000 && !found.has(point));
    expect(missing).toEqual([]);
    expect(calls).toBeLessThanOrEqual((2.5 * inside.length) / page);
  });

  it.each([0, 1, 59, 60, 61, 300])('finds all of %i places', (count) => {
    const { inside, all } = scatter(landscapes['evenly over the land']!(dice(testSeed)), count, austin, 5_000);
    expect(walk(all, 5_000).found.size).toBe(inside.length);
  });

  it('asks once where there is little', () => {
    const { inside, all } = scatter(landscapes['around one centre']!(dice(testSeed)), 40, austin, 5_000);
    expect(walk(all, 5_000)).toMatchObject({ calls: 2, asked: [{ path: '' }] });
    expect(inside).toHaveLength(40);
  });

  it('gives a spot up that is full however small it is cut', () => {
    const spot = Array.from({ length: 500 }, () => ({ latitude: 30.2681, longitude: -97.7421 }));
    expect(walk(spot, 5_000).asked.length).toBeLessThan(200);
  });

  it('goes the same way again with the same answers', () => {
    const { all } = scatter(landscapes['in a dozen towns']!(dice(testSeed)), 2_000, austin, 20_000);
    const half = walk(all, 20_000, 50).asked;
    expect(walk(all, 20_000).asked.slice(0, half.length)).toEqual(half);
  });

  it('asks for no cell that lies outside the circle', () => {
    const { all } = scatter(landscapes['evenly over the land']!(dice(testSeed)), 2_000, austin, 20_000);
    for (const { box } of walk(all, 20_000).asked) {
      const nearest = {
        latitude: Math.max(box.low.latitude, Math.min(austin.latitude, box.high.latitude)),
        longitude: Math.max(box.low.longitude, Math.min(austin.longitude, box.high.longitude)),
      };
      expect(distanceBetween(austin, nearest)).toBeLessThanOrEqual(20_000);
    }
  });
});
