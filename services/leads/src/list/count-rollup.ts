import { BackgroundTask, Database, LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LeadMapGrid } from './lead-map-grid.js';
import { LeadTotals } from './lead-totals.js';
import { LeadValues } from './lead-values.js';
import { rollUpParts, waitingParts, type RolledUpCounts, type WaitingParts } from './waiting-changes.js';

const everyMs = 3_000;
/** After this many changes the next roll-up follows at once. With more, work on many leads waits for a roll-up. */
const manyChanges = 5_000;
/** More than such a transaction adds, so that fewer wait then, and quick enough for the deadline of a call. */
const enough = 20_000;
/** PostgreSQL's own vacuum comes once a minute. Until then, reads would pass all rows that were rolled up. */
const vacuumEvery = 50_000;

/** Rolls up counters, value counts and the map grid. Reads between roll-ups are exact too, but slower. */
@Injectable()
export class CountRollup extends BackgroundTask {
  protected readonly task: PeriodicTask;
  private readonly counts: readonly RolledUpCounts[];
  private sinceVacuum = 0;

  constructor(
    private readonly database: Database,
    totals: LeadTotals,
    values: LeadValues,
    grid: LeadMapGrid,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.counts = [totals, values, grid];
    this.task = new PeriodicTask('Roll-up of the counts', () => this.rollUp(), everyMs, log);
  }

  /** Rolls up about 20,000 changes. Returns whether there is probably more. */
  async rollUp(): Promise<boolean> {
    let count = 0;
    for (const parts of await this.waiting()) if (count < enough) count += await rollUpParts(this.database, parts);
    this.sinceVacuum += count;
    if (this.sinceVacuum >= vacuumEvery) {
      this.sinceVacuum = 0;
      await this.database.query(
        `vacuum (skip_locked, truncate off) ${this.counts.map(({ changes }) => changes).join(', ')}`,
      );
    }
    return count >= manyChanges;
  }

  /** Bounds what waits: imports and bulk jobs call it between their transactions. */
  async keepUp(): Promise<void> {
    const waiting = await this.waiting();
    if (waiting.reduce((sum, { count }) => sum + count, 0) > manyChanges) await this.rollUp();
  }

  private waiting(): Promise<WaitingParts[]> {
    return waitingParts(this.database, this.counts);
  }
}
