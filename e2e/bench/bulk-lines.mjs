// Compares a bulk job on 200,000 leads with the same change in plain SQL, and the list during the job with the list at rest.
import { list } from './list-paths.mjs';
import { load, p95 } from './load.mjs';

const batch = 2_000;
const size = 200_000;
const worked = ['in_progress', 'recontact'];

export async function bulkLines({ sql, people: { admin }, line }) {
  const { rows: people } = await sql.query(
    `select id from assignees where username in ('seed1', 'seed3', 'seed4') order by id`,
  );
  const [seed1, seed3, seed4] = people.map(({ id }) => id);
  const plain = await plainSql(sql, seed1, seed3);
  const undo = async (job) => finished(admin, await admin.send('POST', `/api/bulk-jobs/${job.id}/undo`, {}));

  const alone = await reassigned(admin, seed4, worked);
  line(
    `bulk reassign of ${alone.done} as a job, share of ${Math.round(plain)} leads a second in SQL`,
    alone.perSecond / plain,
    0.5,
    { least: true },
  );
  await undo(alone.job);

  const { job, beside, calm } = await listBeside(admin, () => reassigned(admin, seed4, worked));
  line('list while a bulk job runs, to the list without', beside / calm, 5, { note: `${beside.toFixed(1)} ms` });
  await undo(job);
}

/** Returns the result of `work`, and the p95 of a list during it and before it. */
export async function listBeside(admin, work) {
  const measure = async (requests) => load(admin, list('status=recontact'), { requests, connections: 1 });
  const calm = p95(await measure(60));
  let isRunning = true;
  const running = work().finally(() => (isRunning = false));
  const times = [];
  while (isRunning) times.push(...(await measure(5)));
  return { ...(await running), beside: p95(times), calm };
}

/** Reassigns in batches with lock, history and before-image, as the job does, and undoes it. Returns leads per second. */
async function plainSql(sql, admin, target) {
  await sql.query(
    'create temp table images (lead_id int, user_id int, assigned_at timestamptz, viewed boolean, revision int)',
  );
  const { rows } = await sql.query(
    `select id from user_businesses where status in ('in_progress', 'recontact') and user_id <> $1 order by id limit $2`,
    [target, size],
  );
  const startedAt = performance.now();
  for (let at = 0; at < rows.length; at += batch) {
    const ids = rows.slice(at, at + batch).map(({ id }) => id);
    await sql.query('begin');
    await sql.query('select id from user_businesses where id = any ($1) order by id for update', [ids]);
    await sql.query(
      'insert into images select id, user_id, assigned_at, viewed, revision from user_businesses where id = any ($1)',
      [ids],
    );
    await sql.query(
      'insert into assignment_history (user_business_id, previous_user_id, new_user_id, changed_by) select id, user_id, $2, $3 from user_businesses where id = any ($1)',
      [ids, target, admin],
    );
    await sql.query(
      'update user_businesses set user_id = $2, assigned_at = now(), viewed = false, revision = revision + 1, updated_at = now() where id = any ($1)',
      [ids, target],
    );
    await sql.query('commit');
  }
  const perSecond = rows.length / ((performance.now() - startedAt) / 1_000);
  for (let at = 0; at < rows.length; at += batch) {
    const ids = rows.slice(at, at + batch).map(({ id }) => id);
    await sql.query(
      'update user_businesses u set user_id = i.user_id, assigned_at = i.assigned_at, viewed = i.viewed, revision = i.revision from images i where u.id = i.lead_id and u.id = any ($1)',
      [ids],
    );
  }
  return perSecond;
}

/** Reassigns the leads with one of the statuses as a bulk job. */
export async function reassigned(admin, newUserId, status) {
  const startedAt = performance.now();
  const filter = { status };
  const started = await admin.send('POST', '/api/bulk-jobs', { action: 'reassign', filter, newUserId });
  const job = await finished(admin, started);
  return { job, done: job.done, perSecond: job.done / ((performance.now() - startedAt) / 1_000) };
}

async function finished(admin, answer) {
  if (answer.status >= 300) throw new Error(`The job was refused: ${answer.text}`);
  const { id } = answer.json();
  for (;;) {
    const job = (await admin.get('/api/bulk-jobs')).json().find((each) => each.id === id);
    if (!['queued', 'running', 'undoing', 'cancelling'].includes(job.status)) return job;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
