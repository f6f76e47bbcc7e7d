import type { MemberWeeks, ProgressRecord, Role } from '@lead-finder/contracts';
import { leadersOnly } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { weeklyTarget, weeksBefore, type Day, type Period } from '../calendar/calendar.rules.js';
import { goalOn } from '../member/goal-on.js';

const chunk = 500;
const shownWeeks = 8;

export interface MemberCount {
  user: ProgressRecord['user'];
  count: number;
  /** The monthly goal that held on the day in question. */
  goal: number;
}

const isThere = 'active and deleted_at is null';

@Injectable()
export class TeamViews {
  constructor(private readonly database: Database) {}

  /** The next active people behind `after`, also those with no contact. */
  async counts(
    { from, to }: Period,
    day: Day,
    after = 0,
    limit = chunk,
  ): Promise<{ members: MemberCount[]; next: number | null }> {
    const members = await this.database.query<MemberCount>(
      `select json_build_object('id', id, 'fullName', full_name, 'username', username, 'email', email) as "user",
         (select coalesce(sum(contacts), 0)::int from contact_counts where user_id = id and day between $1 and $2) as count,
         ${goalOn('id', '$3')} as goal
       from members where ${isThere} and id > $4 order by id limit $5`,
      [from, to, day, after, limit],
    );
    return { members, next: members.length === limit ? members.at(-1)!.user.id : null };
  }

  async size(): Promise<number> {
    const [row] = await this.database.query<{ size: number }>(
      `select count(*)::int as size from members where ${isThere}`,
    );
    return row!.size;
  }

  /** Eight weeks each, oldest first, against the target that each ended with; the last one may still run. */
  async weeks(last: Period, day: Day, after = 0): Promise<{ members: MemberWeeks[]; next: number | null }> {
    const weeks = Array.from({ length: shownWeeks }, (_, index) => weeksBefore(last.from, shownWeeks - 1 - index));
    const ends = weeks.map(({ to }) => (to === last.to ? day : to));
    const rows = await this.database.query<{ userId: number; counts: number[]; goals: number[] }>(
      `select id as "userId",
         array(
           select (select coalesce(sum(contacts), 0)::int from contact_counts where user_id = id and day between starts and starts + 6)
           from unnest($1::date[]) with ordinality as week (starts, place) order by place
         ) as counts,
         array(select ${goalOn('id', 'ended')} from unnest($2::date[]) with ordinality as week (ended, place) order by place) as goals
       from members where ${isThere} and id > $3 order by id limit ${chunk}`,
      [weeks.map(({ from }) => from), ends, after],
    );
    const members = rows.map(({ userId, counts, goals }) => ({
      userId,
      weeks: weeks.map(({ from }, index) => ({
        from,
        count: counts[index]!,
        target: weeklyTarget(goals[index]!, ends[index]!),
      })),
    }));
    return { members, next: rows.length === chunk ? rows.at(-1)!.userId : null };
  }

  /** What the active people reached together on each day. */
  days({ from, to }: Period): Promise<{ day: Day; count: number }[]> {
    return this.database.query<{ day: Day; count: number }>(
      `select to_char(each, 'YYYY-MM-DD') as day, coalesce(sum(contacts) filter (where m.id is not null), 0)::int as count
       from generate_series($1::date, $2::date, interval '1 day') as each
       left join contact_counts c on c.day = each::date
       left join members m on m.id = c.user_id and ${isThere}
       group by each order by each`,
      [from, to],
    );
  }

  /** The next people behind `after` who lead the team. */
  leaders(after: number, limit: number): Promise<{ id: number; role: Role }[]> {
    return this.database.query(
      `select id, role from members where ${isThere} and role = any ($1) and id > $2 order by id limit $3`,
      [leadersOnly, after, limit],
    );
  }
}
