import type { getProgressLeads, OutputOf, ParsedInputOf } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { Day, Period } from '../calendar/calendar.rules.js';
import { goalOn } from '../member/goal-on.js';

const contactsOf = (user: string, from: string, to: string) =>
  `(select coalesce(sum(contacts), 0)::int from contact_counts where user_id = ${user} and day between ${from} and ${to})`;

@Injectable()
export class ContactViews {
  constructor(private readonly database: Database) {}

  /** One person's number, and the goal that held on that day; no goal where the person is not known yet. */
  async own(userId: number, { from, to }: Period, day: Day): Promise<{ count: number; goal: number | null }> {
    const [row] = await this.database.query<{ count: number; goal: number | null }>(
      `select ${contactsOf('$1', '$2', '$3')} as count, ${goalOn('$1', '$4')} as goal`,
      [userId, from, to, day],
    );
    return row!;
  }

  /** What the number consists of: a contact that was taken back is not among it. */
  async leads(filter: ParsedInputOf<typeof getProgressLeads>): Promise<OutputOf<typeof getProgressLeads>> {
    const { userId, from, to, page, pageSize } = filter;
    const [leads, [count]] = await Promise.all([
      this.database.query<OutputOf<typeof getProgressLeads>['leads'][number]>(
        `select lead_id as "leadId", business_name as "businessName", from_status as "from", to_status as "to",
           to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "contactedAt"
         from contact_ledger contact
         where user_id = $1 and day between $2 and $3 and counts = 1 and not exists (
           select 1 from contact_ledger back where back.lead_id = contact.lead_id and back.turn = contact.turn and back.counts = -1
         )
         order by happened_at desc, id desc limit $4 offset $5`,
        [userId, from, to, pageSize, (page - 1) * pageSize],
      ),
      this.database.query<{ total: number }>(`select ${contactsOf('$1', '$2', '$3')} as total`, [userId, from, to]),
    ]);
    return { leads, total: count!.total };
  }
}
