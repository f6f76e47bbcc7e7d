/** Random numbers: the same seed and name give the same sequence. */
export class Dice {
  private state: number;

  constructor(seed: number, name = '') {
    this.state =
      [...name].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619), seed | 0) >>> 0;
  }

  /** Returns a number from 0 to below 1. */
  throw(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.throw() * (max - min + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[this.between(0, from.length - 1)]!;
  }

  shuffled<T>(given: readonly T[]): T[] {
    const left = [...given];
    return given.map(() => left.splice(this.between(0, left.length - 1), 1)[0]!);
  }
}
