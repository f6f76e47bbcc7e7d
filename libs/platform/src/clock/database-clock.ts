import type { Database } from '../database/database.js';
import type { Logger } from '../logging/logger.js';
import { Clock } from './clock.js';

const syncEveryMs = 30_000;
/** An answer that took longer may be as old as that. */
const promptMs = 1_000;

/**
 * The time of the database, which every process of the product then has, whatever the clock of its own machine says:
 * sessions, locks, reminders and weeks end for all of them at once. Between two looks it goes on by itself.
 */
export class DatabaseClock extends Clock {
  /** The database's time at zero of `performance.now()`, which nobody sets. */
  private zero: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {
    super();
  }

  static async open(database: Database, log: Logger): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database, log);
    await clock.sync();
    clock.timer = setInterval(() => void clock.trySync(), syncEveryMs).unref();
    return clock;
  }

  now(): Date {
    return new Date(this.zero! + performance.now());
  }

  close(): void {
    clearInterval(this.timer);
  }

  async sync(): Promise<void> {
    const askedAt = performance.now();
    const [row] = await this.database.query<{ at: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
    );
    const answeredAt = performance.now();
    if (this.zero !== undefined && answeredAt - askedAt >= promptMs) return;
    // The database read its clock somewhere between the two, and where is not known. What the machine says is taken if it
    // lies between them: services on machines that are set right then agree to the millisecond, however slow the answer was.
    const machine = Date.now() - performance.now();
    this.zero = Math.min(Math.max(machine, row!.at - answeredAt), row!.at - askedAt);
  }

  private async trySync(): Promise<void> {
    await this.sync().catch((error: unknown) => this.log.debug({ err: error }, 'the database did not tell its time'));
  }
}
