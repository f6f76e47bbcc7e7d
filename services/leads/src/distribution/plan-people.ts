import {
  maxPlanPeople,
  resolveTeamMembers,
  resolveWorkingDays,
  type PlanCondition,
  type PlanDefinition,
  type PlanPersonState,
} from '@lead-finder/contracts';
import { asService, Bus, Clock, Database, invalidField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { WorkingDays } from '../follow-up/working-days.js';
import { TeamWorkViews } from '../team-work/team-work.views.js';
import type { PlanPerson } from './plan-conditions.js';
import { isWorkingHour } from './working-hours.rules.js';

const maxAsked = 500;
const none: ReadonlySet<number> = new Set();

interface Owners {
  people: Map<number, number[]>;
  teams: Map<number, number[]>;
}
const noOwners: Owners = { people: new Map(), teams: new Map() };
type Named = Pick<PlanPerson, 'id' | 'username' | 'fullName' | 'timeZone'>;

/** Reads who could get leads from a plan, with what its conditions ask. */
@Injectable()
export class PlanPeople {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly clock: Clock,
    private readonly days: WorkingDays,
    private readonly work: TeamWorkViews,
  ) {}

  /** Active users, in the order of their ids. Rejects with 400 if they are too many. */
  async of({ rules }: PlanDefinition): Promise<PlanPerson[]> {
    const all = rules.flatMap(({ conditions }) => conditions);
    const owners = all.some(({ kind }) => kind === 'territory') ? await this.territoryOwners() : noOwners;
    const teams = await this.membersOf([...teamsOf(all), ...owners.teams.keys()]);
    const territories = territoriesOf(owners, teams);
    const isForAll = rules.some(
      ({ conditions }) => !conditions.some(({ kind }) => kind === 'people' || kind === 'team' || kind === 'territory'),
    );
    const people = await this.active(
      isForAll ? null : [...new Set([...chosenOf(all), ...teams.keys(), ...owners.people.keys()])],
    );
    const kinds = new Set(all.map(({ kind }) => kind));
    const [states, loads] = [
      kinds.has('not-on-leave') || kinds.has('working-now') ? await this.states(people) : undefined,
      await this.loads(people.map(({ id }) => id)),
    ];
    return people.map((person) => ({
      ...person,
      teamIds: teams.get(person.id) ?? [],
      territoryIds: territories.get(person.id) ?? none,
      state: states?.get(person.id) ?? 'ready',
      load: loads.get(person.id) ?? 0,
    }));
  }

  /** Who is on which territories; a territory has at most a hundred users and twenty teams. */
  private async territoryOwners(): Promise<Owners> {
    const rows = await this.database.query<{ id: number; isTeam: boolean; territoryIds: number[] }>(
      `select user_id as id, false as "isTeam", array_agg(territory_id) as "territoryIds" from territory_people group by 1
       union all select team_id, true, array_agg(territory_id) from territory_teams group by 1`,
    );
    const of = (isTeam: boolean) =>
      new Map(rows.filter((row) => row.isTeam === isTeam).map(({ id, territoryIds }) => [id, territoryIds]));
    return { people: of(false), teams: of(true) };
  }

  /** Open leads now, with those that running plans are about to give. */
  private async loads(userIds: number[]): Promise<Map<number, number>> {
    const coming = await this.database.query<{ userId: number; leads: number }>(
      `select (give->>'userId')::bigint as "userId", sum((give->>'leads')::int)::int as leads
       from bulk_jobs j join bulk_job_pieces p on p.job_id = j.id cross join jsonb_array_elements(p.moves->'gives') as give
       where j.status = 'running' and j.plan_id is not null
       group by 1`,
    );
    const loads = new Map((await this.work.open(userIds)).map(({ userId, leads }) => [userId, leads]));
    for (const { userId, leads } of coming) loads.set(userId, (loads.get(userId) ?? 0) + leads);
    return loads;
  }

  private async active(ids: readonly number[] | null): Promise<Named[]> {
    const people = await this.database.query<Named>(
      `select id, username, full_name as "fullName", time_zone as "timeZone" from assignees
       where active and deleted_at is null and id > 0 and ($1::bigint[] is null or id = any ($1)) order by id limit $2`,
      [ids, maxPlanPeople + 1],
    );
    if (people.length > maxPlanPeople) throw tooMany();
    return people;
  }

  private async membersOf(teamIds: readonly number[]): Promise<Map<number, number[]>> {
    if (teamIds.length === 0) return new Map();
    const input = { teamIds: [...new Set(teamIds)], limit: maxPlanPeople + 1 };
    const { people } = await this.bus.call(resolveTeamMembers, input, asService());
    if (people.length > maxPlanPeople) throw tooMany();
    return new Map(people.map(({ id, teamIds: ofPerson }) => [id, ofPerson]));
  }

  private async states(people: readonly Named[]): Promise<Map<number, PlanPersonState>> {
    const states = new Map<number, PlanPersonState>();
    const now = this.clock.now();
    const clocks = new Map(
      people.map(({ id, timeZone }) => [id, DateTime.fromJSDate(now, { zone: this.days.of(timeZone).zone })]),
    );
    for (const { id } of people) if (!isWorkingHour(clocks.get(id)!)) states.set(id, 'not-working');
    for (let at = 0; at < people.length; at += maxAsked) {
      const userIds = people.slice(at, at + maxAsked).map(({ id }) => id);
      const days = userIds.map((id) => clocks.get(id)!.toISODate()!).sort();
      const span = { from: days[0]!, to: days.at(-1)! };
      const asked = { userIds, ...span, alsoWithoutTeam: true };
      const { people: known } = await this.bus.call(resolveWorkingDays, asked, asService());
      for (const { id, workingDays, daysOff } of known) {
        const clock = clocks.get(id)!;
        if (daysOff?.includes(clock.toISODate()!)) states.set(id, 'on-leave');
        else states.set(id, isWorkingHour(clock, workingDays) ? 'ready' : 'not-working');
      }
    }
    return states;
  }
}

const teamsOf = (conditions: readonly PlanCondition[]) =>
  conditions.flatMap((each) => (each.kind === 'team' ? each.teamIds : []));
const chosenOf = (conditions: readonly PlanCondition[]) =>
  conditions.flatMap((each) => (each.kind === 'people' ? each.userIds : []));

/** The territories of each user, also by the team. */
function territoriesOf(owners: Owners, teams: ReadonlyMap<number, number[]>): Map<number, ReadonlySet<number>> {
  const ofUsers = new Map<number, ReadonlySet<number>>();
  for (const id of new Set([...owners.people.keys(), ...teams.keys()])) {
    const byTeam = (teams.get(id) ?? []).flatMap((team) => owners.teams.get(team) ?? []);
    ofUsers.set(id, new Set([...(owners.people.get(id) ?? []), ...byTeam]));
  }
  return ofUsers;
}

const tooMany = () =>
  invalidField(
    'definition.rules',
    `At most ${maxPlanPeople.toLocaleString('en')} people can take part. Choose teams or people.`,
  );
