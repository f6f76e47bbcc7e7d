import { Database, LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LeadMapGrid } from './lead-map-grid.js';
import { LeadTotals } from './lead-totals.js';
import { LeadValues } from './lead-values.js';

const everyMs = 3_000;

/** Rolls up counters, value counts and the map grid. Reads between roll-ups are exact too, but slower. */
@Injectable()
export class CountRollup implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly totals: LeadTotals,
    private readonly values: LeadValues,
    private readonly grid: LeadMapGrid,
    @Inject(LOGGER) log: Logger,
  ) {
    this.task = new PeriodicTask('Roll-up of the counts', () => this.rollUp(), everyMs, log);
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  /** Returns whether there is more. Only one replica rolls up at a time; the others skip it. */
  private rollUp(): Promise<boolean> {
    return this.database.transaction(async () => {
      const [lock] = await this.database.query<{ mine: boolean }>(
        `select pg_try_advisory_xact_lock(hashtextextended('fold ' || current_schema, 0)) as mine`,
      );
      if (!lock!.mine) return false;
      await this.totals.rollUp();
      await this.values.rollUp();
      return this.grid.rollUp();
    });
  }
}
