import { resolveManagersOfEach } from '@lead-finder/contracts';
import {
  asService,
  BackgroundTask,
  Bus,
  Database,
  LOGGER,
  orIfUnavailable,
  PeriodicTask,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { WorkingDays } from '../follow-up/working-days.js';
import { RecyclingNotices } from './recycling-notices.js';
import { RecyclingOwners, ownersAtOnce, type RecyclingOwner } from './recycling-owners.js';
import { RecyclingRules } from './recycling-rules.js';
import { dayNumber } from './recycling.rules.js';
import { RecyclingMornings } from './recycling-mornings.js';
import { RecyclingNights } from './recycling-nights.js';

const everyMs = 60_000;
const hour = '07:00';

/** The first move of each owner. It visits each owner once, not each lead. */
const firstMove = `select user_id, moves_on from recycling_leads where moves_on is not null`;
const inOrder = 'order by user_id, moves_on limit 1';
const ownersOfMoves = `owners as (
  (${firstMove} ${inOrder})
  union all
  select next.* from owners cross join lateral (${firstMove} and user_id > owners.user_id ${inOrder}) as next
)`;

interface Known {
  id: number;
  zone: string | null;
  /** The last morning that was looked at. */
  day: string | null;
}

/**
 * Reminds owners of untouched leads, announces moves and moves leads to the pool (docs/product/recycling.md). Each step is one
 * transaction with what it reports, so a crash neither repeats nor loses one. Nights come before mornings.
 */
@Injectable()
export class Recycler extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly days: WorkingDays,
    private readonly rules: RecyclingRules,
    private readonly owners: RecyclingOwners,
    private readonly mornings: RecyclingMornings,
    private readonly nights: RecyclingNights,
    private readonly notices: RecyclingNotices,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    // The users service may start later than this one.
    this.task = new PeriodicTask(
      'Recycling of untouched leads',
      () => orIfUnavailable(this.run(), false),
      everyMs,
      log,
    );
  }

  async run(): Promise<boolean> {
    if (!(await this.rules.areUsed())) return false;
    await this.runNights();
    await this.runMornings();
    await this.notifyManagers();
    return false;
  }

  private async runNights(): Promise<void> {
    const moving = await this.database.query<Known>(
      `with recursive ${ownersOfMoves}
       select id, a.time_zone as zone, to_char(min(moves_on), 'YYYY-MM-DD') as day from (
         select user_id as id, moves_on from owners
         union all select user_id, null from recycling_days where moved > 0
       ) as each left join assignees a using (id) group by id, a.time_zone order by id`,
    );
    const ended = moving.filter(({ zone, day }) => day === null || day < this.days.of(zone).present().today);
    await this.eachOwner(ended, (id, owner) => this.nights.run(id, owner));
  }

  private async runMornings(): Promise<void> {
    const people = await this.database.query<Known>(
      `select a.id, a.time_zone as zone, to_char(day, 'YYYY-MM-DD') as day
       from assignees a left join recycling_days on user_id = a.id
       where a.id > 0 and active and deleted_at is null order by a.id`,
    );
    const zones = new Map<string | null, string | null>();
    const dueDay = (zone: string | null) => {
      if (!zones.has(zone)) zones.set(zone, this.days.of(zone).todayFrom(hour));
      return zones.get(zone)!;
    };
    const due = people.filter(({ zone, day }) => {
      const today = dueDay(zone);
      return today !== null && (day === null || day < today);
    });
    const without: { id: number; day: number }[] = [];
    await this.eachOwner(due, async (id, owner, { zone }) => {
      const day = dayNumber(dueDay(zone)!);
      if (owner?.calendar.worksOn(day)) await this.mornings.run(owner, day);
      else without.push({ id, day });
      if (!owner) await this.nights.forget(id);
    });
    await this.mornings.skip(without);
  }

  private async eachOwner(
    known: readonly Known[],
    work: (id: number, owner: RecyclingOwner | undefined, known: Known) => Promise<void>,
  ): Promise<void> {
    for (let at = 0; at < known.length; at += ownersAtOnce) {
      const some = known.slice(at, at + ownersAtOnce);
      const owners = await this.owners.of(some.map(({ id }) => id));
      for (const each of some) await work(each.id, owners.get(each.id), each);
    }
  }

  private async notifyManagers(): Promise<void> {
    const waiting = await this.database.query<{ id: number }>(
      'select user_id as id from recycling_days where tonight > 0 order by user_id limit $1',
      [ownersAtOnce],
    );
    if (waiting.length === 0) return;
    const userIds = waiting.map(({ id }) => id);
    const { users } = await this.bus.call(resolveManagersOfEach, { userIds }, asService());
    await this.notices.tonight(userIds, new Map(users.map(({ id, managerIds }) => [id, managerIds])));
  }
}
