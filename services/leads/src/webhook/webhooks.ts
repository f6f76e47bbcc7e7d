import { randomUUID } from 'node:crypto';
import {
  maxWebhooks,
  type Actor,
  type AuditAction,
  type createWebhook,
  type listWebhooks,
  type OutputOf,
  type ParsedInputOf,
  type updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@lead-finder/contracts';
import { AppError, Clock, Database, invalidField, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../change-feed/change-feed.js';
import { LeadAudit } from '../lead/lead-audit.js';
import { moment } from '../lead/lead-columns.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { testBody, WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookHttps } from './webhook-https.js';
import { WebhookSender } from './webhook-sender.js';
import { newSecret } from './webhook-signature.rules.js';

const oldSecretMs = 24 * 3_600_000;
const timeoutMs = 18_000;

const columns = `w.id, w.url, w.types, w.owner_id as "ownerId", coalesce(a.full_name, 'User ' || w.owner_id) as owner, w.active,
  w.off_reason as "offReason", ${moment('w.failing_since')} as "failingSince",
  case when w.active and w.failing_since is not null then ${moment('coalesce(w.paused_until, w.retry_at)')} end as "nextAttemptAt",
  ${moment('w.delivered_at')} as "deliveredAt",
  (select last from change_feed) + (select count(*) from changes where position is null) - w.delivered_to - cardinality(w.ahead) as waiting,
  case when w.old_secret_until > now() then ${moment('w.old_secret_until')} end as "oldSecretUntil",
  ${moment('w.created_at')} as "createdAt"`;

/** The webhooks of the organisation (docs/product/webhooks.md). */
@Injectable()
export class Webhooks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly feed: ChangeFeed,
    private readonly https: WebhookHttps,
    private readonly sender: WebhookSender,
    private readonly deliveries: WebhookDeliveries,
    private readonly users: UserReplica,
    private readonly audit: LeadAudit,
  ) {}

  async list(): Promise<OutputOf<typeof listWebhooks>> {
    const webhooks = await this.select('true');
    const [first] = await this.database.query<{ at: string }>(
      `select ${moment('occurred_at')} as at from changes where position is not null order by position limit 1`,
    );
    return { webhooks, oldest: first?.at ?? null };
  }

  /** It gets the changes after this moment. */
  async create({ url, types }: ParsedInputOf<typeof createWebhook>, actor: Actor) {
    this.rejectUnlessReachable(url);
    const secret = newSecret();
    await this.feed.publish();
    return this.database.transaction(async () => {
      await this.users.addActor(actor);
      await this.database.lock('webhooks leads');
      const [row] = await this.database.query<{ id: number }>(
        `insert into webhooks (url, types, owner_id, secret, created_at, delivered_to, seen_to)
         select $1, $2, $3, $4, $5, last, last from change_feed where (select count(*) from webhooks) < ${maxWebhooks} returning id`,
        [url, types, actor.id, secret, this.clock.now()],
      );
      if (!row) throw new AppError('conflict', 'too_many_webhooks', `At most ${maxWebhooks} webhooks`);
      await this.record('webhook_created', actor, url, row.id);
      return { webhook: await this.one(row.id), secret };
    });
  }

  update({ id, url, types, active }: ParsedInputOf<typeof updateWebhook>, actor: Actor): Promise<Webhook> {
    if (url !== undefined) this.rejectUnlessReachable(url);
    return this.change('webhook_changed', id, actor, () =>
      this.database.query(
        `update webhooks set url = coalesce($2, url), types = coalesce($3, types), active = coalesce($4, active),
           off_reason = case when $4 then null when $4 = false then 'user' else off_reason end,
           failures = case when $4 then 0 else failures end, failing_since = case when $4 then null else failing_since end,
           paused_until = case when $4 then null else paused_until end, owner_id = case when $4 then $5 else owner_id end,
           seen_to = case when $4 then delivered_to else seen_to end,
           retries = case when $4 then coalesce((select jsonb_agg(retry || '{"tryAt": 0}') from jsonb_array_elements(retries) as retry), '[]')
             else retries end
         where id = $1`,
        [id, url, types, active, actor.id],
      ),
    );
  }

  async remove(id: number, actor: Actor): Promise<void> {
    await this.database.transaction(async () => {
      const { url } = await this.locked(id);
      await this.database.query('delete from webhooks where id = $1', [id]);
      await this.record('webhook_removed', actor, url, id);
    });
  }

  /** The old secret signs too for a day, so that the receiver can change it meanwhile. */
  async rotate(id: number, actor: Actor) {
    const secret = newSecret();
    const until = new Date(this.clock.now().getTime() + oldSecretMs);
    const webhook = await this.change('webhook_secret_renewed', id, actor, () =>
      this.database.query('update webhooks set old_secret = secret, old_secret_until = $3, secret = $2 where id = $1', [
        id,
        secret,
        until,
      ]),
    );
    return { webhook, secret };
  }

  /** Also sends what waits, if that is older than `from`. */
  async replay(id: number, from: string, actor: Actor): Promise<Webhook> {
    await this.feed.publish();
    return this.change('webhook_replayed', id, actor, () =>
      this.database.query(
        `update webhooks set generation = generation + 1, ahead = '{}', retries = '[]', paused_until = null, retry_at = null,
           delivered_to = least(delivered_to, start.position), seen_to = least(delivered_to, start.position)
         from (select min(position) - 1 as position from (
           select position from changes where published_at >= $2 and occurred_at >= $2 order by published_at, position limit 1
         ) as first) as start
         where id = $1`,
        [id, from],
      ),
    );
  }

  /** Sends a message without data, whether the webhook is on or off. */
  async test(id: number, signal: AbortSignal): Promise<WebhookDelivery> {
    const [row] = await this.database.query<{ url: string; secrets: string[] }>(
      `select url, array_remove(array[secret, case when old_secret_until > $2 then old_secret end], null) as secrets
       from webhooks where id = $1`,
      [id, this.clock.now()],
    );
    if (!row) throw notFound('Webhook');
    const [messageId, type] = [`test-${randomUUID()}`, 'webhook.test'];
    const sentAt = this.clock.now();
    const body = testBody(messageId, sentAt.toISOString());
    const attempt = await this.sender.send(
      row,
      messageId,
      body,
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    );
    const made = { ...attempt, sentAt, position: null, messageId, type, attempt: 1 };
    const [deliveryId] = await this.deliveries.add(id, [made]);
    if (deliveryId === undefined) throw notFound('Webhook');
    const { position: _none, ...shown } = made;
    return { ...shown, id: deliveryId, sentAt: sentAt.toISOString(), request: body };
  }

  async log(id: number, before?: number) {
    await this.one(id);
    return this.deliveries.page(id, before);
  }

  private async change(action: AuditAction, id: number, actor: Actor, write: () => Promise<unknown>): Promise<Webhook> {
    return this.database.transaction(async () => {
      await this.locked(id);
      await this.users.addActor(actor);
      await write();
      const webhook = await this.one(id);
      await this.record(action, actor, webhook.url, id);
      this.feed.changed();
      return webhook;
    });
  }

  private async locked(id: number): Promise<{ url: string }> {
    const [row] = await this.database.query<{ url: string }>('select url from webhooks where id = $1 for update', [id]);
    if (!row) throw notFound('Webhook');
    return row;
  }

  private async one(id: number): Promise<Webhook> {
    const [webhook] = await this.select('w.id = $1', [id]);
    if (!webhook) throw notFound('Webhook');
    return webhook;
  }

  private select(where: string, parameters: unknown[] = []): Promise<Webhook[]> {
    return this.database.query<Webhook>(
      `select ${columns} from webhooks w left join assignees a on a.id = w.owner_id where ${where} order by w.id limit ${maxWebhooks}`,
      parameters,
    );
  }

  private rejectUnlessReachable(url: string): void {
    if (this.https.accepts(url)) return;
    throw invalidField('url', 'Must be https with a name and without a port, or an address that the operator allows');
  }

  /** Without the query, in which a receiver may have a secret. */
  private async record(action: AuditAction, actor: Actor, url: string, id: number): Promise<void> {
    const { origin, pathname } = new URL(url);
    await this.audit.record(action, actor, origin + pathname, { id });
  }
}
