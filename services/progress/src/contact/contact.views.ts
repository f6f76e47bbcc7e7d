import type { getProgressLeads, OutputOf } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { Day, Period } from '../calendar/calendar.rules.js';
import { goalOn } from '../user-replica/user-replica.repository.js';

const contactsOf = (user: string, from: string, to: string) =>
  `(select coalesce(sum(contacts), 0)::int from contact_counts where user_id = ${user} and day between ${from} and ${to})`;

export interface ContactFilter extends Period {
  userId?: number | undefined;
  people?: readonly number[] | undefined;
  page: number;
  pageSize: number;
}

const activeMembers = `user_id in (
  select id from members where active and deleted_at is null and ($3::bigint[] is null or id = any ($3))
)`;

@Injectable()
export class ContactViews {
  constructor(private readonly database: Database) {}

  /** The goal is null if the replica does not have the user yet. */
  async own(
    userId: number,
    week: Period,
    month: Period,
    day: Day,
  ): Promise<{ week: number; month: number; goal: number | null }> {
    const [row] = await this.database.prepared<{ week: number; month: number; goal: number | null }>(
      `select ${contactsOf('$1', '$2', '$3')} as week, ${contactsOf('$1', '$4', '$5')} as month, ${goalOn('$1', '$6')} as goal`,
      [userId, week.from, week.to, month.from, month.to, day],
    );
    return row!;
  }

  /** Returns a user's contacts of each day. */
  days(userId: number, { from, to }: Period): Promise<{ day: Day; count: number }[]> {
    return this.database.query<{ day: Day; count: number }>(
      `select to_char(each, 'YYYY-MM-DD') as day, coalesce(contacts, 0)::int as count
       from generate_series($2::date, $3::date, interval '1 day') as each
       left join contact_counts on day = each::date and user_id = $1
       order by each`,
      [userId, from, to],
    );
  }

  /** Returns the contacts behind a number; without `userId` those of the active `people`, or of everybody. */
  async leads({ userId, people, from, to, page, pageSize }: ContactFilter): Promise<OutputOf<typeof getProgressLeads>> {
    const whose = userId === undefined ? activeMembers : 'user_id = $3';
    const about = [from, to, userId ?? people ?? null];
    const [leads, [count]] = await Promise.all([
      this.database.query<OutputOf<typeof getProgressLeads>['leads'][number]>(
        `select lead_id as "leadId", user_id as "userId", business_name as "businessName", from_status as "from",
           to_status as "to", to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
         from contact_ledger contact
         where day between $1 and $2 and ${whose} and counts = 1 and not exists (
           select 1 from contact_ledger back where back.lead_id = contact.lead_id and back.turn = contact.turn and back.counts = -1
         )
         order by day desc, happened_at desc, id desc limit $4 offset $5`,
        [...about, pageSize, (page - 1) * pageSize],
      ),
      this.database.query<{ total: number }>(
        `select coalesce(sum(contacts), 0)::int as total from contact_counts where day between $1 and $2 and ${whose}`,
        about,
      ),
    ]);
    return { leads, total: count!.total };
  }
}
