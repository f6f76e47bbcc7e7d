import type { QueryRunner } from 'typeorm';
import type { Logger } from '../logging/logger.js';
import { whileLocked } from './while-locked.js';
import { forgetPlans, WideTable, type IdTable } from './wide-table.js';

/** PostgreSQL rewrites a table of this size in a fraction of a second. */
const smallBytes = 8 * 1024 * 1024;

/** An id is an int column with such a name. Counts have none. */
const isIdName = `'(^|_)(id|ids|by)$|^(after_user|undone_to|repeat_of|completed)$'`;

const narrowIds = `
  select c.oid::regclass::text as name,
    json_agg(json_build_object('name', a.attname, 'type', replace(a.atttypid::regtype::text, 'integer', 'bigint'),
      'isRequired', a.attnotnull, 'isIdentity', a.attidentity <> '', 'default', pg_get_expr(d.adbin, d.adrelid))
      order by a.attnum) as columns,
    array(select distinct conrelid::regclass::text from pg_constraint
      where confrelid = c.oid and conrelid <> c.oid and contype = 'f') as referring,
    pg_relation_size(c.oid) + (select coalesce(sum(pg_relation_size(conrelid)), 0) from pg_constraint
      where confrelid = c.oid and contype = 'f') as bytes
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    and a.atttypid in ('int'::regtype, 'int[]'::regtype) and a.attname ~ ${isIdName}
  group by c.oid order by 1`;

/**
 * Makes the int ids of the schema bigint while users read and write its tables (docs/decisions/0035-wide-ids.md). It may
 * be interrupted at any time, and the next run continues.
 */
export async function widenIds(runner: QueryRunner, log?: Logger, maxBytesInPlace = smallBytes): Promise<void> {
  for (const table of (await runner.query(narrowIds)) as (IdTable & { bytes: number })[]) {
    const startedAt = Date.now();
    if (table.bytes <= maxBytesInPlace) await widenInPlace(runner, table, log);
    else await new WideTable(runner, table, log).widen();
    const ids = table.columns.map(({ name }) => name);
    log?.info({ table: table.name, ids, ms: Date.now() - startedAt }, 'Ids are bigint.');
  }
}

async function widenInPlace(runner: QueryRunner, { name, columns, referring }: IdTable, log?: Logger): Promise<void> {
  await whileLocked(runner, [name, ...referring], log, async () => {
    const types = columns.map((column) => `alter column ${column.name} type ${column.type}`);
    // PostgreSQL 15.20 and 17.12 change no type of a table whose rows a function takes. 15.18 and 18.4 did.
    const functions = await functionsOfRows(runner, name);
    for (const { signature } of functions) await runner.query(`drop function ${signature}`);
    await runner.query(`alter table ${name} ${types.join(', ')}`);
    for (const { definition } of functions) await runner.query(definition);
    await forgetPlans(runner, name);
  });
}

const functionsOfRows = async (runner: QueryRunner, table: string) =>
  (await runner.query(
    `select oid::regprocedure::text as signature, pg_get_functiondef(oid) as definition from pg_proc
     where (select reltype from pg_class where oid = $1::regclass) = any (proargtypes::oid[] || prorettype)`,
    [table],
  )) as { signature: string; definition: string }[];
