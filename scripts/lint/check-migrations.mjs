// Reports statements of migrations that block a large table or that the version before cannot run with
// (docs/CONTRIBUTING.md#recipes). Tables that the same migration creates are free.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathsBelow, runAsScript } from './workspace-files.mjs';

const name = String.raw`(?:only |if (?:not )?exists |concurrently )*([\w.]+)`;
/** Each rule finds its statement; the group of its pattern is the table, if it has one. */
const rules = [
  [
    'index',
    new RegExp(String.raw`^create (?:unique )?index (?:if not exists )?\w+ on ${name}`),
    'build it with createIndexOnline',
  ],
  ['index', /^drop index (?!concurrently)/, 'drop it concurrently'],
  [
    'rename',
    new RegExp(String.raw`^alter table ${name} .*\brename\b`),
    'add the new name and drop the old one in the next release',
  ],
  ['drop', new RegExp(String.raw`^alter table ${name} .*\bdrop column\b`), 'drop it in the release after the last use'],
  [
    'drop',
    new RegExp(String.raw`^drop (?:table|view|materialized view|sequence|schema) ${name}`),
    'drop it in the release after the last use',
  ],
  [
    'rewrite',
    new RegExp(String.raw`^alter table ${name} .*\bset (?:un)?logged\b`),
    'it rewrites the table under a lock',
  ],
  [
    'rewrite',
    new RegExp(String.raw`^alter table ${name} .*\balter (?:column )?\w+ (?:set data )?type\b`),
    'it rewrites the table under a lock',
  ],
  [
    'rewrite',
    new RegExp(
      String.raw`^alter table ${name} .*\badd (?:column )?\w+ .*(?:\bserial\b|\bgenerated\b|clock_timestamp|gen_random_uuid|random\()`,
    ),
    'such a value rewrites the table under a lock',
  ],
  [
    'scan',
    new RegExp(String.raw`^alter table ${name} .*\bset not null\b`),
    'it reads the table under a lock; validate a check instead',
  ],
  [
    'scan',
    new RegExp(
      String.raw`^alter table ${name} .*\badd (?:constraint \w+ )?(?:check|foreign key|unique|primary key)\b(?!.*(?:not valid|using index))`,
    ),
    'add it not valid and validate it in a statement of its own',
  ],
  ['rows', new RegExp(String.raw`^(?:update|delete from|with .*\bupdate) ${name}`), 'change rows in batches'],
  ['lock', /^(?:lock|vacuum full|cluster|reindex(?!.*concurrently))\b/, 'it locks the table'],
];

/** The migrations that databases have stored since before this check, and one that rewrites only small tables. */
const exceptions = new Map([
  ['services/leads/src/migrations/0005-imports.ts', ['rename']],
  ['services/leads/src/migrations/0009-follow-ups.ts', ['index', 'rows']],
  ['services/leads/src/migrations/0011-quick-pages.ts', ['index']],
  ['services/leads/src/migrations/0012-old-rows.ts', ['index']],
  ['services/leads/src/migrations/0013-team-work.ts', ['index']],
  ['services/leads/src/migrations/0014-phones.ts', ['index']],
  ['services/leads/src/migrations/0015-business-content.ts', ['index']],
  ['services/leads/src/migrations/0016-totals-by-tag.ts', ['index']],
  ['services/leads/src/migrations/0019-quick-pairs.ts', ['index']],
  ['services/leads/src/migrations/0020-old-import-marks.ts', ['index']],
  ['services/leads/src/migrations/0021-names-in-order.ts', ['index']],
  ['services/leads/src/migrations/0023-direct-bulk-actions.ts', ['index']],
  ['services/places/src/migrations/0002-provider-memory.ts', ['drop', 'rename']],
  ['services/places/src/migrations/0003-area-searches.ts', ['rewrite']],
  ['services/places/src/migrations/0004-kept-calls.ts', ['index']],
  ['services/progress/src/migrations/0002-team-and-schedules.ts', ['index']],
  ['services/users/src/migrations/0002-old-rows.ts', ['index']],
  ['services/users/src/migrations/0003-sign-in-limits.ts', ['index']],
  ['services/users/src/migrations/0005-password-digests.ts', ['rows']],
  ['services/users/src/migrations/0011-wide-teams.ts', ['rewrite']],
]);

const withoutBodies = (text) => text.replace(/(\$\w*\$)[^]*?\1/g, "''");

function* statementsOf(text) {
  const up = text.slice(text.indexOf('async up('), text.indexOf('async down('));
  for (const [, backtick, single, double] of up.matchAll(/`([^`]*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)) {
    const sql = withoutBodies(backtick ?? single ?? double).replace(/--.*$/gm, ' ');
    for (const each of sql.split(';')) yield each.replace(/\s+/g, ' ').trim().toLowerCase();
  }
}

export function checkMigrations(root) {
  const problems = [];
  for (const file of pathsBelow(root).filter((each) => /\/migrations\/\d{4}-[\w-]+\.ts$/.test(each))) {
    const statements = [...statementsOf(readFileSync(path.join(root, file), 'utf8'))];
    const created = new Set(
      statements.map((each) => new RegExp(`^create (?:unlogged )?table ${name}`).exec(each)?.[1]).filter(Boolean),
    );
    for (const statement of statements)
      for (const [rule, pattern, instead] of rules) {
        const found = pattern.exec(statement);
        if (!found || created.has(found[1])) continue;
        if (exceptions.get(file)?.includes(rule)) continue;
        problems.push(`${file}: '${statement.slice(0, 60)}': ${instead}`);
      }
  }
  const summary = problems.length
    ? `${problems.length} problems.`
    : 'The migrations run beside users and the version before.';
  return { problems, summary };
}

runAsScript(import.meta.url, checkMigrations);
