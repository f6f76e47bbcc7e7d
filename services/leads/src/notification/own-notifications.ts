import type { Notification } from '@lead-finder/contracts';
import { Clock, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { moment } from '../lead/lead-columns.js';
import { LeadSignals } from '../lead/lead-signals.js';

/** The notifications of a user, newest first, and which of them the user has read. */
@Injectable()
export class OwnNotifications {
  constructor(
    private readonly database: Database,
    private readonly signals: LeadSignals,
    private readonly clock: Clock,
  ) {}

  async page(userId: number, page: number, pageSize: number) {
    const notifications = await this.database.query<{ notification: Notification }>(
      `select json_build_object(
         'id', id, 'userId', user_id, 'title', title, 'message', message, 'type', type,
         'relatedBusinessId', related_business_id, 'relatedUserBusinessId', related_user_business_id,
         'dueFollowUpId', (
           select c.id from contact_activities c
           where c.id = related_activity_id and completed_at is null and scheduled_at <= $4),
         'sourceUserId', source_user_id, 'read', read, 'createdAt', ${moment('created_at')}
       ) as notification
       from notifications where user_id = $1
       order by created_at desc, id desc limit $2 offset $3`,
      [userId, pageSize, (page - 1) * pageSize, this.clock.now()],
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

  async readAll(userId: number): Promise<void> {
    await this.database.query('update notifications set read = true where user_id = $1 and not read', [userId]);
    this.signals.notified(userId);
  }
}
