import {
  maxHolidayLists,
  type Actor,
  type AuditAction,
  type Holiday,
  type holidayListForm,
  type HolidayList,
  type HolidayListRecord,
} from '@lead-finder/contracts';
import { AppError, Database, invalidField, notFound, staleVersion, takenField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { AuditTrail } from '../audit/audit-trail.js';
import { Teams } from '../team/teams.js';

type Form = z.output<typeof holidayListForm>;

/** An entry of the audit trail names no more days than this. */
const maxNamed = 100;

/** The lists of holidays, which change under the lock of the teams that use them. */
@Injectable()
export class HolidayLists {
  constructor(
    private readonly database: Database,
    private readonly teams: Teams,
    private readonly audit: AuditTrail,
  ) {}

  list(): Promise<HolidayListRecord[]> {
    return this.database.query(
      `select l.id, l.name, count(day)::int as holidays, to_char(min(day), 'YYYY-MM-DD') as "from",
         to_char(max(day), 'YYYY-MM-DD') as "to"
       from holiday_lists l left join holidays h on h.list_id = l.id group by l.id order by lower(l.name), l.id`,
    );
  }

  async get(id: number): Promise<HolidayList> {
    const [list] = await this.database.query<Omit<HolidayList, 'days'>>(
      'select id, name, version from holiday_lists where id = $1',
      [id],
    );
    if (!list) throw notFound('List of holidays');
    const days = await this.database.query<Holiday>(
      "select to_char(day, 'YYYY-MM-DD') as day, name from holidays where list_id = $1 order by holidays.day",
      [id],
    );
    return { ...list, days };
  }

  create({ name, days }: Form, actor: Actor): Promise<HolidayList> {
    return this.change(async () => {
      const [count] = await this.database.query<{ lists: number }>('select count(*)::int as lists from holiday_lists');
      if (count!.lists >= maxHolidayLists) throw invalidField('name', `There are at most ${maxHolidayLists} lists`);
      const [row] = await this.database
        .query<{ id: number }>('insert into holiday_lists (name) values ($1) returning id', [name])
        .catch(refuseTakenName);
      await this.setDays(row!.id, days);
      await this.record('holiday_list_created', actor, name, { id: row!.id, ...differenceOf([], days) });
      return this.get(row!.id);
    });
  }

  update({ id, version, name, days }: Form & { id: number; version?: number | undefined }, actor: Actor) {
    return this.change(async () => {
      const present = await this.get(id);
      if (version !== undefined && version !== present.version) throw staleVersion(present);
      await this.database
        .query('update holiday_lists set name = $2, version = version + 1 where id = $1', [id, name])
        .catch(refuseTakenName);
      await this.setDays(id, days);
      const renamed = name === present.name ? {} : { name: [present.name, name] };
      await this.record('holiday_list_changed', actor, name, { id, ...renamed, ...differenceOf(present.days, days) });
      return this.get(id);
    });
  }

  async remove(id: number, actor: Actor): Promise<void> {
    await this.change(async () => {
      const { name } = await this.get(id);
      const [used] = await this.database.query<{ teams: number }>(
        'select count(*)::int as teams from teams where holiday_list_id = $1',
        [id],
      );
      const teams = used!.teams;
      if (teams > 0)
        throw new AppError(
          'conflict',
          'holiday_list_in_use',
          `${teams} ${teams === 1 ? 'team has' : 'teams have'} the holidays of ${name}. Choose other ones there first.`,
        );
      await this.database.query('delete from holiday_lists where id = $1', [id]);
      await this.record('holiday_list_removed', actor, name, { id });
    });
  }

  private change<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.teams.lock();
      return this.teams.announcing([], work);
    });
  }

  private async setDays(id: number, days: readonly Holiday[]): Promise<void> {
    await this.database.query('delete from holidays where list_id = $1', [id]);
    await this.database.query(
      'insert into holidays (list_id, day, name) select $1, * from unnest($2::date[], $3::text[])',
      [id, days.map(({ day }) => day), days.map(({ name }) => name)],
    );
  }

  private record(action: AuditAction, actor: Actor, subject: string, details: object): Promise<void> {
    return this.audit.add({ action, actor, subject, details });
  }
}

function differenceOf(before: readonly Holiday[], after: readonly Holiday[]) {
  const textsOf = (days: readonly Holiday[]) => new Set(days.map(({ day, name }) => `${day} ${name}`));
  const [old, present] = [textsOf(before), textsOf(after)];
  const added = [...present].filter((text) => !old.has(text)).slice(0, maxNamed);
  const removed = [...old].filter((text) => !present.has(text)).slice(0, maxNamed);
  return { days: [before.length, after.length], added, removed };
}

function refuseTakenName(error: { constraint?: string }): never {
  if (error.constraint !== 'holiday_lists_name') throw error as unknown as Error;
  throw takenField('name', 'holiday_list_name_taken', 'There is already a list with this name');
}
