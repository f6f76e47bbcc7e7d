import type { MemberWeeks, ProgressRecord } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { weeklyTarget, weeksBefore, type Day, type Period } from '../calendar/calendar.rules.js';
import { goalOn } from '../user-replica/user-replica.repository.js';

const chunkSize = 500;
const shownWeeks = 8;

export interface MemberCount {
  user: ProgressRecord['user'];
  count: number;
  /** The monthly goal on the day in question. */
  goal: number;
  /** The day on which the user got an account. */
  since: Day;
}

const isActive = 'active and deleted_at is null';
/** SQL for users whom the caller sees; null means everybody. */
const isSeen = (people: string) => `${isActive} and (${people}::bigint[] is null or id = any (${people}))`;
export type People = readonly number[] | undefined;

@Injectable()
export class TeamViews {
  constructor(private readonly database: Database) {}

  /** Returns the next active users after `after`, also those without a contact. */
  async counts(
    { from, to }: Period,
    day: Day,
    people: People,
    after = 0,
  ): Promise<{ members: MemberCount[]; next: number | null }> {
    const members = await this.database.query<MemberCount>(
      `select json_build_object('id', id, 'fullName', full_name, 'username', username, 'email', email) as "user",
         (select coalesce(sum(contacts), 0)::int from contact_counts where user_id = id and day between $1 and $2) as count,
         ${goalOn('id', '$3')} as goal,
         (select to_char(min(from_day), 'YYYY-MM-DD') from goals where user_id = id) as since
       from members where ${isSeen('$5')} and id > $4 order by id limit ${chunkSize}`,
      [from, to, day, after, people ?? null],
    );
    return { members, next: members.length === chunkSize ? members.at(-1)!.user.id : null };
  }

  async size(people: People): Promise<number> {
    const [row] = await this.database.query<{ size: number }>(
      `select count(*)::int as size from members where ${isSeen('$1')}`,
      [people ?? null],
    );
    return row!.size;
  }

  /** Returns eight weeks per member, oldest first, each with the target at its end. */
  async weeks(
    last: Period,
    day: Day,
    people: People,
    after = 0,
  ): Promise<{ members: MemberWeeks[]; next: number | null }> {
    const weeks = Array.from({ length: shownWeeks }, (_, index) => weeksBefore(last.from, shownWeeks - 1 - index));
    const ends = weeks.map(({ to }) => (to === last.to ? day : to));
    const rows = await this.database.query<{ userId: number; counts: number[]; goals: number[] }>(
      `select id as "userId",
         array(
           select (select coalesce(sum(contacts), 0)::int from contact_counts where user_id = id and day between starts and starts + 6)
           from unnest($1::date[]) with ordinality as week (starts, position) order by position
         ) as counts,
         array(select ${goalOn('id', 'ended')} from unnest($2::date[]) with ordinality as week (ended, position) order by position) as goals
       from members where ${isSeen('$4')} and id > $3 order by id limit ${chunkSize}`,
      [weeks.map(({ from }) => from), ends, after, people ?? null],
    );
    const members = rows.map(({ userId, counts, goals }) => ({
      userId,
      weeks: weeks.map(({ from }, index) => ({
        from,
        count: counts[index]!,
        target: weeklyTarget(goals[index]!, ends[index]!),
      })),
    }));
    return { members, next: rows.length === chunkSize ? rows.at(-1)!.userId : null };
  }

  /** Returns the sum of the active users' contacts on each day. */
  days({ from, to }: Period, people: People): Promise<{ day: Day; count: number }[]> {
    return this.database.query<{ day: Day; count: number }>(
      `select to_char(each, 'YYYY-MM-DD') as day, coalesce(sum(contacts) filter (where m.id is not null), 0)::int as count
       from generate_series($1::date, $2::date, interval '1 day') as each
       left join contact_counts c on c.day = each::date
       left join members m on m.id = c.user_id and ${isSeen('$3')}
       group by each order by each`,
      [from, to, people ?? null],
    );
  }
}
