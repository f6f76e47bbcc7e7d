import type { listWebhookDeliveries, OutputOf, WebhookDelivery } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { changeColumns } from '../change-feed/change-feed.js';
import { changeFor, type StoredChange } from '../change-feed/stored-change.rules.js';
import { moment } from '../lead/lead-columns.js';
import type { Attempt } from './webhook-sender.js';

export interface LoggedAttempt extends Attempt {
  position: number | null;
  messageId: string;
  type: string;
  attempt: number;
}

const pageSize = 50;
const maxRequest = 2_000;

export const testBody = (id: string, timestamp: string): string =>
  JSON.stringify({ id, type: 'webhook.test', timestamp, data: {} });

/** The log of all attempts (docs/product/webhooks.md#deliveries). The request follows from the change. */
@Injectable()
export class WebhookDeliveries {
  constructor(private readonly database: Database) {}

  async add(webhookId: number, attempts: readonly LoggedAttempt[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `insert into webhook_deliveries (webhook_id, position, message_id, type, attempt, sent_at, duration_ms, status, problem, response)
       select $1, position, "messageId", type, attempt, "sentAt", "durationMs", status, problem, response
       from jsonb_to_recordset($2) as made (position bigint, "messageId" text, type text, attempt int, "sentAt" timestamptz,
         "durationMs" int, status int, problem text, response text)
       where exists (select from webhooks where id = $1) returning id`,
      [webhookId, JSON.stringify(attempts)],
    );
    return rows.map(({ id }) => id);
  }

  async page(webhookId: number, before?: number): Promise<OutputOf<typeof listWebhookDeliveries>> {
    const rows = await this.database.query<Omit<WebhookDelivery, 'request'> & { position: number | null }>(
      `select id, position, type, message_id as "messageId", attempt, ${moment('sent_at')} as "sentAt",
         duration_ms as "durationMs", status, problem, response
       from webhook_deliveries where webhook_id = $1 and ($2::bigint is null or id < $2) order by id desc limit ${pageSize + 1}`,
      [webhookId, before ?? null],
    );
    const shown = rows.slice(0, pageSize);
    const positions = shown.flatMap(({ position }) => position ?? []);
    const changes = await this.database.query<StoredChange>(
      `select ${changeColumns} from changes where position = any ($1)`,
      [positions],
    );
    const bodies = new Map(changes.map((change) => [change.position, JSON.stringify(changeFor(change, 'all'))]));
    const requestOf = ({ position, messageId, sentAt }: (typeof shown)[number]) => {
      const body = position === null ? testBody(messageId, sentAt) : bodies.get(position);
      return body === undefined ? null : body.length > maxRequest ? `${body.slice(0, maxRequest)}…` : body;
    };
    return {
      deliveries: shown.map(({ position, ...row }) => ({ ...row, request: requestOf({ position, ...row }) })),
      next: rows.length > pageSize ? shown.at(-1)!.id : null,
    };
  }
}
