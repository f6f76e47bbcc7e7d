import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import {
  Clock,
  days,
  hours,
  minutes,
  platformRetention,
  readSettings,
  retentionSettings,
  type RetentionRule,
} from '@lead-finder/platform';
import { startSystem, type System } from '../test/start-system.js';
import { services } from './roles.js';

class SetClock extends Clock {
  private ahead = 0;

  now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  set(aheadMs: number): void {
    this.ahead = aheadMs;
  }
}

/** Inserts a row with the present time. */
type Row = [what: string, service: string, retentionMs: number, table: string, insert: string];
const hash = 'md5(random()::text)';
const ofOldImport =
  'with old as (insert into import_fences (import_id, fence) values ((random() * 1e9)::int, 1) returning import_id)';
const rows: Row[] = [
  [
    'sent events',
    'leads',
    days(7),
    'outbox',
    `insert into outbox (id, type, payload, request_id, published_at) values (gen_random_uuid(), 'old', '{}', '', now())`,
  ],
  [
    'inbox rows of handled events',
    'progress',
    days(15),
    'inbox',
    `insert into inbox (event_id, type) values (gen_random_uuid(), 'old')`,
  ],
  [
    'responses by `Idempotency-Key`',
    'leads',
    days(1),
    'idempotent_answers',
    `insert into idempotent_answers (actor_id, route, key, body_hash) values (1, 'old', ${hash}, '')`,
  ],
  [
    'mails',
    'users',
    days(7),
    'mails',
    `insert into mails (recipient, subject, text, html, sent_at) values ('a@example.com', '', '', '', now())`,
  ],
  [
    'mails',
    'users',
    days(7),
    'mails',
    `insert into mails (recipient, subject, text, html, try_at) values ('a@example.com', '', '', '', now() + interval '1 year')`,
  ],
  [
    'sessions',
    'users',
    hours(2),
    'sessions',
    `insert into sessions (token_hash, user_id, address, user_agent) values (${hash}, 1, '', '')`,
  ],
  [
    'sessions',
    'users',
    hours(12),
    'sessions',
    `insert into sessions (token_hash, user_id, address, user_agent, last_used_at) values (${hash}, 1, '', '', now() + interval '1 day')`,
  ],
  [
    'sign-ins before their second step',
    'users',
    minutes(10),
    'sign_in_challenges',
    `insert into sign_in_challenges (token_hash, user_id, created_at) values (${hash}, 1, now())`,
  ],
  [
    'used challenges of passkeys',
    'users',
    minutes(10),
    'used_passkey_challenges',
    `insert into used_passkey_challenges (challenge_hash, used_at) values (${hash}, now())`,
  ],
  [
    'expired API tokens',
    'users',
    days(30),
    'api_tokens',
    `insert into api_tokens (user_id, is_service, token_hash, begins_with, name, scopes, networks, created_at, expires_at)
     values (1, false, ${hash}, 'lf_pat_', 'Script', '{}', '{}', now(), now())`,
  ],
  [
    'remembered browsers',
    'users',
    days(30),
    'remembered_browsers',
    `insert into remembered_browsers (user_id, device_hash, user_agent, remembered_at) values (1, ${hash}, '', now())`,
  ],
  ['ends of sessions', 'users', days(1), 'revocations', 'insert into revocations (user_id) values (1)'],
  ['failed sign-ins', 'users', minutes(5), 'address_failures', `insert into address_failures (address) values ('::1')`],
  [
    'counters of limits',
    'users',
    hours(1),
    'limits',
    `insert into limits (kind, key, began_at, count) values ('old', ${hash}, now(), 1)`,
  ],
  [
    'failed sign-ins',
    'users',
    minutes(30),
    'unknown_identifiers',
    `insert into unknown_identifiers (identifier_hash, failures, first_failure_at) values (${hash}, 1, now())`,
  ],
  [
    'reset links and invitations',
    'users',
    days(8),
    'password_reset_tokens',
    `insert into password_reset_tokens (user_id, token, expires_at) values (1, ${hash}, now())`,
  ],
  [
    'files of users and their rows',
    'users',
    days(7),
    'user_imports',
    `insert into user_imports (file_name, created_by) values ('people.csv', 1)`,
  ],
  [
    'mail schedule',
    'progress',
    days(30),
    'schedules',
    `insert into schedules (kind, due, done_at) values ('daily_summary', now(), now())`,
  ],
  [
    'notifications',
    'leads',
    days(90),
    'notifications',
    `insert into notifications (user_id, title, message, type) values (1, '', '', 'import')`,
  ],
  [
    'devices with notifications',
    'leads',
    days(90),
    'push_devices',
    `insert into push_devices (user_id, endpoint, p256dh, auth, name, created_at, seen_at, try_at)
     values (1, ${hash}, '', '', '', now(), now(), now())`,
  ],
  [
    'history and failed rows of an import',
    'leads',
    days(90),
    'import_batches',
    'insert into import_batches (import_id, batch_no, created) values (1, (random() * 1e9)::int, 0)',
  ],
  [
    'history and failed rows of an import',
    'leads',
    days(90),
    'import_fences',
    'insert into import_fences (import_id, fence) values ((random() * 1e9)::int, 1)',
  ],
  [
    'history and failed rows of an import',
    'leads',
    days(90),
    'import_undos',
    'insert into import_undos (import_id) values ((random() * 1e9)::int)',
  ],
  [
    'rows of a dry run',
    'leads',
    days(1),
    'dry_run_rows',
    `${ofOldImport} insert into dry_run_rows (import_id, outcome, row, name) select import_id, 'updated', 2, '' from old`,
  ],
  [
    'what imports changed, for their undo',
    'leads',
    days(30),
    'import_changes',
    `${ofOldImport} insert into import_changes (import_id, lead_id, row) select import_id, 1, 2 from old`,
  ],
  [
    'what imports changed, for their undo',
    'leads',
    days(30),
    'import_fills',
    `${ofOldImport} insert into import_fills (import_id, business_id, filled, updated_at, filled_at)
     select import_id, 1, '{}', now(), now() from old`,
  ],
  ['history and failed rows of an import', 'imports', days(90), 'imports', endedImport()],
  [
    'history and failed rows of an import',
    'imports',
    days(90),
    'import_row_errors',
    `with ended as (${endedImport()} returning id) insert into import_row_errors (import_id, row, message, cells) select id, n, '', '[]' from ended, generate_series(1, 2500) as n`,
  ],
  [
    'deleted leads',
    'leads',
    days(30),
    'deleted_leads',
    `insert into deleted_leads (id, user_id, business_id, name, deleted_by, deleted_at, content)
     values ((random() * 1e9)::int, 1, 1, '', 1, now(), '{}')`,
  ],
  [
    'removed custom fields and their values',
    'leads',
    days(30),
    'custom_field_definitions',
    `insert into custom_field_definitions (key, name, type, position, removed_at) values (${hash}, '', 'text', 1, now())`,
  ],
  [
    'shares of distribution plans',
    'leads',
    days(365),
    'distribution_accounts',
    `with plan as (insert into distribution_plans (name, seed) values (gen_random_uuid(), 1) returning id)
     insert into distribution_accounts (plan_id, account, user_id, leads) select id, 1, 1, 1 from plan`,
  ],
  [
    'exports that waited',
    'leads',
    days(90),
    'export_requests',
    `insert into export_requests (user_id, role, filter, leads, asked_at, expires_at) values (1, 'user', '{}', 1, now(), now())`,
  ],
  [
    'numbers of exported leads',
    'leads',
    days(1),
    'exported_leads',
    'insert into exported_leads (user_id, leads, exported_at) values (1, 1, now())',
  ],
  [
    'changes of the feed',
    'leads',
    days(7),
    'changes',
    `insert into changes (type, subjects, owners) select 'user.changed', '{1}', '{1}' from generate_series(1, 2500)`,
  ],
  [
    'deliveries of webhooks',
    'leads',
    days(7),
    'webhook_deliveries',
    `with hook as (insert into webhooks (url, types, owner_id, secret, active, created_at, delivered_to, seen_to)
       values ('https://hooks.example', '{}', 1, '', false, now(), 0, 0) returning id)
     insert into webhook_deliveries (webhook_id, message_id, type, attempt, sent_at, duration_ms) select id, '', '', 1, now(), 1 from hook`,
  ],
  [
    'claims from the pool',
    'leads',
    days(7),
    'pool_claims',
    'insert into pool_claims (user_id, day, claims, claimed_at) values (1, now(), 1, now())',
  ],
  ['bulk jobs and their undo data', 'leads', days(30) + hours(1), 'bulk_jobs', endedJob()],
  [
    'bulk jobs and their undo data',
    'leads',
    days(30) + hours(1),
    'bulk_job_images',
    `with ended as (${endedJob('true')} returning id) insert into bulk_job_images (job_id, lead_id, revision, user_id, status, archived, assigned_at, viewed) select id, lead, 1, 1, 'new', false, now(), false from ended, generate_series(1, 2500) lead`,
  ],
  [
    'pages of a search',
    'places',
    minutes(10),
    'search_pages',
    `insert into search_pages (search_hash, page, provider, businesses, served) values (${hash}, 1, 'sample', '[]', 0)`,
  ],
  [
    'calls to the places provider',
    'places',
    days(400),
    'provider_calls',
    `insert into provider_calls (provider, actor_id, operation, outcome) values ('google', 1, 'searchText', 'answered')`,
  ],
  [
    'searches of whole areas',
    'places',
    days(7),
    'area_searches',
    `insert into area_searches (actor, actor_id, provider, business_type, location, radius, status, budget, finished_at) values ('{}', 1, 'sample', '', '', 1, 'completed', 1, now())`,
  ],
];

function endedImport(): string {
  return `insert into imports (created_by, created_by_username, file_id, file_name, bytes, encoding, dry_run, state, finished_at) values (1, 'ada', 'none', '', 0, 'utf-8', false, 'completed', now())`;
}
function endedJob(direct = 'false'): string {
  return `insert into bulk_jobs (action, status, direct, actor, actor_id, total, finished_at) values ('archive', 'completed', ${direct}, '{}', 1, 0, now())`;
}

describe('data with a retention', () => {
  const clock = new SetClock();
  let system: System;
  let rules: RetentionRule[];

  beforeAll(async () => {
    system = await startSystem('inside one process', {}, clock);
    // The events of the first account must be consumed before rows are counted.
    await system.fingerprint();
    const roles = await Promise.all(Object.values(services).map((load) => load()));
    const settings = readSettings(
      roles.map((role) => role.settings),
      {},
    );
    const platform = retentionSettings.parse({});
    rules = [
      ...platformRetention(platform),
      ...roles.flatMap((role, index) => role.retention?.(settings[index] as never, platform) ?? []),
    ];
  }, 120_000);
  afterEach(() => clock.set(0));
  afterAll(() => system?.stop(), 60_000);

  it.each(rows)('%s: in %s for %i ms, in %s', async (_, service, retentionMs, table, insert) => {
    const database = system.databaseOf(service);
    const count = async () =>
      (await database.query<{ rows: number }>(`select count(*)::int as rows from ${table}`))[0]!.rows;
    const margin = Math.min(retentionMs / 10, hours(1));
    clock.set(retentionMs + margin);
    await system.cleanUp(service);
    clock.set(0);
    const before = await count();
    await database.query(insert);
    const written = await count();
    expect(written).toBeGreaterThan(before);
    clock.set(retentionMs - margin);
    await system.cleanUp(service);
    expect(await count()).toBe(written);
    clock.set(retentionMs + margin);
    await system.cleanUp(service);
    expect(await count()).toBe(before);
  });

  it('mail files are deleted after seven days', async () => {
    const folder = path.join(system.dataDir, 'mail');
    await mkdir(folder, { recursive: true });
    const name = (daysAgo: number) =>
      `${new Date(Date.now() - days(daysAgo)).toISOString().replace(/[:.]/g, '-')}-spec${daysAgo}.eml`;
    for (const daysAgo of [6, 8]) await writeFile(path.join(folder, name(daysAgo)), 'Subject: spec');
    await writeFile(path.join(folder, 'notes.txt'), 'not a mail');
    await system.cleanUp('users');
    expect((await readdir(folder)).map((file) => file.replace(/^.*-spec/, 'spec')).sort()).toEqual([
      'notes.txt',
      'spec6.eml',
    ]);
  });

  it('leaves are deleted half a year after their last day', async () => {
    const database = system.databaseOf('users');
    await database.query(
      `insert into leaves (user_id, first_day, last_day)
       select 1, current_date - 200, current_date - days from unnest(array[182, 185]) as days`,
    );
    await system.cleanUp('users');
    const left = await database.query('select current_date - last_day as days from leaves');
    expect(left).toEqual([{ days: 182 }]);
  });

  it('stays while in use: an import that is being undone', async () => {
    const database = system.databaseOf('imports');
    const [row] = await database.query<{
      id: number;
    }>(`insert into imports (created_by, created_by_username, file_id, file_name,
      bytes, encoding, dry_run, state, lease_until, finished_at)
      values (1, 'ada', 'none', '', 0, 'utf-8', false, 'undoing', now() + interval '1 hour', now()) returning id`);
    clock.set(days(1_000));
    await system.cleanUp('imports');
    expect(await database.query('select 1 from imports where id = $1', [row!.id])).toHaveLength(1);
  });

  it('is listed in the table of docs/operations.md, each kind with its setting', () => {
    const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const [, section] = text.split('## Retention');
    const [, ...listed] = section!
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split(' | ')[0]!.slice(2));
    expect(listed.filter((what) => !elsewhere.includes(what)).sort()).toEqual(
      [...new Set(rules.map(({ what }) => what))].sort(),
    );
  });
});

/** Data that other code than the janitor deletes. */
const elsewhere = ['upload', 'events that wait in JetStream for a consumer', 'content of a provider'];
