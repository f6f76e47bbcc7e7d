import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@lead-finder/testing';
import type { Dice } from './dice.js';
import { found, type Finding } from './evidence.js';
import type { Import } from './imported-file.js';
import type { World } from './world.js';

/** What a fault is done to: the product under its load. */
export class Stage {
  readonly imports: Import[];
  readonly findings: Finding[] = [];

  constructor(
    readonly world: World,
    readonly dice: Dice,
    /** The large one, which is under way. */
    readonly imported: Import,
  ) {
    this.imports = [imported];
  }

  get product() {
    return this.world.product;
  }

  /** Some moment while people work and rows come in. */
  async somewhere(): Promise<void> {
    await pause(this.dice.between(100, 1_200));
  }

  async lasting(seconds: number): Promise<void> {
    await pause(seconds * 1_000);
  }

  /** When this part of the large import is done, or all of it. */
  async untilImported(part: number): Promise<void> {
    const { id, file } = this.imported;
    await eventually(
      async () => {
        const { state, processed } = await this.world.importState(id);
        if (state !== 'completed' && processed < file.rows * part)
          throw new Error(`Import ${id} is ${state} after ${processed} rows`);
      },
      { within: 120_000 },
    );
  }

  /** What the fault itself has to show, beside the invariants. */
  expect(what: string, isSo: boolean): void {
    if (!isSo) this.findings.push(...found('wrong', 'what this fault has to show', [what]));
  }
}
