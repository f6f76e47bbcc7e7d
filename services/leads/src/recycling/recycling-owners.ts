import { resolveTeamsOfUsers, resolveWorkingDays, type RecyclingRule } from '@lead-finder/contracts';
import { asService, Bus, Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { WorkingDays } from '../follow-up/working-days.js';
import { RecyclingRules } from './recycling-rules.js';
import { calendarOf, dayMs, dayNumber, daysThatDecide, dayText, type OwnCalendar } from './recycling.rules.js';

/** The most users that the users service answers at once. */
export const ownersAtOnce = 500;

export interface RecyclingOwner {
  id: number;
  zone: string;
  today: number;
  rule: RecyclingRule;
  calendar: OwnCalendar;
}

/** Finds the rule and the calendar of owners. People without a team, without a rule and inactive ones have none. */
@Injectable()
export class RecyclingOwners {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly rules: RecyclingRules,
    private readonly days: WorkingDays,
    private readonly clock: Clock,
  ) {}

  /** `draft` stands for the stored rule of its team. */
  async of(userIds: readonly number[], draft?: RecyclingRule): Promise<Map<number, RecyclingOwner>> {
    const stored = await this.rules.list();
    const rules = new Map([...stored, ...(draft ? [draft] : [])].map((rule) => [rule.teamId, rule]));
    if (![...rules.values()].some(({ active }) => active)) return new Map();
    const people = await this.database.query<{ id: number; zone: string | null }>(
      'select id, time_zone as zone from assignees where id = any ($1) and active and deleted_at is null',
      [userIds],
    );
    const zones = new Map(people.map(({ id, zone }) => [id, this.days.of(zone).zone]));
    const owners = new Map<number, RecyclingOwner>();
    for (let at = 0; at < people.length; at += ownersAtOnce) {
      const ids = people.slice(at, at + ownersAtOnce).map(({ id }) => id);
      const ruleOf = await this.ruleOfEach(ids, rules);
      for (const owner of await this.withCalendars(ruleOf, zones)) owners.set(owner.id, owner);
    }
    return owners;
  }

  async one(userId: number): Promise<RecyclingOwner | undefined> {
    return (await this.of([userId])).get(userId);
  }

  private async ruleOfEach(userIds: number[], rules: ReadonlyMap<number, RecyclingRule>) {
    const { people } = await this.bus.call(resolveTeamsOfUsers, { userIds }, asService());
    const ruleOf = new Map<number, RecyclingRule>();
    for (const { id, team } of people) {
      const nearest = (team.path ?? [team.id]).findLast((teamId) => rules.has(teamId));
      const rule = nearest === undefined ? undefined : rules.get(nearest);
      if (rule?.active) ruleOf.set(id, rule);
    }
    return ruleOf;
  }

  private async withCalendars(ruleOf: ReadonlyMap<number, RecyclingRule>, zones: ReadonlyMap<number, string>) {
    if (ruleOf.size === 0) return [];
    const today = new Map<string, number>();
    const todayIn = (zone: string) => {
      if (!today.has(zone)) today.set(zone, dayNumber(this.days.of(zone).present().today));
      return today.get(zone)!;
    };
    const horizon = Math.max(...[...ruleOf.values()].map(daysThatDecide));
    const now = Math.floor(this.clock.now().getTime() / dayMs);
    const [from, to] = [now - horizon, now + horizon];
    const userIds = [...ruleOf.keys()];
    const span = { from: dayText(from), to: dayText(to) };
    const { people } = await this.bus.call(resolveWorkingDays, { userIds, ...span }, asService());
    return people.map(({ id, ...time }): RecyclingOwner => {
      const zone = zones.get(id)!;
      return { id, zone, today: todayIn(zone), rule: ruleOf.get(id)!, calendar: calendarOf(time, from, to) };
    });
  }
}
