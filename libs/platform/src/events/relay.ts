import { runInContext } from '../context/request-context.js';
import type { Database } from '../database/database.js';
import type { Logger } from '../logging/logger.js';
import type { EventMessage, EventTransport } from './event-transport.js';
import type { Outbox } from './outbox.js';
import { inSpan } from '../tracing/spans.js';
import { PeriodicTask } from '../jobs/periodic-task.js';

const batch = 50;
/** Events that come this soon after others wait until then, so that consumers handle several in one transaction. */
const gatherMs = 50;

interface WaitingRow {
  id: string;
  type: string;
  payload: unknown;
  occurred_at: Date;
  request_id: string;
  traceparent: string | null;
  attempts: number;
}

/** Sends waiting events after a commit, together if many come, and every second. Several relays may run. A failed row is retried alone. */
export class Relay {
  private readonly task: PeriodicTask;
  private store: string | null = null;
  private sentAt = -Infinity;
  private gathering: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly transport: EventTransport,
    private readonly log: Logger,
  ) {
    this.task = new PeriodicTask('Sending of events', () => this.sendWaiting(), 1_000, log);
  }

  start(): void {
    this.outbox.onAppend(() => this.wakeSoon());
    this.task.start();
  }

  async stop(): Promise<void> {
    clearTimeout(this.gathering);
    await this.task.stop();
  }

  private wakeSoon(): void {
    const rest = this.sentAt + gatherMs - performance.now();
    if (rest <= 0) return this.task.wake();
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.task.wake();
    }, rest);
  }

  private async sendWaiting(): Promise<boolean> {
    const store = await this.transport.store();
    if (store !== this.store) await this.resendToNewStore(store);
    return this.sendBatch();
  }

  /** If the store is new to this outbox, sends the events of the last 7 days again. */
  private async resendToNewStore(store: string): Promise<void> {
    await this.database.transaction(async () => {
      const insert = 'insert into event_store (store) values ($1) on conflict do nothing returning store';
      const first = await this.database.query(insert, [store]);
      if (first.length > 0) return;
      const [known] = await this.database.query<{ store: string }>('select store from event_store for update');
      if (known?.store === store) return;
      await this.database.query('update event_store set store = $1', [store]);
      const events = await replayPublished(this.database);
      this.log.warn({ events, store }, 'NATS has a new event store. The events of the last 7 days are sent again.');
    });
    this.store = store;
  }

  private async sendBatch(): Promise<boolean> {
    return this.database.transaction(async () => {
      const rows = await this.database.query<WaitingRow>(
        `select id, type, payload, occurred_at, request_id, traceparent, attempts from outbox
         where published_at is null and (try_at is null or try_at <= now())
         order by occurred_at limit ${batch} for update skip locked`,
      );
      if (rows.length === 0) return false;
      this.sentAt = performance.now();
      const outcomes = await Promise.allSettled(rows.map((row) => this.send(row)));
      const sent = rows.filter((_, index) => outcomes[index]!.status === 'fulfilled');
      await this.database.query('update outbox set published_at = clock_timestamp() where id = any($1)', [ids(sent)]);
      if (sent.length < rows.length)
        await this.tryLater(
          rows.filter((row) => !sent.includes(row)),
          outcomes,
        );
      return sent.length > 0 && rows.length === batch;
    });
  }

  private send(row: WaitingRow): Promise<void> {
    const { type, traceparent, request_id: requestId } = row;
    const span = {
      role: type.slice(0, type.indexOf('.')),
      name: `send ${type}`,
      kind: 'producer',
      parent: traceparent,
    } as const;
    return runInContext({ requestId }, () =>
      inSpan(span, (own) => this.transport.publish(messageOf({ ...row, traceparent: own ?? null }))),
    );
  }

  private async tryLater(rows: WaitingRow[], outcomes: PromiseSettledResult<void>[]): Promise<void> {
    await this.database.query(
      `update outbox set attempts = attempts + 1,
         try_at = clock_timestamp() + least(0.1 * 2 ^ least(attempts, 10), 2) * interval '1 second' where id = any($1)`,
      [ids(rows)],
    );
    const err = outcomes.find((each) => each.status === 'rejected')?.reason as unknown;
    const { id, type, attempts } = rows[0]!;
    const line = { err, events: rows.length, eventId: id, type, attempts: attempts + 1 };
    if (attempts === 0) this.log.info(line, 'Events not sent yet. They are retried by themselves.');
    // About a minute after the first attempt, so neither a start nor a short outage.
    if (rows.some((row) => row.attempts === 30))
      this.log.error(line, 'Events not sent for a minute. Check NATS and the consumers; they are still retried.');
  }
}

/** Sends the events of the last 7 days again; consumers skip those that they had. Returns their number. */
export async function replayPublished(database: Database): Promise<number> {
  const rows = await database.query(
    `update outbox set published_at = null, attempts = 0, try_at = null
     where published_at is not null and occurred_at > now() - interval '7 days' returning id`,
  );
  return rows.length;
}

const ids = (rows: WaitingRow[]) => rows.map(({ id }) => id);

const messageOf = (row: WaitingRow): EventMessage => ({
  id: row.id,
  type: row.type,
  payload: row.payload,
  occurredAt: row.occurred_at.toISOString(),
  requestId: row.request_id,
  traceparent: row.traceparent,
});
