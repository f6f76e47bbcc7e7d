import { Database, LOGGER, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LeadMapGrid } from './lead-map-grid.js';
import { LeadTotals } from './lead-totals.js';
import { LeadValues } from './lead-values.js';

const everyMs = 3_000;

/** Rolls up counters, value counts and the map grid. Reads between roll-ups are exact too, but slower. */
@Injectable()
export class CountRollup implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly totals: LeadTotals,
    private readonly values: LeadValues,
    private readonly grid: LeadMapGrid,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.plan();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  async rollUp(): Promise<void> {
    while (!this.isStopping && (await this.rollUpSome()));
  }

  /** Returns whether there is more. Only one replica rolls up at a time; the others skip it. */
  private rollUpSome(): Promise<boolean> {
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

  private plan(): void {
    this.timer = setTimeout(() => {
      this.running = this.rollUp()
        .catch((error: unknown) =>
          this.log.warn({ err: error }, 'Counts not rolled up. They stay exact and are rolled up again in 3 seconds.'),
        )
        .finally(() => this.isStopping || this.plan());
    }, everyMs).unref();
  }
}
