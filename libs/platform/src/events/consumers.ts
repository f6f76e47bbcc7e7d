import type { EventContract, ServiceName } from '@lead-finder/contracts';
import { runInContext } from '../context/request-context.js';
import type { Database } from '../database/database.js';
import type { Logger } from '../logging/logger.js';
import type { EventMessage, EventTransport, RunningConsumers } from './event-transport.js';
import type { ReceivedPayload, ReceivedEvent } from './on-event.js';
import { startSpan } from '../tracing/spans.js';
import { PeriodicTask } from '../jobs/periodic-task.js';

export type EventConsumer = { event: EventContract } & (
  | { consume: (payload: never, event: ReceivedEvent) => Promise<void> }
  | { consumeBatch: (events: readonly ReceivedPayload<never>[]) => Promise<void> }
);

export interface ConsumersOptions {
  service: ServiceName;
  database: Database;
  transport: EventTransport;
  log: Logger;
  consumers: readonly EventConsumer[];
  /** The wait before the second attempt. It doubles each time; the tenth attempt follows after about 8 minutes. */
  firstRetryMs?: number;
}

/** After this many failures an event becomes a dead letter until `replayDeadLetters`. */
const maxAttempts = 10;

/** Handles waiting events in one transaction with the inbox. If that fails, each event gets its own transaction. */
export async function startConsumers({
  firstRetryMs = 1_000,
  ...options
}: ConsumersOptions): Promise<RunningConsumers> {
  const inbox = new Inbox(options, firstRetryMs);
  const everyMs = Math.min(firstRetryMs, 1_000);
  const retries = new PeriodicTask('Retry of failed events', () => inbox.retryOne(), everyMs, options.log);
  const running = await options.transport.consume(options.service, (events) => inbox.take(events));
  retries.start();
  return {
    stop: async () => {
      await running.stop();
      await retries.stop();
    },
  };
}

export async function replayDeadLetters(database: Database, eventIds?: readonly string[]): Promise<number> {
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
    private readonly options: Omit<ConsumersOptions, 'firstRetryMs'>,
    private readonly firstRetryMs: number,
  ) {
    this.database = options.database;
    this.log = options.log;
  }

  /** Resolves when each event is handled or stored for another attempt; throws if the database fails. */
  async take(events: readonly EventMessage[]): Promise<void> {
    const [first, ...more] = events;
    if (!first) return;
    try {
      await this.handle([first, ...more]);
    } catch (error) {
      if (more.length === 0) await this.setAside(first, error);
      else for (const each of [first, ...more]) await this.take([each]);
    }
  }

  private async setAside(event: EventMessage, error: unknown): Promise<void> {
    await this.database.query(
      `insert into parked_events (event_id, type, event, attempts, problem, try_at)
       values ($1, $2, $3, 1, $4, now() + $5 * interval '1 millisecond') on conflict do nothing`,
      [event.id, event.type, JSON.stringify(event), problemOf(error), this.firstRetryMs],
    );
    const line = { err: error, eventId: event.id, type: event.type };
    inContextOf(event, () => this.log.warn(line, 'Event failed. It is retried by itself.'));
  }

  async retryOne(): Promise<boolean> {
    // Reserves it for a minute, after which another replica continues if this one was killed.
    const [row] = await this.database.query<{ event: EventMessage; attempts: number }>(
      `update parked_events set attempts = attempts + 1, try_at = now() + interval '1 minute'
       where event_id = (
         select event_id from parked_events where try_at <= now() order by try_at limit 1 for update skip locked
       )
       returning event, attempts`,
    );
    if (row) await inContextOf(row.event, () => this.tryAgain(row.event, row.attempts));
    return row !== undefined;
  }

  private async tryAgain(event: EventMessage, attempts: number): Promise<void> {
    try {
      if (attempts > maxAttempts) throw new Error('The process ended each time while it handled this event');
      await this.handle([event], { isRetry: true });
    } catch (error) {
      await this.failedAgain(event, attempts, error);
    }
  }

  private async failedAgain(event: EventMessage, attempts: number, error: unknown): Promise<void> {
    const isLast = attempts >= maxAttempts;
    await this.database.query(
      `update parked_events set problem = $2,
         try_at = case when $3 then null else now() + $4 * interval '1 millisecond' end,
         parked_at = case when $3 then now() end
       where event_id = $1`,
      [event.id, problemOf(error), isLast, this.firstRetryMs * 2 ** (attempts - 1)],
    );
    const line = { err: error, eventId: event.id, type: event.type, attempts };
    if (isLast) this.log.error(line, 'Event failed ten times and is a dead letter now. Fix the cause, then replay it.');
    else this.log.warn(line, 'Event failed again. It is retried by itself.');
  }

  /** Adds a span to the trace of each event. The shared work belongs to the trace of the first. */
  private async handle(events: readonly EventMessage[], { isRetry = false } = {}): Promise<void> {
    const role = this.options.service;
    const spans = events.map(
      ({ type, traceparent: parent }) =>
        parent && startSpan({ role, name: `consume ${type}`, kind: 'consumer', parent }),
    );
    const traced = events.map((event, at) => ({ ...event, traceparent: (spans[at] || event).traceparent }));
    const end = (outcome?: { error: unknown }) => spans.forEach((span) => span && span.end(outcome));
    try {
      const fresh = await inContextOf(traced[0]!, () =>
        this.database.transaction(() => this.handleInTransaction(traced, isRetry)),
      );
      for (const event of fresh) {
        inContextOf(event, () => this.log.info({ eventId: event.id, type: event.type }, 'event consumed'));
      }
      end();
    } catch (error) {
      end({ error });
      throw error;
    }
  }

  /** Leaves out events that were handled, and those that wait for a retry unless this is it. */
  private async handleInTransaction(events: readonly EventMessage[], isRetry: boolean): Promise<EventMessage[]> {
    const byId = new Map(events.map((event) => [event.id, event]));
    // All replicas insert in the same order, so that two with the same events do not deadlock.
    const inserted = await this.database.prepared<{ eventId: string }>(
      `insert into inbox (event_id, type) select each.id, each.type from unnest($1::uuid[], $2::text[]) as each (id, type)
       where $3 or not exists (select from parked_events where event_id = each.id) order by 1
       on conflict do nothing returning event_id as "eventId"`,
      [[...byId.keys()], [...byId.values()].map(({ type }) => type), isRetry],
    );
    const insertedIds = new Set(inserted.map(({ eventId }) => eventId));
    const fresh = [...byId.values()].filter(({ id }) => insertedIds.has(id));
    await this.dispatch(fresh);
    if (isRetry) await this.database.query('delete from parked_events where event_id = any($1)', [idsOf(events)]);
    return fresh;
  }

  private async dispatch(events: readonly EventMessage[]): Promise<void> {
    const { service, consumers } = this.options;
    const unhandled = events.find(({ type }) => !consumers.some(({ event }) => event.type === type));
    if (unhandled) throw new Error(`The ${service} service has no consumer of ${unhandled.type}`);
    for (const consumer of consumers) {
      const ours = events.filter(({ type }) => type === consumer.event.type);
      const received = ours.map((event) => receivedFrom(consumer.event, event));
      if ('consume' in consumer) {
        for (const [at, { payload, ...event }] of received.entries())
          await inContextOf(ours[at]!, () => consumer.consume(payload, event));
      } else if (received.length > 0) await consumer.consumeBatch(received);
    }
  }
}

const idsOf = (events: readonly EventMessage[]) => events.map(({ id }) => id);

const receivedFrom = (contract: EventContract, { id, payload, occurredAt, requestId }: EventMessage) => ({
  id,
  payload: contract.payload.parse(payload) as never,
  occurredAt: new Date(occurredAt),
  requestId,
});

const inContextOf = <T>({ requestId, traceparent }: EventMessage, work: () => T) =>
  runInContext({ requestId, ...(traceparent && { traceparent }) }, work);

/** PostgreSQL cannot store NUL in a text. */
const problemOf = (error: unknown) =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).replaceAll('\0', '');
