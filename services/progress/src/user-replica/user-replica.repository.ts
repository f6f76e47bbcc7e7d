import { resolveUsers, type KnownUser, type PayloadOf, type userDeleted } from '@lead-finder/contracts';
import { Bus, Clock, Database, notFound, type Caller } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Calendars } from '../calendar/calendar.js';

/** The user replica with the history of goals and time zones. The only class that writes them. */
@Injectable()
export class UserReplica {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly calendars: Calendars,
    private readonly clock: Clock,
  ) {}

  /** Saves users whose version is newer; a deleted user stays deleted. Returns the ids of these users. */
  upsert(users: readonly { user: KnownUser; since: Date }[]): Promise<number[]> {
    const rows = users.map(({ user: { timeZone = null, ...user }, since }) => {
      const fromDay = this.calendars.of(timeZone).dayOf(since);
      return { ...user, timeZone, since, fromDay };
    });
    const sent = `from jsonb_to_recordset($1) as known (
       id bigint, username text, "fullName" text, email text, role text, active boolean, version int, "timeZone" text,
       "monthlyGoal" int, "fromDay" date, since timestamptz
     ) order by id, version desc`;
    return this.database.transaction(async () => {
      // An older version than the replica's may still contain a goal that held for some days.
      await this.database.query(
        `insert into goals (user_id, version, from_day, goal, time_zone, since)
         select id, version, "fromDay", "monthlyGoal", "timeZone", since ${sent} on conflict do nothing`,
        [JSON.stringify(rows)],
      );
      const upserted = await this.database.query<{ id: number }>(
        `insert into members (id, username, full_name, email, role, active, version, time_zone)
         select distinct on (id) id, username, "fullName", email, role, active, version, "timeZone" ${sent}
         on conflict (id) do update set username = excluded.username, full_name = excluded.full_name, email = excluded.email,
           role = excluded.role, active = excluded.active, version = excluded.version,
           time_zone = excluded.time_zone
         where members.version < excluded.version and members.deleted_at is null
         returning id`,
        [JSON.stringify(rows)],
      );
      return upserted.map(({ id }) => id);
    });
  }

  async markDeleted({ id, username, version }: PayloadOf<typeof userDeleted>): Promise<void> {
    await this.database.query(
      `insert into members (id, username, full_name, email, active, version, deleted_at) values ($1, $2, $2, '', false, $3, now())
       on conflict (id) do update set active = false, deleted_at = coalesce(members.deleted_at, now()),
         version = greatest(members.version, excluded.version)`,
      [id, username, version],
    );
  }

  /** Fetches a user whose event has not arrived yet. Rejects with 404 if there is no such user. */
  async fetch(id: number, caller: Caller): Promise<KnownUser> {
    const { users } = await this.bus.call(resolveUsers, { ids: [id] }, caller);
    const [user] = users;
    if (!user) throw notFound('User');
    await this.upsert([{ user, since: this.clock.now() }]);
    return user;
  }

  /** Returns the zone that each user had at that moment, or the first known one. */
  async zonesAt(moments: readonly { userId: number; at: string }[]): Promise<(string | null)[]> {
    const rows = await this.database.query<{ zone: string | null }>(
      `select (
         select time_zone from goals where user_id = "userId"
         order by coalesce(since > at, false), case when since > at then version else -version end limit 1
       ) as zone
       from rows from (jsonb_to_recordset($1) as ("userId" bigint, at timestamptz)) with ordinality order by "ordinality"`,
      [JSON.stringify(moments)],
    );
    return rows.map(({ zone }) => zone);
  }
}

/** SQL for the goal on a day. Versions order the goals, because the clocks of two machines differ. */
export const goalOn = (user: string, day: string) => `coalesce(
  (select goal from goals where user_id = ${user} and from_day <= ${day} order by version desc limit 1),
  (select goal from goals where user_id = ${user} order by version limit 1)
)`;
