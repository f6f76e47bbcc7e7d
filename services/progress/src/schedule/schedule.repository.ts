import { mailsComposed, type Actor, type PayloadOf } from '@lead-finder/contracts';
import { Database, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { Day } from '../calendar/calendar.rules.js';
import type { ScheduleKind } from './schedule.rules.js';

export interface ZoneDay {
  /** Null is the zone of this deployment. */
  zone: string | null;
  day: Day;
}

interface Planned {
  kind: ScheduleKind;
  due: Date;
  afterUser: number;
}

type Mails = PayloadOf<typeof mailsComposed>['mails'];

const isActive = 'm.active and m.deleted_at is null';

/** The only class that writes the day of each user's last mail, so no restart or change of zone loses or repeats one. */
@Injectable()
export class Schedules {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  async zones(): Promise<(string | null)[]> {
    const rows = await this.database.query<{ zone: string | null }>(
      `select distinct time_zone as zone from members m where ${isActive} order by 1`,
    );
    return rows.map(({ zone }) => zone);
  }

  /** Lets new users begin with the next mail. */
  async begin(kind: ScheduleKind, days: readonly ZoneDay[]): Promise<void> {
    await this.database.query(
      `insert into mailed_days (kind, user_id, day)
       select $1, m.id, each.day
       from members m join unnest($2::text[], $3::date[]) as each (zone, day)
         on coalesce(each.zone, '') = coalesce(m.time_zone, '')
       where ${isActive} and not exists (select from mailed_days where kind = $1 and user_id = m.id)
       on conflict do nothing`,
      [kind, days.map(({ zone }) => zone), days.map(({ day }) => day)],
    );
  }

  /** Returns users whose mail of that day is due. */
  next(kind: ScheduleKind, { zone, day }: ZoneDay, limit: number): Promise<Actor[]> {
    return this.database.query<Actor>(
      `select m.id, username, full_name as "fullName", role, time_zone as "timeZone"
       from members m join mailed_days on kind = $1 and user_id = m.id
       where ${isActive} and m.time_zone is not distinct from $2 and day < $3 order by m.id limit $4`,
      [kind, zone, day, limit],
    );
  }

  /** Sends the mails of users whom no other worker reached first. */
  async finish(kind: ScheduleKind, day: Day, userIds: readonly number[], mails: Mails): Promise<void> {
    await this.database.transaction(async () => {
      const rows = await this.database.query<{ id: number }>(
        `update mailed_days set day = $2 where kind = $1 and user_id = any ($3) and day < $2 returning user_id as id`,
        [kind, day, userIds],
      );
      const reached = new Set(rows.map(({ id }) => id));
      const own = mails.map((mail) => ({ ...mail, userIds: mail.userIds.filter((id) => reached.has(id)) }));
      const sent = own.filter((mail) => mail.userIds.length > 0);
      if (sent.length > 0) await this.outbox.append(mailsComposed, { mails: sent });
    });
  }

  /** Continues what the version before planned for all users together. */
  async takeOver(now: Date, dayOf: (kind: ScheduleKind, at: Date) => Day): Promise<void> {
    await this.database.transaction(async () => {
      const planned = await this.database.query<Planned>(
        `update schedules set done_at = $1 where done_at is null
         returning kind, due, after_user as "afterUser"`,
        [now],
      );
      for (const { kind, due, afterUser } of planned)
        await this.database.query(
          `insert into mailed_days (kind, user_id, day)
           select $1, m.id, case when m.id <= $2 then $3::date else $4::date end from members m where ${isActive}
           on conflict do nothing`,
          [kind, afterUser, dayOf(kind, due), dayOf(kind, new Date(due.getTime() - 1))],
        );
    });
  }
}
