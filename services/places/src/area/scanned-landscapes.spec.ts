import { testSeed } from '@lead-finder/testing';
import { dice, landscapes, scatter } from '../../test/scattered-points.js';
import { scanPlaces } from '../../test/scan-places.js';
import { distanceBetween } from '../location/geometry.rules.js';

const austin = { latitude: 30.2672, longitude: -97.7431 };
const page = 20;

describe('A scan of an area', () => {
  it.each(Object.entries(landscapes))('finds all of 20,000 places that lie %s, with few calls', (_, landscape) => {
    const { inside, all } = scatter(landscape(dice(testSeed)), 20_000, austin, 50_000);
    const { found, calls } = scanPlaces(all, austin, 50_000);
    const missing = inside.filter((point) => distanceBetween(austin, point) <= 50_000 && !found.has(point));
    expect(missing).toEqual([]);
    expect(calls).toBeLessThanOrEqual((2.5 * inside.length) / page);
  });

  it.each([0, 1, 59, 60, 61, 300])('finds all of %i places', (count) => {
    const { inside, all } = scatter(landscapes['evenly over the land']!(dice(testSeed)), count, austin, 5_000);
    expect(scanPlaces(all, austin, 5_000).found.size).toBe(inside.length);
  });

  it('searches the same squares again for the same results', () => {
    const { all } = scatter(landscapes['in a dozen towns']!(dice(testSeed)), 2_000, austin, 20_000);
    const half = scanPlaces(all, austin, 20_000, 50).searched;
    expect(scanPlaces(all, austin, 20_000).searched.slice(0, half.length)).toEqual(half);
  });

  it('searches no square outside the circle', () => {
    const { all } = scatter(landscapes['evenly over the land']!(dice(testSeed)), 2_000, austin, 20_000);
    for (const { box } of scanPlaces(all, austin, 20_000).searched) {
      const nearest = {
        latitude: Math.max(box.low.latitude, Math.min(austin.latitude, box.high.latitude)),
        longitude: Math.max(box.low.longitude, Math.min(austin.longitude, box.high.longitude)),
      };
      expect(distanceBetween(austin, nearest)).toBeLessThanOrEqual(20_000);
    }
  });
});
