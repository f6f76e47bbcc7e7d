import { resolveWorkingDays, worksOn, type Actor } from '@lead-finder/contracts';
import {
  asService,
  BackgroundTask,
  Branches,
  Bus,
  Database,
  LOGGER,
  orIfUnavailable,
  PeriodicTask,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { WorkingDays } from '../follow-up/working-days.js';
import { Notifications } from '../notification/notifications.js';
import { TeamWorkViews } from './team-work.views.js';

const everyMs = 60_000;
const hour = '07:00';

type Manager = Actor & { day: string | null };

/**
 * Notifies managers of overdue follow-ups of their people, once for each working day from seven on their own clock. The day
 * and the notification are one commit, so a crash neither repeats nor loses one.
 */
@Injectable()
export class OverdueReports extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly branches: Branches,
    private readonly days: WorkingDays,
    private readonly work: TeamWorkViews,
    private readonly notifications: Notifications,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    // The users service may start later than this one.
    this.task = new PeriodicTask(
      'Reports of overdue follow-ups',
      () => orIfUnavailable(this.report(), false),
      everyMs,
      log,
    );
  }

  async report(): Promise<boolean> {
    const managers = await this.database.query<Manager>(
      `select a.id, username, full_name as "fullName", role, time_zone as "timeZone", to_char(day, 'YYYY-MM-DD') as day
       from assignees a left join overdue_reports r on r.user_id = a.id
       where role = 'manager' and active and deleted_at is null order by a.id`,
    );
    for (const manager of managers) {
      const day = this.dueDay(manager);
      if (day === null) continue;
      const caller = asService();
      const { branch } = await this.branches.of(manager, caller);
      if (!branch) break;
      const { people } = await this.bus.call(resolveWorkingDays, { userIds: [manager.id], from: day, to: day }, caller);
      const isOff = people.some((each) => !worksOn(day, each));
      await this.reportTo(manager.id, day, isOff ? [] : [...branch]);
    }
    return false;
  }

  /** Returns today if the manager has not learned of it yet. */
  private dueDay({ timeZone, day }: Manager): string | null {
    const today = this.days.of(timeZone).todayFrom(hour);
    return today !== null && (day === null || day < today) ? today : null;
  }

  private async reportTo(userId: number, day: string, userIds: number[]): Promise<void> {
    const { total } = await this.work.list({ kind: 'overdue', userIds, page: 1, pageSize: 1 });
    await this.database.transaction(async () => {
      const moved = await this.database.query(
        `insert into overdue_reports (user_id, day) values ($1, $2)
         on conflict (user_id) do update set day = excluded.day where overdue_reports.day < excluded.day
         returning user_id`,
        [userId, day],
      );
      if (moved.length > 0 && total > 0) await this.notifications.teamOverdue(userId, total);
    });
  }
}
