import { boxAround, distanceBetween, type Point } from '../src/location/geometry.rules.js';

/** Returns a generator of numbers from 0 to 1 that are the same for the same seed (xorshift32). */
export function dice(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

type Roll = () => number;
/** A point relative to the unit square; many are outside of it. */
type Draw = () => [x: number, y: number];

const gaussian = (roll: Roll) => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll());

/** Distributions of businesses in a landscape. */
export const landscapes: Record<string, (roll: Roll) => Draw> = {
  'evenly over the land': (roll) => () => [1.2 * roll() - 0.1, 1.2 * roll() - 0.1],
  'in a dozen towns': (roll) => {
    const towns = Array.from({ length: 12 }, () => ({ x: roll(), y: roll(), wide: 0.01 + 0.04 * roll() }));
    return () => {
      const { x, y, wide } = towns[Math.floor(roll() * towns.length)]!;
      return [x + wide * gaussian(roll), y + wide * gaussian(roll)];
    };
  },
  'around one centre': (roll) => () => [0.5 + 0.1 * gaussian(roll), 0.5 + 0.1 * gaussian(roll)],
  'along streets': (roll) => () => {
    const street = (Math.floor(roll() * 20) + 0.5) / 20;
    return roll() < 0.5 ? [street + 0.001 * gaussian(roll), roll()] : [roll(), street + 0.001 * gaussian(roll)];
  },
  'most in one mall, the others anywhere': (roll) => () =>
    roll() < 0.7 ? [0.3 + 0.003 * gaussian(roll), 0.6 + 0.003 * gaussian(roll)] : [roll(), roll()],
};

/** Returns `count` points inside the circle, and all drawn points with those outside. */
export function scatter(draw: Draw, count: number, centre: Point, radius: number): { inside: Point[]; all: Point[] } {
  const { low, high } = boxAround(centre, radius);
  const [inside, all]: [Point[], Point[]] = [[], []];
  while (inside.length < count) {
    const [x, y] = draw();
    const point = {
      latitude: Number((low.latitude + y * (high.latitude - low.latitude)).toFixed(6)),
      longitude: Number((low.longitude + x * (high.longitude - low.longitude)).toFixed(6)),
    };
    all.push(point);
    if (distanceBetween(centre, point) <= radius) inside.push(point);
  }
  return { inside, all };
}
