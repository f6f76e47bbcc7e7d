import { createHash } from 'node:crypto';

/** Yields the same numbers for the same seed on every machine. */
export class Dice {
  private bytes: Buffer;
  private at = 0;
  private refills = 0;

  constructor(private readonly seed: string) {
    this.bytes = createHash('sha512').update(seed).digest();
  }

  /** Returns a number from 0 to 1, without 1. */
  roll(): number {
    if (this.at === this.bytes.length) {
      this.bytes = createHash('sha512').update(`${this.seed}#${++this.refills}`).digest();
      this.at = 0;
    }
    const value = this.bytes.readUInt32BE(this.at);
    this.at += 4;
    return value / 2 ** 32;
  }

  /** Returns a whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.roll() * (to - from + 1));
  }

  /** Returns true with that probability. */
  chance(share: number): boolean {
    return this.roll() < share;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.roll() * choices.length)]!;
  }

  /** Returns sixteen hexadecimal digits. */
  mark(): string {
    return [this.roll(), this.roll()].map((value) => (value * 2 ** 32).toString(16).padStart(8, '0')).join('');
  }
}
