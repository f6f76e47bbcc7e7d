// Measures lists, facets and maps under filters of custom fields: values that many and few leads have, ranges, no value.
import { facets, filters, list, map } from './list-paths.mjs';

const definitions = { bench_region: 'one_of', bench_tier: 'one_of', bench_size: 'number', bench_renewal: 'date' };
/** A fifth of the leads are of each region and a hundredth of none. Every 5,000th lead is of tier A. */
const values = `jsonb_strip_nulls(jsonb_build_object(
  'bench_region', case when id % 100 <> 7 then 'Region ' || id % 5 end,
  'bench_tier', case when id % 5000 = 11 then 'A' when id % 3 = 0 then 'B' end,
  'bench_size', (id * 7919 % 100000) / 10.0,
  'bench_renewal', (date '2026-01-01' + (id * 31 % 1500)::int)::text))`;

const conditions = {
  'a frequent value': 'bench_region=Region 1',
  'a rare value': 'bench_tier=A',
  'two values': 'bench_tier=A&field=bench_tier=B',
  'no value, rare': 'bench_region!',
  'no value, frequent': 'bench_tier!',
  'a narrow range': 'bench_size:100..101',
  'a wide range': 'bench_size:1000..',
  'a range of dates': 'bench_renewal:2026-11-01..2026-11-30',
  'two fields': 'bench_region=Region 1&field=bench_size:100..200',
  'two frequent fields': 'bench_region=Region 1&field=bench_size:1000..',
};
const partners = ['q', 'word', 'state', 'county', 'tag', 'status', 'userId', 'archived', 'oldest'];
const pathOf = (condition) =>
  `field=${condition
    .split('&field=')
    .map((each) => encodeURIComponent(each))
    .join('&field=')}`;

export async function fieldLines({ against, line, people, sql, note }) {
  await fill(sql);
  try {
    for (const [who, client] of Object.entries(people)) {
      const measure = async (what, path, connections) => {
        const { ratio, ...times } = await against(client, path, connections);
        line(`${what}, as ${who}, ${connections} at once`, ratio, 20, note(times));
      };
      for (const connections of [1, 16])
        for (const [what, condition] of Object.entries(conditions))
          await measure(`page 1, ${what}`, list(pathOf(condition)), connections);
      for (const what of ['a frequent value', 'a rare value', 'a wide range'])
        for (const partner of partners)
          await measure(`page 1, ${what} + ${partner}`, list(pathOf(conditions[what]), filters[partner]), 1);
      for (const what of ['a frequent value', 'a rare value', 'no value, rare', 'a narrow range']) {
        await measure(`facets, ${what}`, `${facets('none')}${pathOf(conditions[what])}`, 1);
        for (const zoom of [4, 8, 12, 16])
          await measure(`map at zoom ${zoom}, ${what}`, `${map('none', zoom)}${pathOf(conditions[what])}`, 1);
      }
    }
  } finally {
    await sql.query('delete from custom_field_definitions where key = any ($1)', [Object.keys(definitions)]);
  }
}

/** Gives all leads their values, defines the fields, and waits until the product has their entries. */
async function fill(sql) {
  await sql.query("set session_replication_role = 'replica'");
  await sql.query(
    `update user_businesses set custom_fields = custom_fields || ${values} where not custom_fields ? 'bench_size'`,
  );
  await sql.query("set session_replication_role = 'origin'");
  await sql.query('vacuum analyze user_businesses');
  const began = Date.now();
  for (const [key, type] of Object.entries(definitions))
    await sql.query(
      'insert into custom_field_definitions (key, name, type, filter, position) values ($1, $1, $2, true, 1)',
      [key, type],
    );
  for (;;) {
    const { rows } = await sql.query(
      'select 1 from filtered_fields where after_id is null and not removed and key = any ($1)',
      [Object.keys(definitions)],
    );
    if (rows.length === Object.keys(definitions).length) break;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  console.log(`      the entries of four fields were written in ${((Date.now() - began) / 1_000).toFixed(0)} s`);
  // As autovacuum leaves them within minutes.
  await sql.query('vacuum analyze lead_field_entries');
}
