import { AppError, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { User } from '../user/user.entity.js';

interface Place {
  teamId?: number | null | undefined;
  timeZone?: string | null | undefined;
}

/** The tree of teams (docs/product/teams.md). */
@Injectable()
export class Teams {
  constructor(private readonly database: Database) {}

  /**
   * Returns a user's fields for this team and own time zone. What is undefined stays as `present` has it. Rejects with
   * 400 on `teamId` for an unknown team, which stays until the end of the transaction.
   */
  async placeOf(
    { teamId, timeZone }: Place,
    present?: User,
  ): Promise<Pick<User, 'teamId' | 'ownTimeZone' | 'timeZone'>> {
    const team = teamId === undefined ? (present?.teamId ?? null) : teamId;
    const own = timeZone === undefined ? (present?.ownTimeZone ?? null) : timeZone;
    const ofTeam = team === null ? null : await this.timeZoneOf(team);
    return { teamId: team, ownTimeZone: own, timeZone: own ?? ofTeam };
  }

  /** Returns the people below a manager, or null while there are no teams. */
  async branchOf(managerId: number): Promise<number[] | null> {
    const [row] = await this.database.prepared<{ hasTeams: boolean; people: number[] }>(
      `select exists (select from teams) as "hasTeams", array(
         select u.id from users u join teams t on t.id = u.team_id
         where t.path && array(select team_id from team_managers where user_id = $1) and u.id <> $1
         order by u.id
       ) as people`,
      [managerId],
    );
    return row!.hasTeams ? row!.people : null;
  }

  /** Returns the time zone of the team or of the nearest team above that has one, and locks the team. */
  private async timeZoneOf(id: number): Promise<string | null> {
    const [team] = await this.database.query<{ timeZone: string | null }>(
      `select (
         select above.time_zone from teams above where above.id = any (t.path) and above.time_zone is not null
         order by cardinality(above.path) desc limit 1
       ) as "timeZone" from teams t where t.id = $1 for share`,
      [id],
    );
    if (team) return team.timeZone;
    const message = 'There is no such team';
    throw new AppError('invalid', 'validation_failed', message, { issues: [{ path: 'teamId', message }] });
  }
}
