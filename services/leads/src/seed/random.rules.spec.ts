import { below, oneOf, randomFrom, zipf } from './random.rules.js';

const numbers = (seed: number, count: number) => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => random());
};
/** Returns these numbers one after another. */
const given = (...values: number[]) => {
  const left = [...values];
  return () => left.shift()!;
};

describe('The numbers of a seed', () => {
  it('are those of mulberry32', () => {
    expect(numbers(0, 3)).toEqual([0.26642920868471265, 0.0003297457005828619, 0.2232720274478197]);
    expect(numbers(1, 2)).toEqual([0.6270739405881613, 0.002735721180215478]);
  });

  it('are the same for the same seed, taken as 32 bits without a sign', () => {
    expect(numbers(7, 5)).toEqual(numbers(7, 5));
    expect(numbers(-1, 5)).toEqual(numbers(2 ** 32 - 1, 5));
    expect(numbers(7, 5)).not.toEqual(numbers(8, 5));
  });
});

describe('A choice', () => {
  it.each([
    [0, 10, 0],
    [0.39, 10, 3],
    [0.999, 10, 9],
  ])('by %p below %i is %i', (number, end, chosen) => expect(below(() => number, end)).toBe(chosen));

  it('takes every element', () => {
    const random = given(0, 0.34, 0.67);
    expect([1, 2, 3].map(() => oneOf(random, ['a', 'b', 'c']))).toEqual(['a', 'b', 'c']);
  });
});

describe("Zipf's law", () => {
  // With three ranks the sum is 1 + 1/2 + 1/3 = 11/6, so the ranks end at 6/11, 9/11 and 1.
  it.each([
    [0, 0],
    [0.54, 0],
    [0.55, 1],
    [0.81, 1],
    [0.82, 2],
    [0.999, 2],
  ])('takes for %p of three ranks the rank %i', (number, rank) => expect(zipf(3)(() => number)).toBe(rank));

  it('takes the rank that ends exactly at the number', () => {
    // 1 + 1/2 = 3/2: the first of two ranks ends at two thirds.
    expect(zipf(2)(() => 1 / 1.5)).toBe(0);
  });

  it('takes the first of a hundred ranks fifty times as often as the fiftieth', () => {
    const rank = zipf(100);
    const counts = Array<number>(100).fill(0);
    for (let step = 0; step < 100_000; step++) counts[rank(() => step / 100_000)]! += 1;
    expect(counts[0]! / counts[49]!).toBeCloseTo(50, -1);
    expect(counts[99]).toBeGreaterThan(0);
  });
});
