import { createHash } from 'node:crypto';

/**
 * Throws that fall the same for the same seed on every machine: what makes the sample equal between two searches,
 * two pages and two processes.
 */
export class Dice {
  private bytes: Buffer;
  private at = 0;
  private refills = 0;

  constructor(private readonly seed: string) {
    this.bytes = createHash('sha512').update(seed).digest();
  }

  /** A number from 0 up to, not including, 1. */
  roll(): number {
    if (this.at === this.bytes.length) {
      this.bytes = createHash('sha512').update(`${this.seed}#${++this.refills}`).digest();
      this.at = 0;
    }
    const value = this.bytes.readUInt32BE(this.at);
    this.at += 4;
    return value / 2 ** 32;
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.roll() * (to - from + 1));
  }

  /** True in that share of the throws. */
  chance(share: number): boolean {
    return this.roll() < share;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.roll() * choices.length)]!;
  }

  /** Sixteen hexadecimal digits. */
  mark(): string {
    return [this.roll(), this.roll()].map((value) => (value * 2 ** 32).toString(16).padStart(8, '0')).join('');
  }
}
