import { randomUUID } from 'node:crypto';
import type { EventContract, PayloadOf } from '@lead-finder/contracts';
import { currentContext, currentRequestId } from '../context/request-context.js';
import { maxBodyBytes } from '../bus/envelope.js';
import type { Logger } from '../logging/logger.js';
import type { Database } from '../database/database.js';

const chunk = 1_000;

export class Outbox {
  private readonly wake = new Set<() => void>();

  constructor(
    private readonly database: Database,
    private readonly log?: Logger,
  ) {}

  async append<E extends EventContract>(event: E, payload: PayloadOf<E>): Promise<void> {
    const text = this.textOf(event, payload);
    await this.database.prepared(
      'insert into outbox (id, type, payload, request_id, traceparent) values ($1, $2, $3, $4, $5)',
      [randomUUID(), event.type, text, currentRequestId(), currentContext()?.traceparent ?? null],
    );
    this.recorded({ type: event.type });
  }

  /** Appends thousands of events with one statement per chunk. */
  async appendAll<E extends EventContract>(event: E, payloads: readonly PayloadOf<E>[]): Promise<void> {
    for (let at = 0; at < payloads.length; at += chunk) {
      const texts = payloads.slice(at, at + chunk).map((payload) => this.textOf(event, payload));
      await this.database.query(
        `insert into outbox (id, type, payload, request_id, traceparent)
         select each.id, $3, each.payload, $4, $5 from unnest($1::uuid[], $2::jsonb[]) each (id, payload)`,
        [texts.map(() => randomUUID()), texts, event.type, currentRequestId(), currentContext()?.traceparent ?? null],
      );
    }
    if (payloads.length > 0) this.recorded({ type: event.type, count: payloads.length });
  }

  onAppend(act: () => void): void {
    this.wake.add(act);
  }

  private textOf<E extends EventContract>(event: E, payload: PayloadOf<E>): string {
    if (!this.database.isInTransaction) {
      throw new Error(`${event.type} must be appended in the transaction of its change`);
    }
    const text = JSON.stringify(event.payload.parse(payload));
    if (Buffer.byteLength(text) > maxBodyBytes) {
      throw new Error(`${event.type} is too large: split it into several events`);
    }
    return text;
  }

  private recorded(facts: object): void {
    this.database.afterCommit(() => this.log?.info(facts, 'event recorded'));
    this.database.afterCommit(() => this.wake.forEach((act) => act()));
  }
}
