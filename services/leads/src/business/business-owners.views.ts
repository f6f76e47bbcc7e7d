import {
  placesProviderOf,
  placesProviders,
  type Actor,
  type LeadStatus,
  type UserSummary,
  type TakenBy,
} from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ownerJson } from '../lead/lead-columns.js';
import { may } from '../lead/lead.policy.js';
import { cityFromAddress } from './city.rules.js';

interface Row {
  businessId: number;
  userId: number;
  user: UserSummary;
  status: LeadStatus;
  existingCustomer: boolean;
}
interface SamePhoneRow extends Row {
  address: string | null;
  otherAddress: string | null;
}

const lead = `u.user_id as "userId", ${ownerJson} as "user", u.status, u.existing_customer as "existingCustomer"`;
/** The indexes use the same expression, so equal numbers are found in any notation and without a country code. */
export const digitsOf = (column: string) => `right(translate(${column}, '()-. +/', ''), 10)`;
/** A phone number of more businesses than this belongs to a switchboard. */
const maxBusinesses = 20;
const sampleProviders = Object.keys(placesProviders).filter((name) => placesProviderOf(name).isSample);
/** The sample provider repeats its numbers without limit, so a lookup reads at most this many businesses. */
const maxSamePhone = 100;

/** Finds the owners of businesses. It hides the owner from a user who may not know the lead. */
@Injectable()
export class BusinessOwnersView {
  constructor(private readonly database: Database) {}

  /** Finds owners by place id, or by name and address, because providers use different ids for one place. */
  async of(businessIds: readonly number[], actor: Actor): Promise<Map<number, TakenBy[]>> {
    const rows = await this.database.query<Row>(
      `select asked.id as "businessId", ${lead}
       from businesses asked
       join businesses same
         on same.match_key = asked.match_key and (same.id = asked.id or asked.formatted_address is not null)
       join user_businesses u on u.business_id = same.id
       left join assignees a on a.id = u.user_id
       where asked.id = any ($1)
       order by u.assigned_at, u.id`,
      [businessIds],
    );
    return byBusiness(rows, actor);
  }

  /**
   * Finds owners of businesses with the same phone in the same city, as a suggestion and not as a match. It does not compare
   * sample businesses with each other: they share few fictional numbers.
   */
  async byPhone(businessIds: readonly number[], actor: Actor): Promise<Map<number, TakenBy[]>> {
    const rows = await this.database.query<SamePhoneRow>(
      `select asked.id as "businessId", asked.formatted_address as address, other.formatted_address as "otherAddress", ${lead}
       from businesses asked
       cross join lateral (
         select id, formatted_address from (
           select id, formatted_address, match_key, provider from businesses b
           where ${digitsOf('b.phone')} = ${digitsOf('asked.phone')} and b.phone is not null limit ${maxSamePhone}
         ) b
         where b.match_key <> asked.match_key
           and (b.provider = any ($2) and asked.provider = any ($2)) is not true
         limit ${maxBusinesses}
       ) other
       join user_businesses u on u.business_id = other.id
       left join assignees a on a.id = u.user_id
       where asked.id = any ($1) and asked.phone is not null and length(${digitsOf('asked.phone')}) >= 7
       order by u.assigned_at, u.id
       limit 1000`,
      [businessIds, sampleProviders],
    );
    const near = rows.filter(({ address, otherAddress }) => {
      const city = cityFromAddress(address);
      return city !== null && city === cityFromAddress(otherAddress);
    });
    return byBusiness(near, actor);
  }
}

function byBusiness(rows: readonly Row[], actor: Actor): Map<number, TakenBy[]> {
  const taken = new Map<number, TakenBy[]>();
  for (const row of rows) {
    const { businessId, user, status, existingCustomer } = row;
    const shown = may(actor, 'know', row)
      ? { user, status, existingCustomer }
      : { user: null, status: null, existingCustomer };
    taken.set(businessId, [...(taken.get(businessId) ?? []), shown]);
  }
  return taken;
}
