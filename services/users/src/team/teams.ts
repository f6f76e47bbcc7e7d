import {
  maxTeamPeople,
  poolOfTeam,
  pushToAdmins,
  teamsChanged,
  type OutputOf,
  type PushSignal,
  type resolveTeamsOfUsers,
  type TeamsChanged,
} from '@lead-finder/contracts';
import { CHANGE_SIGNALS, Database, invalidField, type ChangeSignals } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { User } from '../user/user.entity.js';

interface Place {
  teamId?: number | null | undefined;
  timeZone?: string | null | undefined;
}

/** The column of a team `t`, or of the nearest team above that has it. */
export const nearest = (column: string) => `(
  select above.${column} from teams above where above.id = any (t.path) and above.${column} is not null
  order by cardinality(above.path) desc limit 1
)`;
export const timeZoneOfTeam = nearest('time_zone');

const managersAbove = `from users u
  join teams t on t.id = u.team_id
  join team_managers m on m.team_id = any (t.path)
  join users manager on manager.id = m.user_id and manager.active
  where u.id = any ($1)`;

/** Those of a manager, or the team of a service token. */
const managedTeams = `select team_id from team_managers where user_id = $1
  union all select team_id from api_tokens where user_id = $1 and team_id is not null`;

/** Reads the tree of teams for accounts and other services (docs/product/teams.md). */
@Injectable()
export class Teams {
  constructor(
    private readonly database: Database,
    @Inject(CHANGE_SIGNALS) private readonly changeSignals: ChangeSignals,
  ) {}

  /** Changes of the tree and of people's teams run one after another. Comes before the lock of a user. */
  async lock(): Promise<void> {
    await this.database.lock('users.teams');
  }

  /**
   * Runs a change of the tree or of people's teams. After the commit open pages refetch: those of administrators, and
   * of the managers above these teams before or after it; of all managers if teams begin or end to exist.
   */
  async announcing<T>(teamIds: readonly (number | null)[], change: () => Promise<T>): Promise<T> {
    const before = await this.managersAbove(teamIds);
    const result = await change();
    const after = await this.managersAbove(teamIds);
    const isOfAll = before.hasTeams !== after.hasTeams;
    const managers = isOfAll ? after.all : [...new Set([...before.above, ...after.above])];
    this.database.afterCommit(() => {
      this.changeSignals.publish(pushToAdmins, { type: 'team' } satisfies PushSignal);
      if (managers.length > 0)
        this.changeSignals.publish(teamsChanged, { managerIds: managers } satisfies TeamsChanged);
    });
    return result;
  }

  private async managersAbove(teamIds: readonly (number | null)[]) {
    const [row] = await this.database.query<{ hasTeams: boolean; above: number[]; all: number[] }>(
      `select exists (select from teams) as "hasTeams",
         array(
           select distinct m.user_id from teams t join team_managers m on m.team_id = any (t.path) where t.id = any ($1)
         ) as above,
         array(select id from users where role = 'manager' and not exists (select from teams offset 1)) as all`,
      [teamIds],
    );
    return row!;
  }

  /**
   * Returns a user's fields for this team and own time zone. What is undefined stays as `present` has it. Rejects with
   * 400 on `teamId` for an unknown team.
   */
  async placeOf(
    { teamId, timeZone }: Place,
    present?: User,
  ): Promise<Pick<User, 'teamId' | 'ownTimeZone' | 'timeZone'>> {
    const before = present?.teamId ?? null;
    const team = teamId === undefined ? before : teamId;
    const own = timeZone === undefined ? (present?.ownTimeZone ?? null) : timeZone;
    if (team !== before) await this.announcing([before, team], () => this.lock());
    if (team === null) return { teamId: null, ownTimeZone: own, timeZone: own };
    await this.lock();
    const ofTeam = await this.timeZoneOf(team, before === null ? 1 : 0);
    return { teamId: team, ownTimeZone: own, timeZone: own ?? ofTeam };
  }

  /** Returns the people below a manager and the pools of their teams, or null while there are no teams. */
  async branchOf(managerId: number): Promise<number[] | null> {
    const [row] = await this.database.prepared<{ hasTeams: boolean; people: number[]; teams: number[] }>(
      `select exists (select from teams) as "hasTeams", array(
         select u.id from users u join teams t on t.id = u.team_id
         where t.path && array(${managedTeams}) and u.id <> $1
         order by u.id
       ) as people, array(select id from teams where path && array(${managedTeams}) order by id) as teams`,
      [managerId],
    );
    return row!.hasTeams ? [...row!.people, ...row!.teams.map(poolOfTeam)] : null;
  }

  /** The same with the manager. */
  async withBranch(managerId: number): Promise<number[] | null> {
    const branch = await this.branchOf(managerId);
    return branch && [...branch, managerId];
  }

  /** Returns the people and managers of the whole tree of a user's team, or null while there are no teams. */
  async treeOf(userId: number): Promise<number[] | null> {
    const [row] = await this.database.query<{ hasTeams: boolean; people: number[] }>(
      `with tree as (
         select id from teams where path && array(
           select path[1] from teams where id = (select team_id from users where id = $1)
         )
       )
       select exists (select from teams) as "hasTeams", array(
         select id from users where team_id in (select id from tree)
         union select user_id from team_managers where team_id in (select id from tree)
       ) as people`,
      [userId],
    );
    return row!.hasTeams ? row!.people : null;
  }

  async managersOf(userIds: readonly number[]): Promise<number[] | null> {
    const [row] = await this.database.query<{ hasTeams: boolean; managers: number[] }>(
      `select exists (select from teams) as "hasTeams", array(
         select distinct m.user_id ${managersAbove} order by 1
       ) as managers`,
      [userIds],
    );
    return row!.hasTeams ? row!.managers : null;
  }

  async teamsOf(userIds: readonly number[]): Promise<OutputOf<typeof resolveTeamsOfUsers>['people']> {
    return this.database.query(
      `select u.id, json_build_object('id', t.id, 'name', t.name, 'path', t.path) as team
       from users u join teams t on t.id = u.team_id where u.id = any ($1)`,
      [userIds],
    );
  }

  async managersOfEach(userIds: readonly number[]): Promise<{ id: number; managerIds: number[] }[]> {
    return this.database.query(
      `select u.id, array_agg(distinct m.user_id) as "managerIds" ${managersAbove} and m.user_id <> u.id group by u.id`,
      [userIds],
    );
  }

  /** Omits unknown teams. Counts the active people of each branch. */
  async named(ids: readonly number[]): Promise<{ id: number; name: string; people: number }[]> {
    return this.database.query(
      `select t.id, t.name, (
         select count(*)::int from users u join teams below on below.id = u.team_id
         where below.path && array[t.id] and u.active
       ) as people from teams t where t.id = any ($1) order by lower(t.name), t.id`,
      [ids],
    );
  }

  /** Active people of these teams and of those below, each with those of `teamIds`. */
  membersOf(teamIds: readonly number[], limit: number): Promise<{ id: number; teamIds: number[] }[]> {
    return this.database.query(
      `select u.id, array(select unnest(t.path) intersect select unnest($1::bigint[])) as "teamIds"
       from users u join teams t on t.id = u.team_id where t.path && $1::bigint[] and u.active order by u.id limit $2`,
      [teamIds, limit],
    );
  }

  /** Returns a team's time zone if it exists and `newPeople` fit in (docs/product/teams.md#bounds). */
  async timeZoneOf(id: number, newPeople: number): Promise<string | null> {
    const [team] = await this.database.query<{ timeZone: string | null; people: number }>(
      `select ${timeZoneOfTeam} as "timeZone",
         (select count(*)::int from users where team_id is not null) as people
       from teams t where t.id = $1`,
      [id],
    );
    if (!team) throw invalidField('teamId', 'There is no such team');
    if (newPeople > 0 && team.people + newPeople > maxTeamPeople)
      throw invalidField('teamId', `All teams together have at most ${maxTeamPeople.toLocaleString('en')} people`);
    return team.timeZone;
  }

  /** Takes the teams from a user who may no longer manage them, and returns their names. */
  async dismiss(userId: number): Promise<string[]> {
    const left = await this.database.query<{ name: string }>(
      `with dismissed as (delete from team_managers where user_id = $1 returning team_id)
       select name from teams where id in (select team_id from dismissed) order by lower(name)`,
      [userId],
    );
    return left.map(({ name }) => name);
  }
}
