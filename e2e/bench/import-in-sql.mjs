// The same rows in plain SQL: COPY into a staging table, and two INSERT … SELECT into copies of the product's tables.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';

const key = `left(encode(sha256(convert_to(lower(name) || E'\\n' || lower(address), 'UTF8')), 'hex'), 40)`;
/** The functions of the triggers that count leads. */
const counting = ['count_leads', 'count_values', 'count_cells'];

/** Returns rows per second. Without `triggers` the copies have only constraints and indexes. */
export async function plainSql(sql, file, rows, { triggers }) {
  await sql.query(`create schema yardstick; set search_path = yardstick, leads, public`);
  try {
    await sql.query(`
      create table businesses (like leads.businesses including all);
      create table user_businesses (like leads.user_businesses including all)`);
    if (triggers) await addTriggers(sql);
    return await addedPerSecond(sql, file, rows);
  } finally {
    await sql.query('drop table if exists staging; drop schema yardstick cascade; set search_path = leads, public');
    // The checkpoint gives the product the same start: no dirty pages.
    await sql.query('checkpoint');
  }
}

/** Returns rows per second into the product's tables with all that they hold, and takes the rows back. */
export async function plainSqlInPlace(sql, file, rows) {
  await sql.query('begin; set local search_path = leads, public');
  try {
    return await addedPerSecond(sql, file, rows);
  } finally {
    await sql.query('rollback; drop table if exists staging');
    await sql.query('vacuum (analyze) leads.businesses, leads.user_businesses');
    await sql.query('checkpoint');
  }
}

async function addedPerSecond(sql, file, rows) {
  await sql.query(`
    create temp table staging (name text, address text, state text, contact text, phone text, email text, website text,
      username text, tag text, row int generated always as identity)`);
  const startedAt = performance.now();
  const copy = copyFrom(
    'copy staging (name, address, state, contact, phone, email, website, username, tag) from stdin (format csv, header)',
  );
  await pipeline(createReadStream(file), sql.query(copy));
  await sql.query(`
    insert into businesses (place_id, match_key, name, formatted_address, phone, website, state)
    select 'import:' || key, key, name, address, phone, website, state from (select *, ${key} as key from staging) as rows`);
  const added = await sql.query(`
    insert into user_businesses (user_id, business_id, tags, custom_fields, import_id, import_row, name, state)
    select a.id, b.id, array['Imported'] || case when tag <> '' then regexp_split_to_array(tag, ', *') end,
      jsonb_build_object('email', s.email, 'contactPerson', contact), 1, row, s.name, s.state
    from (select *, ${key} as key from staging) as s
    join businesses b on b.place_id = 'import:' || key join users.users a on a.username = lower(s.username)`);
  if (added.rowCount !== rows) throw new Error(`The yardstick made ${added.rowCount} leads of ${rows} rows`);
  return rows / ((performance.now() - startedAt) / 1_000);
}

async function addTriggers(sql) {
  for (const name of counting) {
    await sql.query(`create trigger ${name} after insert on user_businesses
      referencing new table as added for each statement execute function leads.${name}()`);
  }
}
