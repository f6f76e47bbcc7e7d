import type { EventContract, ServiceName } from '@lead-finder/contracts';
import { runInContext } from '../context/request-context.js';
import type { Database } from '../database/database.js';
import type { Logger } from '../logging/logger.js';
import type { CarriedEvent, EventCarrier, Hearing } from './event-carrier.js';
import type { HeardEvent } from './on.js';
import { inSpan } from '../tracing/spans.js';
import { Rounds } from './rounds.js';

export interface EventHearer {
  event: EventContract;
  hear: (payload: never, event: HeardEvent) => Promise<void>;
}

export interface HearingOptions {
  service: ServiceName;
  database: Database;
  carrier: EventCarrier;
  log: Logger;
  hearers: readonly EventHearer[];
  /** Until the second attempt; each further one waits twice as long, the tenth comes after about 8 minutes. */
  firstRetryMs?: number;
}

/** An event that failed so often is parked until `replayParked`. */
const mostAttempts = 10;

/**
 * Hears events for a service: each is written to the inbox and handled in one transaction, so it counts once however
 * often it comes. One whose handler fails waits in `parked_events` for its next attempt, and holds up nobody.
 */
export async function startHearing({ firstRetryMs = 1_000, ...options }: HearingOptions): Promise<Hearing> {
  const inbox = new Inbox(options, firstRetryMs);
  const everyMs = Math.min(firstRetryMs, 1_000);
  const retries = new Rounds('trying failed events again', () => inbox.retryOne(), everyMs, options.log);
  const hearing = await options.carrier.hear(options.service, (event) => inbox.take(event));
  retries.start();
  return {
    stop: async () => {
      await hearing.stop();
      await retries.stop();
    },
  };
}

/** Gives parked events their ten attempts again, all or those with these ids. Answers how many. */
export async function replayParked(database: Database, eventIds?: readonly string[]): Promise<number> {
  const rows = await database.query(
    `update parked_events set attempts = 0, parked_at = null, try_at = now()
     where parked_at is not null and ($1::uuid[] is null or event_id = any($1)) returning event_id`,
    [eventIds ?? null],
  );
  return rows.length;
}

class Inbox {
  private readonly database: Database;
  private readonly log: Logger;

  constructor(
    private readonly options: Omit<HearingOptions, 'firstRetryMs'>,
    private readonly firstRetryMs: number,
  ) {
    this.database = options.database;
    this.log = options.log;
  }

  /** Resolves when the event is handled or kept for another attempt; throws when the database takes neither. */
  take(event: CarriedEvent): Promise<void> {
    return inContextOf(event, () => this.takeOnce(event));
  }

  private async takeOnce(event: CarriedEvent): Promise<void> {
    const kept = await this.database.query('select 1 from parked_events where event_id = $1', [event.id]);
    if (kept.length > 0) return;
    try {
      await this.handle(event);
    } catch (error) {
      await this.database.query(
        `insert into parked_events (event_id, type, event, attempts, problem, try_at)
         values ($1, $2, $3, 1, $4, now() + $5 * interval '1 millisecond') on conflict do nothing`,
        [event.id, event.type, JSON.stringify(event), problemOf(error), this.firstRetryMs],
      );
      const line = { err: error, eventId: event.id, type: event.type };
      this.log.warn(line, 'an event could not be handled and is tried again');
    }
  }

  /** Answers whether there was one to try. */
  async retryOne(): Promise<boolean> {
    // A minute to itself: another replica goes on with it when this one is killed in the middle.
    const [row] = await this.database.query<{ event: CarriedEvent; attempts: number }>(
      `update parked_events set attempts = attempts + 1, try_at = now() + interval '1 minute'
       where event_id = (
         select event_id from parked_events where try_at <= now() order by try_at limit 1 for update skip locked
       )
       returning event, attempts`,
    );
    if (row) await inContextOf(row.event, () => this.tryAgain(row.event, row.attempts));
    return row !== undefined;
  }

  private async tryAgain(event: CarriedEvent, attempts: number): Promise<void> {
    try {
      if (attempts > mostAttempts) throw new Error('The process ended each time while it handled this event');
      await this.handle(event);
    } catch (error) {
      await this.failedAgain(event, attempts, error);
    }
  }

  private async failedAgain(event: CarriedEvent, attempts: number, error: unknown): Promise<void> {
    const isLast = attempts >= mostAttempts;
    await this.database.query(
      `update parked_events set problem = $2,
         try_at = case when $3 then null else now() + $4 * interval '1 millisecond' end,
         parked_at = case when $3 then now() end
       where event_id = $1`,
      [event.id, problemOf(error), isLast, this.firstRetryMs * 2 ** (attempts - 1)],
    );
    const line = { err: error, eventId: event.id, type: event.type, attempts };
    if (isLast) this.log.error(line, 'an event was parked: it failed ten times');
    else this.log.warn(line, 'an event failed again');
  }

  private async handle(event: CarriedEvent): Promise<void> {
    const { id, type } = event;
    const span = { role: this.options.service, name: `hear ${type}`, kind: 'consumer' } as const;
    const isFresh = await inSpan(span, () =>
      this.database.transaction(async () => {
        const fresh = await this.database.query(
          'insert into inbox (event_id, type) values ($1, $2) on conflict do nothing returning event_id',
          [id, type],
        );
        if (fresh.length > 0) await this.hand(event);
        await this.database.query('delete from parked_events where event_id = $1', [id]);
        return fresh.length > 0;
      }),
    );
    if (isFresh) this.log.info({ eventId: id, type }, 'an event was heard');
  }

  private async hand({ id, type, payload, occurredAt, requestId }: CarriedEvent): Promise<void> {
    const hearers = this.options.hearers.filter(({ event }) => event.type === type);
    if (hearers.length === 0) throw new Error(`Nothing in the ${this.options.service} service hears ${type}`);
    for (const { event, hear } of hearers) {
      await hear(event.payload.parse(payload) as never, { id, occurredAt: new Date(occurredAt), requestId });
    }
  }
}

/** Every line of the work carries the id of the request that caused the event. */
const inContextOf = <T>({ requestId, traceparent }: CarriedEvent, work: () => Promise<T>) =>
  runInContext({ requestId, ...(traceparent && { traceparent }) }, work);

/** PostgreSQL keeps no NUL in a text. */
const problemOf = (error: unknown) =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).replaceAll('\0', '');
