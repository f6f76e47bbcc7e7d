import type { Database } from '@lead-finder/platform';
import { customFieldsOf, tagsOf, type GivenBusiness, type ReadBatch } from './batch.rules.js';
import { copyRows } from './copied-rows.js';
import { arrayText, copyLine } from './copy-text.rules.js';

/** What a file says of a business beside its key. */
export const givenColumns = [
  'place_id',
  'name',
  'formatted_address',
  'phone',
  'website',
  'state',
  'state_as_given',
  'county',
  'latitude',
  'longitude',
] as const satisfies (keyof GivenBusiness)[];

/** A temporary table for the leads of a batch, which each commit empties. The first lead of a business has its columns. */
const table = `create temp table if not exists given_leads (import_row int not null, user_id bigint not null,
  match_key text not null, tags text[] not null, custom_fields jsonb not null, place_id text, name text,
  formatted_address text, phone text, website text, state text, state_as_given text, county text,
  latitude double precision, longitude double precision) on commit delete rows`;

/** Returns the COPY text of a batch. It is built before the transaction, because other batches wait for it. */
export function textOf({ businesses, leads }: ReadBatch): string {
  const missing = new Map(businesses);
  let text = '';
  for (const { row, matchKey } of leads.values()) {
    const business = missing.get(matchKey);
    missing.delete(matchKey);
    text += copyLine([
      row.row,
      row.userId,
      matchKey,
      arrayText(tagsOf(row)),
      JSON.stringify(customFieldsOf(row)),
      ...givenColumns.map((column) => business?.[column] ?? null),
    ]);
  }
  return text;
}

/** Fills `given_leads` with COPY for the rest of the transaction. */
export async function copyBatch(database: Database, text: string): Promise<void> {
  await database.query(table);
  await copyRows(database, 'given_leads', text);
}
