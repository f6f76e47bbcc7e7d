import type { Actor, LeadStatus, Person, TakenBy } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ownerJson } from '../lead/lead-columns.js';
import { may } from '../lead/lead.policy.js';

interface Row {
  businessId: number;
  userId: number;
  user: Person;
  status: LeadStatus;
  existingCustomer: boolean;
}

/**
 * Who has a business already, under its own place id or another one's with the same name and address: providers and
 * imports name the same place differently. A name alone, without an address, says too little. Of a lead that isn't theirs
 * to see people learn only that it is taken.
 */
@Injectable()
export class TakenByView {
  constructor(private readonly database: Database) {}

  async of(businessIds: readonly number[], actor: Actor): Promise<Map<number, TakenBy[]>> {
    const rows = await this.database.query<Row>(
      `select asked.id as "businessId", u.user_id as "userId", ${ownerJson} as "user", u.status,
         u.existing_customer as "existingCustomer"
       from businesses asked
       join businesses same
         on same.match_key = asked.match_key and (same.id = asked.id or asked.formatted_address is not null)
       join user_businesses u on u.business_id = same.id
       left join assignees a on a.id = u.user_id
       where asked.id = any ($1)
       order by u.assigned_at, u.id`,
      [businessIds],
    );
    const taken = new Map<number, TakenBy[]>();
    for (const row of rows) {
      const { businessId, user, status, existingCustomer } = row;
      const shown = may(actor, 'see', row)
        ? { user, status, existingCustomer }
        : { user: null, status: null, existingCustomer };
      taken.set(businessId, [...(taken.get(businessId) ?? []), shown]);
    }
    return taken;
  }
}
