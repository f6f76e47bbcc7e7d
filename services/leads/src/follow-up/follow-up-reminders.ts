import { BackgroundTask, Clock, Database, LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Notifications, type DueLead } from '../notification/notifications.js';
import { isToRemind, OwnersOff } from './owners-off.js';
import { isWorkable } from './workable.rules.js';

const everyMs = 60_000;
const maxPerTransaction = 500;

/**
 * Notifies owners when a follow-up is due. The same transaction marks the activity and writes the notification, so a
 * crash neither repeats nor loses one. Replicas skip rows that another replica has locked.
 */
@Injectable()
export class FollowUpReminders extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    private readonly ownersOff: OwnersOff,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.task = new PeriodicTask('Sending of reminders', () => this.remind(), everyMs, log);
  }

  /** Returns whether there may be more. */
  async remind(): Promise<boolean> {
    const now = this.clock.now();
    const off = await this.ownersOff.at(now);
    return this.database.transaction(async () => {
      const due = await this.database.query<DueLead & { isDue: boolean }>(
        `with due as (
           select c.id from contact_activities c join user_businesses u on u.id = c.user_business_id
           where ${isToRemind} and u.user_id <> all ($2)
           order by c.scheduled_at limit ${maxPerTransaction} for update of c skip locked
         ), reminded as (
           update contact_activities c set reminded_for = scheduled_at from due where c.id = due.id
           returning c.id, c.user_business_id, c.description
         )
         select u.user_id as "userId", u.id, u.business_id as "businessId", u.name, reminded.id as "activityId", reminded.description,
           ${isWorkable} as "isDue"
         from reminded join user_businesses u on u.id = reminded.user_business_id`,
        [now, off],
      );
      await this.notifications.followUpsDue(due.filter(({ isDue }) => isDue));
      return due.length === maxPerTransaction;
    });
  }
}
