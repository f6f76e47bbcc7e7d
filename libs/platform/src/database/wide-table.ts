import type { QueryRunner } from 'typeorm';
import type { Logger } from '../logging/logger.js';
import { backfillInBatches, forgetBackfill } from './backfill.js';
import { createIndexOnline } from './online-index.js';
import { whileLocked } from './while-locked.js';

export interface IdTable {
  name: string;
  columns: {
    name: string;
    type: 'bigint' | 'bigint[]';
    isRequired: boolean;
    isIdentity: boolean;
    default: string | null;
  }[];
  /** The tables with a foreign key to this one. */
  referring: string[];
}

interface Index {
  name: string;
  kind: '' | 'unique';
  definition: string;
  constraint: 'primary key' | 'unique' | null;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

const suffix = '_wide';
const wide = (name: string) => name + suffix;

const ids = `(select array_agg(attnum) from pg_attribute where attrelid = $1::regclass and attname = any ($2))`;

/** A session that ran a trigger of the table expects the old types from it until the function is replaced. */
export async function forgetPlans(runner: QueryRunner, table: string): Promise<void> {
  const functions = (await runner.query(
    `select pg_get_functiondef(oid) as sql from pg_proc
     where oid in (select tgfoid from pg_trigger where tgrelid = $1::regclass and not tgisinternal)`,
    [table],
  )) as { sql: string }[];
  for (const { sql } of functions) await runner.query(sql);
}

/** Converts a large table: adds bigint columns, which a trigger and a backfill fill, and then exchanges the columns. */
export class WideTable {
  private readonly name: string;
  private readonly columns: IdTable['columns'];
  private readonly names: string[];
  private readonly filled: string;

  constructor(
    private readonly runner: QueryRunner,
    private readonly table: IdTable,
    private readonly log?: Logger,
  ) {
    this.name = table.name;
    this.columns = table.columns;
    this.names = table.columns.map(({ name }) => name);
    this.filled = `${wide(table.name)}_filled`;
  }

  async widen(): Promise<void> {
    const { runner, log, name } = this;
    await whileLocked(runner, [name], log, () => this.addColumns());
    await this.fill();
    const indexes = await this.indexes();
    for (const index of indexes)
      await createIndexOnline(runner, wide(index.name), this.widened(index.definition), index.kind);
    const keys = await this.foreignKeys();
    for (const key of keys) await this.addForeignKey(key);
    await runner.query(`analyze ${name} (${this.names.map(wide).join(', ')})`);
    await whileLocked(runner, [name, ...this.table.referring], log, () => this.exchange(indexes, keys));
  }

  private async addColumns(): Promise<void> {
    const { runner, name, names } = this;
    const added = this.columns.map((column) => `add column if not exists ${wide(column.name)} ${column.type}`);
    await runner.query(`alter table ${name} ${added.join(', ')}`);
    await runner.query(`
      create or replace function widen_${name}() returns trigger language plpgsql as $$
      begin
        ${names.map((each) => `new.${wide(each)} := new.${each};`).join(' ')}
        return new;
      end $$`);
    await runner.query(
      `create or replace trigger widen before insert or update on ${name} for each row execute function widen_${name}()`,
    );
  }

  private async fill(): Promise<void> {
    const { runner, name, log } = this;
    const set = this.names.map((each) => `${wide(each)} = ${each}`).join(', ');
    const where = this.columns.map((each) => `${wide(each.name)} is distinct from ${each.name}::${each.type}`);
    const isFilled = this.columns.map(
      (each) => `(${wide(each.name)} is not null)${each.isRequired ? '' : ` = (${each.name} is not null)`}`,
    );
    await backfillInBatches(runner, { table: name, name: this.filled, set, where: where.join(' or '), log });
    await this.addConstraint(name, this.filled, `check (${isFilled.map((each) => `(${each})`).join(' and ')})`);
    await runner.query(`alter table ${name} validate constraint ${this.filled}`);
  }

  private async addConstraint(table: string, name: string, definition: string): Promise<void> {
    const { runner, log } = this;
    const known = 'select 1 from pg_constraint where conrelid = $1::regclass and conname = $2';
    if (((await runner.query(known, [table, name])) as object[]).length > 0) return;
    const add = `alter table ${table} add constraint ${name} ${definition} not valid`;
    await whileLocked(runner, [table], log, () => runner.query(add));
  }

  private async addForeignKey({ table, name, definition }: ForeignKey): Promise<void> {
    const [own, referred] = definition.split(' REFERENCES ') as [string, string];
    const isOwn = table === this.name;
    await this.addConstraint(
      table,
      wide(name),
      `${isOwn ? this.widened(own) : own} references ${isOwn ? referred : this.widened(referred)}`,
    );
    await this.runner.query(`alter table ${table} validate constraint ${wide(name)}`);
  }

  private async indexes(): Promise<Index[]> {
    const all = (await this.runner.query(
      `select indexrelid::regclass::text as name, case when indisunique then 'unique' else '' end as kind,
         substring(pg_get_indexdef(indexrelid) from ' (ON .*)$') as definition,
         case contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint
       from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
       where indrelid = $1::regclass and indisvalid`,
      [this.name],
    )) as Index[];
    return all.filter(({ name, definition }) => !name.endsWith(suffix) && this.widened(definition) !== definition);
  }

  private async foreignKeys(): Promise<ForeignKey[]> {
    const all = (await this.runner.query(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f'
         and (conrelid = $1::regclass and conkey && ${ids} or confrelid = $1::regclass and confkey && ${ids})`,
      [this.name, this.names],
    )) as ForeignKey[];
    return all.filter(({ name }) => !name.endsWith(suffix));
  }

  private widened(definition: string): string {
    return definition.replace(new RegExp(`\\b(${this.names.join('|')})\\b`, 'g'), wide('$1'));
  }

  /** Changes only the catalog. Indexes and sequences go with the old columns, their files after the locks. */
  private async exchange(indexes: Index[], keys: ForeignKey[]): Promise<void> {
    const { runner, name, columns } = this;
    const statements: string[] = [];
    const alter = (change: string) => statements.push(`alter table ${name} ${change}`);
    for (const { isRequired, ...column } of columns)
      if (isRequired) alter(`alter column ${wide(column.name)} set not null`);
    alter(`drop constraint ${this.filled}`);
    statements.push(`drop trigger widen on ${name}`, `drop function widen_${name}()`);
    for (const key of keys) statements.push(`alter table ${key.table} drop constraint ${key.name}`);
    const identities = await Promise.all(
      columns.filter((each) => each.isIdentity).map((each) => this.identity(each.name)),
    );
    alter(this.names.map((each) => `drop column ${each}`).join(', '));
    for (const each of columns) {
      alter(`rename column ${wide(each.name)} to ${each.name}`);
      if (each.default !== null) alter(`alter column ${each.name} set default ${each.default}`);
    }
    identities.forEach(alter);
    for (const index of indexes)
      if (index.constraint) alter(`add constraint ${index.name} ${index.constraint} using index ${wide(index.name)}`);
      else statements.push(`alter index ${wide(index.name)} rename to ${index.name}`);
    for (const key of keys)
      statements.push(`alter table ${key.table} rename constraint ${wide(key.name)} to ${key.name}`);
    for (const statement of statements) await runner.query(statement);
    await forgetPlans(runner, name);
    await forgetBackfill(runner, this.filled);
  }

  private async identity(column: string): Promise<string> {
    const [sequence] = (await this.runner.query(
      `select seqstart, pg_sequence_last_value(seqrelid) as last, attidentity from pg_sequence, pg_attribute
       where seqrelid = pg_get_serial_sequence($1, $2)::regclass and attrelid = $1::regclass and attname = $2`,
      [this.name, column],
    )) as { seqstart: number; last: number | null; attidentity: 'a' | 'd' }[];
    const { seqstart, last, attidentity } = sequence!;
    const kind = attidentity === 'a' ? 'always' : 'by default';
    return `alter column ${column} add generated ${kind} as identity (start with ${last === null ? seqstart : last + 1})`;
  }
}
