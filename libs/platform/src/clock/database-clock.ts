import type { Database } from '../database/database.js';
import type { Logger } from '../logging/logger.js';
import { Clock } from './clock.js';

const syncEveryMs = 30_000;
/** A slower result may be off by as much. */
const promptMs = 1_000;

/** The time of the database, so that sessions, locks and weeks end at the same time in all processes. */
export class DatabaseClock extends Clock {
  /** The database's time when `performance.now()` was zero; that clock is never set. */
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
    // The database read its clock between the two. The machine's time counts if it lies there too, to the millisecond.
    const machine = Date.now() - performance.now();
    this.zero = Math.min(Math.max(machine, row!.at - answeredAt), row!.at - askedAt);
  }

  private async trySync(): Promise<void> {
    await this.sync().catch((error: unknown) =>
      this.log.debug({ err: error }, 'Time of the database not read. It is read again in 30 seconds.'),
    );
  }
}
