import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { customFieldsOf, tagsOf, type ReadBatch } from './batch.rules.js';
import { copyRows } from './copied-rows.js';
import { arrayText, copyLine } from './copy-text.rules.js';

/** Temporary tables for the rows of a batch. Each commit empties them. */
const tables = `
  create temp table if not exists given_businesses (place_id text not null, match_key text not null, name text not null,
    formatted_address text, phone text, website text, state text, state_as_given text, county text,
    latitude double precision, longitude double precision) on commit delete rows;
  create temp table if not exists wanted_leads (import_row int not null, user_id bigint not null, match_key text not null,
    tags text[] not null, custom_fields jsonb not null) on commit delete rows`;

/** The COPY texts of both tables. They are built before the transaction, because other batches wait for it. */
export interface BatchText {
  businesses: string;
  leads: string;
}

export function textOf({ businesses, leads }: ReadBatch): BatchText {
  let [businessText, leadText] = ['', ''];
  for (const each of businesses.values()) {
    businessText += copyLine([
      each.place_id,
      each.match_key,
      each.name,
      each.formatted_address,
      each.phone,
      each.website,
      each.state,
      each.state_as_given,
      each.county,
      each.latitude,
      each.longitude,
    ]);
  }
  for (const { row, matchKey } of leads.values()) {
    leadText += copyLine([row.row, row.userId, matchKey, arrayText(tagsOf(row)), JSON.stringify(customFieldsOf(row))]);
  }
  return { businesses: businessText, leads: leadText };
}

/** Loads a batch into PostgreSQL with COPY. */
@Injectable()
export class CopiedBatch {
  constructor(private readonly database: Database) {}

  /** Fills `given_businesses` and `wanted_leads` for the rest of the transaction. */
  async load(text: BatchText): Promise<void> {
    await this.database.query(tables);
    await copyRows(this.database, 'given_businesses', text.businesses);
    await copyRows(this.database, 'wanted_leads', text.leads);
  }
}
