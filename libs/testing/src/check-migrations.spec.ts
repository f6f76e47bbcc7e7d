import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFolder } from './index.js';

const script = fileURLToPath(new URL('../../../scripts/lint/check-migrations.mjs', import.meta.url));
const { checkMigrations } = (await import(script)) as { checkMigrations: (root: string) => { problems: string[] } };

/** A folder with a migration that has this SQL. */
function folderOf(sql: string): string {
  const root = runFolder('migrations');
  const folder = path.join(root, 'services/leads/src/migrations');
  mkdirSync(folder, { recursive: true });
  const body = `class A {\n  async up(runner) {\n    await runner.query(\`${sql}\`);\n  }\n  async down() {}\n}\n`;
  writeFileSync(path.join(folder, '0001-a.ts'), body);
  return root;
}

/** What the check says of this SQL, without the file and the statement. */
const check = (sql: string) => checkMigrations(folderOf(sql)).problems.map((line) => line.replace(/^.*': /, ''));

describe('the check of migrations', () => {
  it.each([
    ['create index a_b on a (b)', 'build it with createIndexOnline'],
    ['create unique index if not exists a_b on only a (b)', 'build it with createIndexOnline'],
    ['drop index a_b', 'drop it concurrently'],
    ['alter table a rename column b to c', 'add the new name and drop the old one in the next release'],
    ['alter table a add column c int, drop column b', 'drop it in the release after the last use'],
    ['drop table if exists a', 'drop it in the release after the last use'],
    ['alter table a alter b type bigint', 'it rewrites the table under a lock'],
    ['alter table a set unlogged', 'it rewrites the table under a lock'],
    ['alter table a add column b uuid default gen_random_uuid()', 'such a value rewrites the table under a lock'],
    ['alter table a alter b set not null', 'it reads the table under a lock; validate a check instead'],
    ['alter table a add check (b > 0)', 'add it not valid and validate it in a statement of its own'],
    ['update a set b = 1', 'change rows in batches'],
    ['lock table a', 'it locks the table'],
    ['create table b (c int);\n-- Of another table.\ncreate index a_b on a (b)', 'build it with createIndexOnline'],
  ])('rejects %s', (sql, problem) => {
    expect(check(sql)).toEqual([problem]);
  });

  it.each([
    'create table a (b int); create index a_b on a (b); insert into a values (1); update a set b = 2',
    'create index concurrently a_b on a (b); drop index concurrently a_c',
    'alter table a drop constraint a_b',
    'alter table a add column b int not null default 0, add column c timestamptz default now()',
    'alter table a add constraint c check (b > 0) not valid; alter table a validate constraint c',
    'create function f() returns void language plpgsql as $$ begin update a set b = 1; drop table a; end $$',
  ])('accepts %s', (sql) => {
    expect(check(sql)).toEqual([]);
  });

  it.each([
    ['alter table a rename b to c', 1],
    ['create table a (b int)', 0],
  ])('prints what it rejects in %s, and ends with %i', (sql, wanted) => {
    const { stdout, status } = spawnSync(process.execPath, [script, folderOf(sql)], { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toHaveLength(1 + wanted);
    expect(status).toBe(wanted);
  });
});
