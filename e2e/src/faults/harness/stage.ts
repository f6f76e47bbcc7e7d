import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@lead-finder/testing';
import type { Dice } from './dice.js';
import { found, type Finding } from './evidence.js';
import type { Import } from './imported-file.js';
import type { World } from './world.js';

/** The product under load, on which a fault acts. */
export class Stage {
  readonly imports: Import[];
  readonly findings: Finding[] = [];

  constructor(
    readonly world: World,
    readonly dice: Dice,
    /** The large import, which is running. */
    readonly imported: Import,
  ) {
    this.imports = [imported];
  }

  get product() {
    return this.world.product;
  }

  /** Waits until a random moment of the load. */
  async somewhere(): Promise<void> {
    await pause(this.dice.between(100, 1_200));
  }

  async lasting(seconds: number): Promise<void> {
    await pause(seconds * 1_000);
  }

  /** Waits until this share of the large import is processed. */
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

  /** Checks a condition of the fault itself, in addition to the invariants. */
  expect(what: string, isSo: boolean): void {
    if (!isSo) this.findings.push(...found('wrong', 'what this fault has to show', [what]));
  }
}
