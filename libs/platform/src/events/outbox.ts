import { randomUUID } from 'node:crypto';
import type { EventContract, PayloadOf } from '@lead-finder/contracts';
import { currentContext, currentRequestId } from '../context/request-context.js';
import { maxBodyBytes } from '../bus/envelope.js';
import type { Logger } from '../logging/logger.js';
import type { Database } from '../database/database.js';

export class Outbox {
  private readonly wake = new Set<() => void>();

  constructor(
    private readonly database: Database,
    private readonly log?: Logger,
  ) {}

  async append<E extends EventContract>(event: E, payload: PayloadOf<E>): Promise<void> {
    if (!this.database.isInTransaction) {
      throw new Error(`${event.type} must be appended in the transaction of its change`);
    }
    const text = JSON.stringify(event.payload.parse(payload));
    if (Buffer.byteLength(text) > maxBodyBytes) {
      throw new Error(`${event.type} is too large: split it into several events`);
    }
    await this.database.prepared(
      'insert into outbox (id, type, payload, request_id, traceparent) values ($1, $2, $3, $4, $5)',
      [randomUUID(), event.type, text, currentRequestId(), currentContext()?.traceparent ?? null],
    );
    this.database.afterCommit(() => this.log?.info({ type: event.type }, 'event recorded'));
    this.database.afterCommit(() => this.wake.forEach((act) => act()));
  }

  onAppend(act: () => void): void {
    this.wake.add(act);
  }
}
