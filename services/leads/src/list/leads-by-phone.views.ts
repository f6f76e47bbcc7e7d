import type { Actor, LeadListRecord } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { digitsOf } from '../business/business-owners.views.js';
import { owners } from './lead-filter.rules.js';
import { LeadListViews } from './lead-list.views.js';

const maxLeads = 6;
/** A shared number, such as a switchboard's, has many businesses, of which a lookup reads this many. */
const maxBusinesses = 1_000;

@Injectable()
export class LeadsByPhoneViews {
  constructor(
    private readonly database: Database,
    private readonly lists: LeadListViews,
  ) {}

  /** Returns the newest leads of the number that the actor may see; none for fewer than seven digits. */
  async find(phone: string, actor: Actor): Promise<LeadListRecord[]> {
    const digits = phone.replace(/\D/g, '').slice(-10);
    const whose = owners({ scope: 'all', sort: 'newest' }, actor);
    if (digits.length < 7) return [];
    const rows = await this.database.query<{ id: number }>(
      `select id from (
         select u.id, u.assigned_at from (
           select id from businesses where ${digitsOf('phone')} = $1 and phone is not null limit ${maxBusinesses}
         ) as b
         join user_businesses u on u.business_id = b.id and ($2::bigint[] is null or u.user_id = any ($2))
         union
         select id, assigned_at from user_businesses
         where ${digitsOf(`custom_fields ->> 'phoneNumber'`)} = $1 and custom_fields ? 'phoneNumber'
           and ($2::bigint[] is null or user_id = any ($2))
       ) as found
       order by assigned_at desc, id desc limit ${maxLeads}`,
      [digits, whose === 'all' ? null : whose],
    );
    return this.lists.records(
      rows.map(({ id }) => id),
      whose,
    );
  }
}
