export type Random = () => number;

/** Returns the same numbers for the same seed (mulberry32), so that a seed is repeatable. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const below = (random: Random, end: number) => Math.floor(random() * end);

export const oneOf = <T>(random: Random, all: readonly T[]): T => all[below(random, all.length)]!;

/** Returns ranks from 0 with frequencies of Zipf's law: the second half as frequent as the first, the third a third. */
export function zipf(ranks: number): (random: Random) => number {
  const reached: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= ranks; rank++) reached.push((sum += 1 / rank));
  return (random) => {
    const at = random() * sum;
    let [low, high] = [0, ranks - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (reached[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
