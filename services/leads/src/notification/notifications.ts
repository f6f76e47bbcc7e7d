import type { Actor, Notification, PayloadOf, importFinished } from '@lead-finder/contracts';
import { Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadSignals } from '../lead/lead-signals.js';
import { moment } from '../lead/lead-columns.js';
import { wants } from './notification-settings.js';

interface OneLead {
  id: number;
  businessId: number;
  name: string;
}

export interface DueLead extends OneLead {
  userId: number;
  description: string;
}

/**
 * Writes notifications in the transaction of the change (docs/product/notifications.md#what-notifies-a-user). Users get
 * none for their own actions and none of a kind that they switched off.
 */
@Injectable()
export class Notifications {
  constructor(
    private readonly database: Database,
    private readonly signals: LeadSignals,
  ) {}

  /** Assignments with the same `batchId`, actor and user share one notification, whose text has their number. */
  async assigned(userId: number, lead: OneLead, batchId: string | null, actor: Actor): Promise<void> {
    if (userId === actor.id) return;
    await this.insertAndSignal(
      `insert into notifications
         (user_id, title, message, type, related_business_id, related_user_business_id, source_user_id, batch_id)
       select $1::int, 'New business assigned', $2, 'assigned', $3::int, $4::int, $5::int, $6::uuid
       where ${wants('$1', 'assigned')}
       on conflict (user_id, source_user_id, batch_id) where batch_id is not null do update set
         leads = notifications.leads + 1, title = 'New businesses assigned',
         message = (notifications.leads + 1) || $7, read = false,
         related_business_id = null, related_user_business_id = null
       returning user_id as "userId"`,
      [
        userId,
        `${lead.name} was assigned to you by ${actor.fullName}.`,
        lead.businessId,
        lead.id,
        actor.id,
        batchId,
        ` businesses were assigned to you by ${actor.fullName}.`,
      ],
    );
  }

  async reassigned(userId: number, leads: readonly OneLead[], actor: Actor): Promise<void> {
    const [first] = leads;
    if (!first || userId === actor.id) return;
    const only = leads.length === 1 ? first : undefined;
    await this.insertAndSignal(
      `insert into notifications
         (user_id, title, message, type, related_business_id, related_user_business_id, source_user_id, leads)
       select $1::int, $2, $3, 'reassigned', $4::int, $5::int, $6::int, $7::int where ${wants('$1', 'reassigned')}
       returning user_id as "userId"`,
      [
        userId,
        only ? 'Business reassigned to you' : 'Businesses reassigned to you',
        only
          ? `${first.name} was reassigned to you by ${actor.fullName}.`
          : `${leads.length} businesses were reassigned to you by ${actor.fullName}.`,
        only?.businessId ?? null,
        only?.id ?? null,
        actor.id,
        leads.length,
      ],
    );
  }

  async followUpsDue(due: readonly DueLead[]): Promise<void> {
    const owners = [...new Set(due.map(({ userId }) => userId))];
    const rows = owners.map((userId) => {
      const leads = due.filter((lead) => lead.userId === userId);
      const first = leads[0]!;
      const only = leads.length === 1 ? first : undefined;
      return {
        user_id: userId,
        title: only ? 'Follow-up due' : 'Follow-ups due',
        message: only
          ? `${first.name}: ${excerpt(first.description)}`
          : `${leads.length} follow-ups are due. They stand in My day.`,
        related_business_id: only?.businessId ?? null,
        related_user_business_id: only?.id ?? null,
        leads: leads.length,
      };
    });
    if (rows.length === 0) return;
    await this.insertAndSignal(
      `insert into notifications
         (user_id, title, message, type, related_business_id, related_user_business_id, leads)
       select user_id, title, message, 'follow_up', related_business_id, related_user_business_id, leads
       from jsonb_to_recordset($1) as due (user_id int, title text, message text, related_business_id int,
         related_user_business_id int, leads int)
       where ${wants('due.user_id', 'follow_up')} returning user_id as "userId"`,
      [JSON.stringify(rows)],
    );
  }

  async importEnded({
    createdBy,
    fileName,
    status,
    total,
    successful,
  }: PayloadOf<typeof importFinished>): Promise<void> {
    const counts = `${successful} of ${total} businesses imported`;
    const [title, message] = {
      completed: ['Import finished', `${fileName}: ${counts}.`],
      failed: ['Import failed', `${fileName} could not be imported to its end: ${counts}.`],
      cancelled: ['Import cancelled', `${fileName} was cancelled: ${counts}.`],
      undone: ['Import undone', `${fileName} was taken back.`],
    }[status as string] ?? ['Import', `${fileName}: ${counts}.`];
    await this.insertAndSignal(
      `insert into notifications (user_id, title, message, type)
       select $1::int, $2, $3, 'import' where ${wants('$1', 'import')} returning user_id as "userId"`,
      [createdBy, title, message],
    );
  }

  async page(userId: number, page: number, pageSize: number) {
    const notifications = await this.database.query<{ notification: Notification }>(
      `select json_build_object(
         'id', id, 'userId', user_id, 'title', title, 'message', message, 'type', type,
         'relatedBusinessId', related_business_id, 'relatedUserBusinessId', related_user_business_id,
         'sourceUserId', source_user_id, 'read', read, 'createdAt', ${moment('created_at')}
       ) as notification
       from notifications where user_id = $1
       order by created_at desc, id desc limit $2 offset $3`,
      [userId, pageSize, (page - 1) * pageSize],
    );
    const [count] = await this.database.query<{ total: number; unread: number }>(
      `select count(*)::int as total, (count(*) filter (where not read))::int as unread
       from notifications where user_id = $1`,
      [userId],
    );
    return { notifications: notifications.map((row) => row.notification), ...count! };
  }

  /** Rejects with 404 if the user has no such notification. */
  async read(userId: number, id: number): Promise<void> {
    const found = await this.database.query(
      'update notifications set read = true where id = $1 and user_id = $2 returning id',
      [id, userId],
    );
    if (found.length === 0) throw notFound('Notification');
    this.signals.notified(userId);
  }

  private async insertAndSignal(insert: string, parameters: unknown[]): Promise<void> {
    const recipients = await this.database.query<{ userId: number }>(insert, parameters);
    for (const { userId } of recipients) this.signals.notified(userId);
  }

  async readAll(userId: number): Promise<void> {
    await this.database.query('update notifications set read = true where user_id = $1 and not read', [userId]);
    this.signals.notified(userId);
  }
}

const longestExcerpt = 160;

const excerpt = (text: string) => (text.length > longestExcerpt ? `${text.slice(0, longestExcerpt).trimEnd()}…` : text);
