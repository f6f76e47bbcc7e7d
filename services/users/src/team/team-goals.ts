import type { Actor, listTeamGoals, OutputOf } from '@lead-finder/contracts';
import { Clock, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { UsersSettings } from '../users.config.js';

/** Goals of teams by the day from which they hold, so that a past month keeps its goal (docs/product/teams.md#goals). */
@Injectable()
export class TeamGoals {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  async set(teamId: number, goal: number | null): Promise<void> {
    await this.database.query(
      `insert into team_goals (team_id, first_day, goal) values ($1, $2, $3)
       on conflict (team_id, first_day) do update set goal = excluded.goal`,
      [teamId, this.today(), goal],
    );
  }

  /** The managed teams of a manager, and the teams at the top for administrators, with the goals of that day. */
  async list({ id, role }: Actor, on = this.today()): Promise<OutputOf<typeof listTeamGoals>> {
    return this.database.query(
      `select t.id, t.name,
         (select goal from team_goals where team_id = t.id and first_day <= $1 order by first_day desc limit 1) as goal,
         array(
           select u.id from users u join teams below on below.id = u.team_id
           where below.path && array[t.id] order by u.id
         ) as "userIds"
       from teams t
       where case when $2::boolean then t.parent_id is null
         else t.id in (select team_id from team_managers where user_id = $3) end
       order by lower(t.name), t.id`,
      [on, role === 'admin', id],
    );
  }

  private today(): string {
    return this.clock.now().toLocaleDateString('sv', { timeZone: this.settings.TIME_ZONE });
  }
}
