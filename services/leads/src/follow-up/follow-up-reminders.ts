import { Clock, Database, LOGGER, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Notifications, type DueLead } from '../notification/notifications.js';
import { isWorkable } from './workable.rules.js';

const everyMs = 60_000;
const maxPerTransaction = 500;

/**
 * Notifies owners when a follow-up is due. The same transaction marks the activity and writes the notification, so a
 * crash neither repeats nor loses one. Replicas skip rows that another replica has locked.
 */
@Injectable()
export class FollowUpReminders implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.plan();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  async remind(): Promise<void> {
    while (!this.isStopping && (await this.remindSome()) === maxPerTransaction);
  }

  private remindSome(): Promise<number> {
    return this.database.transaction(async () => {
      const due = await this.database.query<DueLead & { isDue: boolean }>(
        `with due as (
           select id from contact_activities
           where scheduled_at <= $1 and scheduled_at is not null and completed_at is null
             and reminded_for is distinct from scheduled_at
           order by scheduled_at limit ${maxPerTransaction} for update skip locked
         ), reminded as (
           update contact_activities c set reminded_for = scheduled_at from due where c.id = due.id
           returning c.user_business_id, c.description
         )
         select u.user_id as "userId", u.id, u.business_id as "businessId", u.name, reminded.description,
           ${isWorkable} as "isDue"
         from reminded join user_businesses u on u.id = reminded.user_business_id`,
        [this.clock.now()],
      );
      await this.notifications.followUpsDue(due.filter(({ isDue }) => isDue));
      return due.length;
    });
  }

  private plan(): void {
    this.timer = setTimeout(() => {
      this.running = this.remind()
        .catch((error: unknown) =>
          this.log.warn({ err: error }, 'Reminders not sent. They are sent again in a minute.'),
        )
        .finally(() => this.isStopping || this.plan());
    }, everyMs).unref();
  }
}
