import {
  closePool,
  maxManagers,
  maxTeamLevels,
  maxTeams,
  type Actor,
  type AuditAction,
  type checkTeamMove,
  type OutputOf,
  type Team,
  type teamForm,
} from '@lead-finder/contracts';
import {
  AppError,
  asService,
  Bus,
  counted,
  Database,
  invalidField,
  notFound,
  staleVersion,
  takenField,
  type ActorContext,
} from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { AuditTrail } from '../audit/audit-trail.js';
import { UserRepository } from '../user/user.repository.js';
import { TeamGoals } from './team-goals.js';
import { TeamViews } from './team.views.js';
import { Teams, timeZoneOfTeam } from './teams.js';

type TeamForm = z.output<typeof teamForm>;
type Path = readonly number[];

/** A page of the audit trail must stay small, so an entry names no more users than this. */
const maxNamed = 100;

/** Changes the tree of teams under one lock, with an entry in the audit trail in the same commit. */
@Injectable()
export class TeamChanges {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly teams: Teams,
    private readonly views: TeamViews,
    private readonly goals: TeamGoals,
    private readonly users: UserRepository,
    private readonly audit: AuditTrail,
  ) {}

  create(form: TeamForm, actor: Actor): Promise<Team> {
    return this.change([], async () => {
      const [count] = await this.database.query<{ teams: number }>('select count(*)::int as teams from teams');
      if (count!.teams >= maxTeams)
        throw invalidField('name', `There are at most ${maxTeams.toLocaleString('en')} teams`);
      const above = await this.pathTo(form.parentId);
      refuseDeep(above.length + 1);
      const { name, parentId, timeZone, workingDays, holidayListId = null, managerIds, goal } = form;
      await this.refuseUnknownList(holidayListId);
      const [row] = await this.database
        .query<{ id: number }>(
          `with new as (select nextval(pg_get_serial_sequence('teams', 'id')) as id)
           insert into teams (id, name, parent_id, path, time_zone, working_days, holiday_list_id) overriding system value
           select id, $1, $2, $3::bigint[] || id, $4, $5, $6 from new returning id`,
          [name, parentId, above, timeZone, workingDays, holidayListId],
        )
        .catch(refuseTakenName);
      await this.setManagers(row!.id, managerIds, []);
      if (goal) await this.goals.set(row!.id, goal);
      await this.record('team_created', actor, name, { id: row!.id, ...form });
      return (await this.views.find(row!.id))!;
    });
  }

  update(
    { id, version, ...form }: TeamForm & { id: number; version?: number | undefined },
    actor: Actor,
  ): Promise<Team> {
    return this.change([id], async () => {
      const present = await this.get(id);
      if (version !== undefined && version !== present.version) throw staleVersion(present);
      const isMoved = form.parentId !== present.parentId;
      if (isMoved) await this.move(id, await this.pathsOfMove(id, form.parentId));
      const { name, parentId, timeZone, workingDays, managerIds, holidayListId = present.holidayListId ?? null } = form;
      if (holidayListId !== present.holidayListId) await this.refuseUnknownList(holidayListId);
      await this.database
        .query(
          `update teams set name = $2, parent_id = $3, time_zone = $4, working_days = $5, holiday_list_id = $6,
             version = version + 1
           where id = $1`,
          [id, name, parentId, timeZone, workingDays, holidayListId],
        )
        .catch(refuseTakenName);
      await this.setManagers(id, managerIds, present.managerIds);
      const { goal = present.goal } = form;
      if (goal !== present.goal) await this.goals.set(id, goal ?? null);
      if (isMoved || timeZone !== present.timeZone) await this.spreadTimeZones(id);
      if (isMoved) await this.record('team_moved', actor, name, { id, parentId: [present.parentId, parentId] });
      const changed = changesOf(present, { ...form, holidayListId, goal });
      if (Object.keys(changed).length > 0) await this.record('team_changed', actor, name, { id, changed });
      return (await this.views.find(id))!;
    });
  }

  /** Asks the leads service last, which then takes no lead into the pool, and takes it back if a lead is there. */
  async remove(id: number, { actor }: ActorContext): Promise<void> {
    await this.change([], async () => {
      const { name, members } = await this.get(id);
      const [below] = await this.database.query<{ teams: number }>(
        'select count(*)::int as teams from teams where parent_id = $1',
        [id],
      );
      const [bound] = await this.database.query<{ tokens: number }>(
        'select count(*)::int as tokens from api_tokens where team_id = $1',
        [id],
      );
      if (bound!.tokens > 0)
        throw teamInUse(`${name} still has ${counted(bound!.tokens, 'service token')}. Revoke them first.`);
      if (members > 0 || below!.teams > 0)
        throw teamInUse(`${name} still has ${inUse(members, below!.teams)}. Move them first.`);
      await this.database.query('delete from teams where id = $1', [id]);
      const { leads } = await this.bus.call(closePool, { teamId: id }, asService());
      if (leads > 0)
        throw teamInUse(`The pool of ${name} still has ${counted(leads, 'lead')}. Reassign or delete them first.`);
      await this.record('team_removed', actor, name, { id });
    });
  }

  /** Makes the user a manager of exactly these teams. */
  setTeamsOfManager(userId: number, teamIds: readonly number[], actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      await this.teams.lock();
      const rows = await this.database.query<{ id: number }>(
        'select team_id as id from team_managers where user_id = $1',
        [userId],
      );
      const before = rows.map(({ id }) => id);
      const added = teamIds.filter((id) => !before.includes(id));
      const left = before.filter((id) => !teamIds.includes(id));
      for (const id of [...added, ...left]) {
        const { version: _version, ...present } = await this.get(id);
        const managerIds = present.managerIds.filter((each) => each !== userId);
        if (added.includes(id)) managerIds.push(userId);
        if (managerIds.length > maxManagers.ofTeam)
          throw invalidField('managerIds', `A team has at most ${maxManagers.ofTeam} managers`);
        await this.update({ ...present, managerIds }, actor);
      }
    });
  }

  /** Omits unknown people. */
  setTeamOfUsers(userIds: readonly number[], teamId: number | null, actor: Actor): Promise<{ moved: number }> {
    return this.database.transaction(async () => {
      await this.teams.lock();
      const left = await this.database.query<{ teamId: number | null }>(
        'select distinct team_id as "teamId" from users where id = any($1)',
        [userIds],
      );
      return this.teams.announcing([teamId, ...left.map((each) => each.teamId)], () =>
        this.moveUsers(userIds, teamId, actor),
      );
    });
  }

  private async moveUsers(userIds: readonly number[], teamId: number | null, actor: Actor): Promise<{ moved: number }> {
    const [joining] = await this.database.query<{ people: number }>(
      'select count(*)::int as people from users where id = any($1) and team_id is null',
      [userIds],
    );
    const timeZone = teamId === null ? null : await this.teams.timeZoneOf(teamId, joining!.people);
    const name = teamId === null ? 'No team' : (await this.get(teamId)).name;
    const moved = await this.users.moveToTeam(userIds, teamId, timeZone);
    const users = moved.map(({ username }) => username).sort();
    for (let at = 0; at < users.length; at += maxNamed)
      await this.record('team_of_users_changed', actor, name, { teamId, users: users.slice(at, at + maxNamed) });
    return { moved: moved.length };
  }

  /** Rejects like the move itself, and changes nothing. */
  async check(id: number, parentId: number | null): Promise<OutputOf<typeof checkTeamMove>> {
    const { path, above } = await this.pathsOfMove(id, parentId);
    return this.views.sightAfterMove(id, { before: path.slice(0, -1), after: [...above] });
  }

  private change<T>(teamIds: readonly number[], work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.teams.lock();
      return this.teams.announcing(teamIds, work);
    });
  }

  private record(action: AuditAction, actor: Actor, subject: string, details: object): Promise<void> {
    return this.audit.add({ action, actor, subject, details });
  }

  private async get(id: number): Promise<Team> {
    const team = await this.views.find(id);
    if (!team) throw notFound('Team');
    return team;
  }

  private async refuseUnknownList(id: number | null): Promise<void> {
    if (id === null) return;
    const known = await this.database.query('select from holiday_lists where id = $1', [id]);
    if (known.length === 0) throw invalidField('holidayListId', 'There is no such list of holidays');
  }

  private async pathTo(parentId: number | null): Promise<number[]> {
    if (parentId === null) return [];
    const [parent] = await this.database.query<{ path: number[] }>('select path from teams where id = $1', [parentId]);
    if (!parent) throw invalidField('parentId', 'There is no such team');
    return parent.path;
  }

  /** Returns the team's path and that of its new parent. Rejects what would be a circle or too deep. */
  private async pathsOfMove(id: number, parentId: number | null): Promise<{ path: number[]; above: Path }> {
    const [team] = await this.database.query<{ path: number[]; deepest: number }>(
      `select path, (select max(cardinality(path)) from teams where path && array[$1::bigint]) as deepest
       from teams where id = $1`,
      [id],
    );
    if (!team) throw notFound('Team');
    const above = await this.pathTo(parentId);
    if (above.includes(id)) throw new AppError('conflict', 'team_cycle', 'A team cannot be below itself');
    refuseDeep(above.length + 1 + team.deepest - team.path.length);
    return { path: team.path, above };
  }

  private async move(id: number, { path, above }: { path: Path; above: Path }): Promise<void> {
    await this.database.query(
      'update teams set path = $2::bigint[] || path[$3::int:] where path && array[$1::bigint]',
      [id, above, path.length],
    );
  }

  private async spreadTimeZones(id: number): Promise<void> {
    const zones = await this.database.query<{ teamId: number; timeZone: string | null }>(
      `select t.id as "teamId", ${timeZoneOfTeam} as "timeZone" from teams t where t.path && array[$1::bigint]`,
      [id],
    );
    await this.users.takeTimeZones(zones);
  }

  private async setManagers(teamId: number, managerIds: number[], present: readonly number[]): Promise<void> {
    const added = managerIds.filter((id) => !present.includes(id));
    if (added.length > 0) {
      const [able] = await this.database.query<{ count: number; all: number }>(
        `select count(*)::int, (select count(*)::int from team_managers) as all
         from (select from users where id = any($1) and role in ('admin', 'manager') and not is_service for share) able`,
        [added],
      );
      if (able!.count < added.length)
        throw invalidField('managerIds', 'Only people with the role Manager or Administrator can manage a team');
      if (able!.all + managerIds.length - present.length > maxManagers.ofAll)
        throw invalidField(
          'managerIds',
          `All teams together have at most ${maxManagers.ofAll.toLocaleString('en')} managers`,
        );
    }
    await this.database.query('delete from team_managers where team_id = $1 and user_id <> all($2)', [
      teamId,
      managerIds,
    ]);
    await this.database.query('insert into team_managers (team_id, user_id) select $1, unnest($2::bigint[])', [
      teamId,
      added,
    ]);
  }
}

function changesOf(present: Team, form: TeamForm): Record<string, [before: unknown, after: unknown]> {
  const names = ['name', 'timeZone', 'workingDays', 'holidayListId', 'managerIds', 'goal'] as const;
  const sorted = { ...form, managerIds: [...form.managerIds].sort((a, b) => a - b) };
  const isChanged = (name: (typeof names)[number]) => JSON.stringify(present[name]) !== JSON.stringify(sorted[name]);
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, [present[name], sorted[name]]]));
}

const teamInUse = (message: string) => new AppError('conflict', 'team_in_use', message);

function refuseDeep(levels: number): void {
  if (levels > maxTeamLevels) throw invalidField('parentId', `Teams have at most ${maxTeamLevels} levels`);
}

function refuseTakenName(error: { constraint?: string }): never {
  if (error.constraint !== 'teams_name') throw error as unknown as Error;
  throw takenField('name', 'team_name_taken', 'There is already a team with this name here');
}

const inUse = (people: number, teams: number) =>
  [people > 0 && counted(people, 'person', 'people'), teams > 0 && counted(teams, 'team')]
    .filter(Boolean)
    .join(' and ');
