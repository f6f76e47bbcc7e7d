// npm run bench -- distribution [--leads N] [--people N] [--port P]
// Measures the preview of a plan, its commit against the same change in plain SQL, and a live plan.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchLines, count } from './bench-lines.mjs';
import { signedIn } from './load.mjs';
import { databaseOf, memoryOf, password, seeded, startProduct } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    leads: { type: 'string', default: '100000' },
    people: { type: 'string', default: '500' },
    port: { type: 'string', default: '21497' },
  },
});
const [leads, people] = [options.leads, options.people].map(Number);
const bounds = { previewSeconds: 5, commitShare: 0.6, answerMb: 0.5, grownMb: 250, liveASecond: 1_000, liveSeconds: 5 };
/** Sixteen imports at once add so many leads a second, for so many seconds. */
const live = { writers: 16, leadsASecond: 70, seconds: 20 };

process.env.LOG_LEVEL = 'error';
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-distribution-'));
await seeded(dataDir, leads, people + 1);
const product = await startProduct(dataDir, Number(options.port));
const { line, end } = benchLines();
const sql = new pg.Client({ connectionString: databaseOf(dataDir) });
await sql.connect();
await sql.query('set search_path to leads, public');
const admin = await signedIn(product.url, 'seed1', password);

async function call(method, at, body) {
  const answer = await admin.send(method, at, body);
  if (answer.status >= 300) throw new Error(`${method} ${at} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return { size: answer.text.length, body: answer.text && answer.json() };
}

/** All leads are open and those of one import, which an administrator has. */
async function prepare() {
  await sql.query(`
    delete from user_businesses a using user_businesses b where a.business_id = b.business_id and a.id > b.id;
    update user_businesses set user_id = (select id from users.users where username = 'seed1'), import_id = 77,
      archived = false, existing_customer = false, status = 'new'`);
  await sql.query('vacuum analyze user_businesses');
  const { rows } = await sql.query('select count(*)::int as leads from user_businesses');
  return rows[0].leads;
}

const plan = (userIds) => ({
  source: { kind: 'import', importId: 77 },
  rules: [
    {
      conditions: [
        { kind: 'tag', tags: ['Seasonal', 'VIP', 'Imported'] },
        { kind: 'people', userIds: userIds.slice(0, userIds.length / 2) },
        { kind: 'below-capacity', capacity: 150 },
        { kind: 'not-on-leave' },
      ],
      share: 'round-robin',
    },
    {
      conditions: [
        { kind: 'people', userIds },
        { kind: 'below-capacity', capacity: 1_000 },
      ],
      share: 'least-loaded',
    },
  ],
  rest: { kind: 'stay' },
  people: userIds.map((userId, index) => ({ userId, capacity: null, weight: 1 + (index % 7) })),
});

/** The rows of leads, images, history and counters that a commit writes, in one statement per 2,000 leads. */
async function inPlainSql(userIds) {
  await sql.query('create table plain_images (like bulk_job_images including indexes)');
  const { rows } = await sql.query('select array_agg(id order by hashint8(id)) as ids from user_businesses');
  const ids = rows[0].ids;
  const from = performance.now();
  for (let at = 0; at < ids.length; at += 2_000) {
    const chunk = ids.slice(at, at + 2_000);
    await sql.query(
      `with image as (
         insert into plain_images (job_id, lead_id, revision, user_id, status, archived, archived_at, assigned_at, viewed, first_contact_at, tags)
         select 1, id, revision + 1, user_id, status, archived, archived_at, assigned_at, viewed, first_contact_at, tags
         from user_businesses where id = any ($1)
       ), moved as (
         update user_businesses u set user_id = new_user, assigned_at = now(), viewed = false, revision = revision + 1, updated_at = now()
         from unnest($1::bigint[], $2::bigint[]) as move (lead, new_user) where u.id = lead returning u.id, new_user
       )
       insert into assignment_history (user_business_id, previous_user_id, new_user_id, changed_by, notes)
       select id, 1, new_user, 1, 'Least loaded of 500 (62 of 1000), rule 2, plan West v1' from moved`,
      [chunk, chunk.map((_, index) => userIds[(at + index) % userIds.length])],
    );
  }
  return (performance.now() - from) / 1_000;
}

/** Adds leads to the pool as an import does, while the plan is live. */
async function comeIn(planId) {
  const total = live.writers * live.leadsASecond * live.seconds;
  const { rows } = await sql.query(
    'delete from user_businesses where id in (select id from user_businesses limit $1) returning business_id as id',
    [total],
  );
  await sql.query('truncate distribution_arrivals');
  await sql.query(`insert into assignees (id, username, full_name) values (-1, 'Pool', 'Pool') on conflict do nothing`);
  await sql.query('vacuum analyze user_businesses');
  const definition = { ...plan([]), source: { kind: 'pool' }, people: [] };
  definition.rules = [{ conditions: [{ kind: 'below-capacity', capacity: 5_000 }], share: 'round-robin' }];
  await call('PATCH', `/api/distribution-plans/${planId}`, { definition, live: ['imports'] });
  let [isOver, oldest, slowest] = [false, 0, 0];
  const from = performance.now();
  const write = async (number) => {
    const writer = new pg.Client({ connectionString: databaseOf(dataDir) });
    await writer.connect();
    await writer.query('set search_path to leads, public');
    for (let second = 0; second < live.seconds; second++) {
      await pause(Math.max(0, from + 1_000 * (second + number / live.writers) - performance.now()));
      const at = (number * live.seconds + second) * live.leadsASecond;
      const began = performance.now();
      await writer.query(
        `with added as (
           insert into user_businesses (user_id, business_id, import_id, import_row, assigned_at, name, state, county, latitude, longitude)
           select -1, id, 78, 1, now(), name, state, county, latitude, longitude from businesses where id = any ($1) order by id
           returning id, user_id
         ), logged as (
           insert into assignment_history (user_business_id, new_user_id, changed_by) select id, user_id, 1 from added
         )
         insert into distribution_arrivals (lead_id, origin, came_at, due_at)
         select id, 'imports', now(), now() from added
         where user_id < 0 and exists (select from distribution_plans where 'imports' = any (live))`,
        [rows.slice(at, at + live.leadsASecond).map(({ id }) => id)],
      );
      slowest = Math.max(slowest, performance.now() - began);
    }
    await writer.end();
  };
  const writers = Promise.all(Array.from({ length: live.writers }, (_, number) => write(number))).then(() => {
    isOver = true;
  });
  for (;;) {
    const { rows: waiting } = await sql.query(
      `select count(*)::int as leads, coalesce(extract(epoch from clock_timestamp() - min(came_at)), 0)::float as oldest
       from distribution_arrivals`,
    );
    oldest = Math.max(oldest, waiting[0].oldest);
    if (isOver && waiting[0].leads === 0) break;
    await pause(50);
  }
  await writers;
  const seconds = (performance.now() - from) / 1_000;
  const { rows: left } = await sql.query('select count(*)::int as leads from user_businesses where user_id < 0');
  if (left[0].leads > 0) throw new Error(`${left[0].leads} leads were not distributed`);
  line('live, leads distributed a second', total / seconds, bounds.liveASecond, {
    least: true,
    note: `${count(total)} in ${seconds.toFixed(1)} s from ${live.writers} at once, whose slowest statement took ${Math.round(slowest)} ms`,
  });
  line('live, longest wait of a lead, s', oldest, bounds.liveSeconds);
}

try {
  const given = await prepare();
  const { rows } = await sql.query(`select id from users.users where username <> 'seed1' order by id limit $1`, [
    people,
  ]);
  const userIds = rows.map(({ id }) => Number(id));
  const definition = plan(userIds);
  const { id } = (await call('POST', '/api/distribution-plans', { name: 'Bench', definition })).body;
  const before = memoryOf(product.pid);
  const look = async () => {
    const from = performance.now();
    const { size, body } = await call('POST', '/api/distribution-plans/preview', { planId: id, definition });
    return { seconds: (performance.now() - from) / 1_000, size, body };
  };
  await look();
  const seen = await look();
  const note = `${count(seen.body.assigned)} assigned, ${seen.body.unfairness} from fair`;
  line(`preview of ${count(given)} leads for ${count(people)} people, s`, seen.seconds, bounds.previewSeconds, {
    note,
  });
  line('its answer, MB', seen.size / 2 ** 20, bounds.answerMb);
  line('memory of the product more than before, MB', memoryOf(product.pid) - before, bounds.grownMb);

  const plain = await inPlainSql(userIds);
  await sql.query(`update user_businesses set user_id = (select id from users.users where username = 'seed1')`);
  await sql.query('vacuum analyze user_businesses');
  const { ground, assigned } = (await look()).body;
  const from = performance.now();
  const job = (await call('POST', `/api/distribution-plans/${id}/commit`, { ground })).body;
  const answered = (performance.now() - from) / 1_000;
  let now;
  do {
    await pause(100);
    now = (await call('GET', '/api/bulk-jobs')).body.find((each) => each.id === job.id);
  } while (now.status === 'running');
  if (now.done !== assigned) throw new Error(`The job ended with ${JSON.stringify(now)}`);
  const seconds = (performance.now() - from) / 1_000;
  line('commit, share of the speed of plain SQL', plain / seconds, bounds.commitShare, {
    least: true,
    note: `${seconds.toFixed(1)} s, ${answered.toFixed(1)} s to its answer, ${plain.toFixed(1)} s in plain SQL`,
  });
  await comeIn(id);
} finally {
  await sql.end();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
end();
