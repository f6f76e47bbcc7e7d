import {
  countOpenLeads,
  type checkTeamMove,
  type OutputOf,
  type Sight,
  type Team,
  type TeamTree,
} from '@lead-finder/contracts';
import { Bus, Database, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

const columns = `t.id, t.name, t.parent_id as "parentId", t.time_zone as "timeZone", t.working_days as "workingDays",
  t.holiday_list_id as "holidayListId", t.version,
  array(select user_id from team_managers where team_id = t.id order by user_id) as "managerIds",
  (select count(*)::int from users where team_id = t.id) as members,
  (select goal from team_goals where team_id = t.id order by first_day desc limit 1) as goal,
  (select coalesce(sum(monthly_goal), 0)::int from users where team_id = t.id and active) as "goalOfMembers"`;

/** Reads teams for the screen of administrators, with one statement each, so that no response mixes two states. */
@Injectable()
export class TeamViews {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  async tree(caller: ActorContext): Promise<TeamTree> {
    const [tree] = await this.database.query<{
      teams: Team[] | null;
      managers: TeamTree['managers'] | null;
      people: number;
      withoutTeam: number;
      placed: [userId: number, teamId: number][] | null;
    }>(
      `select (select json_agg(each order by lower(each.name), each.id) from (select ${columns} from teams t) each) as teams,
         (select json_agg(each order by lower(each."fullName"), each.id) from (
            select id, username, full_name as "fullName", role, active from users
            where id in (select user_id from team_managers)
          ) each) as managers,
         json_agg(json_build_array(id, team_id)) filter (where team_id is not null) as placed,
         count(team_id)::int as people, (count(*) - count(team_id))::int as "withoutTeam" from users`,
    );
    const { placed, ...rest } = tree!;
    const open = await this.openLeads(new Map(placed), caller);
    const teams = (rest.teams ?? []).map((team) => (open ? { ...team, openLeads: open.get(team.id) ?? 0 } : team));
    return { ...rest, teams, managers: rest.managers ?? [] };
  }

  /** Returns the number per team; undefined if the leads service does not answer. */
  private async openLeads(
    teams: ReadonlyMap<number, number>,
    caller: ActorContext,
  ): Promise<Map<number, number> | undefined> {
    const sums = new Map<number, number>();
    if (teams.size === 0) return sums;
    const asService = { ...caller, actor: null };
    const counts = await this.bus.call(countOpenLeads, { userIds: [...teams.keys()] }, asService).catch(() => null);
    for (const { userId, leads } of counts ?? []) {
      const team = teams.get(userId)!;
      sums.set(team, (sums.get(team) ?? 0) + leads);
    }
    return counts ? sums : undefined;
  }

  async find(id: number): Promise<Team | undefined> {
    const [team] = await this.database.query<Team>(`select ${columns} from teams t where id = $1`, [id]);
    return team;
  }

  /** Administrators see everybody anyway, and a manager does not gain whom another managed team already shows. */
  async sightAfterMove(
    id: number,
    above: { before: number[]; after: number[] },
  ): Promise<OutputOf<typeof checkTeamMove>> {
    const rows = await this.database.query<Sight & { gains: boolean }>(
      `with branch as (select id, path from teams where path && array[$1::bigint]),
         people as (select u.id, u.full_name, b.path from users u join branch b on b.id = u.team_id),
         sides as (
           select user_id, bool_or(team_id = any($2::bigint[])) as before, bool_or(team_id = any($3::bigint[])) as after
           from team_managers where team_id = any($2::bigint[] || $3::bigint[]) group by user_id
         )
       select u.id, u.username, u.full_name as "fullName", s.after as gains, seen.people, seen.examples
       from sides s join users u on u.id = s.user_id and u.role = 'manager'
       cross join lateral (
         select count(*)::int as people, (array_agg(p.full_name order by lower(p.full_name), p.id))[:5] as examples
         from people p
         where p.id <> u.id and not p.path && array(
           select m.team_id from team_managers m join branch b on b.id = m.team_id where m.user_id = u.id
         )
       ) seen
       where s.before <> s.after and seen.people > 0
       order by lower(u.full_name), u.id`,
      [id, above.before, above.after],
    );
    const [branch] = await this.database.query<{ people: number }>(
      'select count(*)::int as people from users u join teams t on t.id = u.team_id where t.path && array[$1::bigint]',
      [id],
    );
    const sights = (isGain: boolean) =>
      rows.filter(({ gains }) => gains === isGain).map(({ gains: _, ...rest }) => rest);
    return { people: branch!.people, gains: sights(true), losses: sights(false) };
  }
}
