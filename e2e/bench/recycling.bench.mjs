// npm run bench -- recycling [--leads N] [--people N] [--port P]
// Measures fair recycling: the simulation, the work of mornings and of a night, and the list of what moves tonight.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openBare } from './against-bare.mjs';
import { benchLines, count } from './bench-lines.mjs';
import { signedIn } from './load.mjs';
import { databaseOf, password, seeded, startProduct } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    leads: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '200' },
    port: { type: 'string', default: '21498' },
  },
});
const [leads, people] = [options.leads, options.people].map(Number);
const bounds = {
  simulationSeconds: 15,
  rejectedSeconds: 1,
  remindedASecond: 4_000,
  readASecond: 10_000,
  ofLargeOwner: 1.5,
  nightShare: 0.6,
  list: 20,
};
const peopleOfTeam = 20;
const ownersOfLargest = 10;
const terms = { untouchedDays: 20, remindDays: 3 };
const rule = { active: true, ...terms, coolDownDays: 30 };

/** A zone in which it is noon now, so that the bench sees neither seven o'clock nor midnight. */
const hours = 12 - new Date().getUTCHours();
const zone = hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
const today = new Date().toLocaleDateString('sv', { timeZone: zone });

process.env.LOG_LEVEL = 'error';
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-recycling-'));
await seeded(dataDir, leads, people + 1);
const product = await startProduct(dataDir, Number(options.port), { TIME_ZONE: zone });
const { line, end } = benchLines();
const sql = new pg.Client({ connectionString: databaseOf(dataDir), options: '-c search_path=leads,public' });
let [admin, bare] = [];

async function call(method, at, body) {
  const answer = await admin.send(method, at, body);
  if (answer.status >= 300) throw new Error(`${method} ${at} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer.text && answer.json();
}

const numbers = async (statement, values) => (await sql.query(statement, values)).rows.map(({ id }) => Number(id));
const one = async (statement, values) => (await sql.query(statement, values)).rows[0];

/** Teams of a few people, who work each day, under one team that has the rule. */
async function makeTeams(owners) {
  const manager = await call('POST', '/api/users', {
    username: 'bench-manager',
    email: 'bench-manager@example.com',
    fullName: 'Bench manager',
    password,
    role: 'manager',
  });
  const top = await call('POST', '/api/teams', { name: 'Bench', workingDays: [1, 2, 3, 4, 5, 6, 7] });
  const teams = [];
  for (let at = 0; at < owners.length; at += peopleOfTeam) {
    const managerIds = at === 0 ? [manager.id] : [];
    const team = await call('POST', '/api/teams', { name: `Bench ${at}`, parentId: top.id, managerIds });
    await call('POST', '/api/teams/people', { teamId: team.id, userIds: owners.slice(at, at + peopleOfTeam) });
    teams.push(team);
  }
  return { top, teams };
}

/** Calls for every fifth lead, follow-ups for every fortieth, and one owner with the leads of ten. */
async function prepare(owners) {
  const [largest, ...others] = owners.slice(-ownersOfLargest);
  await sql.query('set session_replication_role = replica');
  await sql.query(
    `insert into contact_activities (user_business_id, type, description, created_by, created_at, scheduled_at)
     select id, 'call', 'Talked', user_id, now() - id % 120 * interval '1 day',
       case when id % 5 <> 0 then now() + (id % 25 + 1) * interval '1 day' end
     from user_businesses where id % 5 = 0 or id % 40 = 1`,
  );
  await sql.query('set session_replication_role = origin');
  await sql.query('update user_businesses set user_id = $1 where user_id = any ($2)', [largest, others]);
  await sql.query('vacuum analyze user_businesses, contact_activities');
  return { owners: owners.filter((id) => !others.includes(id)), largest };
}

async function simulations({ top, teams }) {
  const simulate = async (teamId) => {
    const answer = await admin.send('POST', `/api/recycling-rules/${teamId}/simulation`, terms);
    return { seconds: answer.ms / 1_000, status: answer.status, body: answer.json() };
  };
  const ofTeam = await simulate(teams[0].id);
  if (ofTeam.status !== 200) throw new Error(`The simulation answered ${JSON.stringify(ofTeam.body)}`);
  const { leads: played, moved, reminded } = ofTeam.body;
  line(`simulation of 60 days for a team of ${peopleOfTeam}, s`, ofTeam.seconds, bounds.simulationSeconds, {
    note: `${count(played)} leads, ${count(moved)} moved, ${count(reminded)} reminded of`,
  });
  const ofAll = await simulate(top.id);
  line(`the answer ${ofAll.status} for all ${people}, s`, ofAll.seconds, bounds.rejectedSeconds);
}

/** Waits for the morning of all owners, and returns the milliseconds that each took after the one before. */
async function morning(owners) {
  const ends = new Map();
  while (ends.size < owners.length) {
    const done = await numbers('select user_id as id from recycling_days where day = $1', [today]);
    for (const id of done) if (owners.includes(id) && !ends.has(id)) ends.set(id, performance.now());
    await pause(20);
  }
  const [, ...others] = owners;
  return new Map(others.map((id, at) => [id, ends.get(id) - ends.get(owners[at])]));
}

/** Those that a morning reads. */
async function readOf(owners) {
  const { rows } = await sql.query(
    `select user_id as id, count(*)::int as leads from user_businesses
     where user_id = any ($1) and not archived and not existing_customer and status in ('new', 'in_progress', 'recontact')
       and assigned_at < now() - $2 * interval '1 day' group by user_id`,
    [owners, terms.untouchedDays - terms.remindDays - 1],
  );
  return new Map(rows.map(({ id, leads }) => [Number(id), leads]));
}

async function mornings({ owners, largest }) {
  const read = await readOf(owners);
  const sumOf = (values) => [...values].reduce((sum, each) => sum + each, 0);
  const speedOf = (times) => (1_000 * sumOf([...times.keys()].map((id) => read.get(id) ?? 0))) / sumOf(times.values());
  const entries = async () => (await one('select count(*)::int as count from lead_changes')).count;

  const first = await morning(owners);
  const { count: states } = await one('select count(*)::int as count from recycling_leads');
  line('first morning, leads a second', speedOf(first), bounds.remindedASecond, {
    least: true,
    note: `${count(sumOf(read.values()))} read, ${count(states)} reminded of or protected`,
  });

  await sql.query('vacuum analyze recycling_leads, lead_changes');
  const before = await entries();
  await sql.query('begin');
  await sql.query('update recycling_leads set reminded_on = reminded_on - 1');
  await sql.query('update recycling_days set day = day - 1');
  await sql.query('commit');
  await sql.query('vacuum analyze recycling_leads');
  const second = await morning(owners);
  line('morning on which nothing changed, leads a second', speedOf(second), bounds.readASecond, { least: true });
  line('and what it wrote', (await entries()) - before, 0);
  const timeOf = (ids) => sumOf(ids.map((id) => second.get(id))) / sumOf(ids.map((id) => read.get(id)));
  const others = [...second.keys()].filter((id) => id !== largest);
  const note = `an owner of ${count(read.get(largest))} leads, compared with ${count(read.get(others[0]))}`;
  line('its time a lead for a large owner', timeOf([largest]) / timeOf(others), bounds.ofLargeOwner, { note });
}

/** Announces the old leads of the first team for tonight. Returns their ids. */
const announce = (owners) =>
  numbers(
    `update recycling_leads set moves_on = $2::date, reminded_on = $2::date - 10
     where user_id = any ($1) and reminded_on is not null and since < now() - $3 * interval '1 day' returning lead_id as id`,
    [owners.slice(0, peopleOfTeam), today, terms.untouchedDays + terms.remindDays],
  );

async function lists(announced) {
  await sql.query('vacuum analyze recycling_leads');
  const manager = await signedIn(product.url, 'bench-manager', password);
  const user = await signedIn(product.url, 'seed2', password);
  for (const [what, client, at] of [
    ['what moves tonight, as manager', manager, '/api/recycling'],
    ['its page 50, as manager', manager, '/api/recycling?page=50'],
    ['what moves tonight, as admin', admin, '/api/recycling'],
    ['own untouched leads, as user', user, '/api/recycling?own=true'],
  ]) {
    const answer = await client.get(at);
    if (answer.status !== 200 || answer.json().leads.length === 0)
      throw new Error(`${at} has no leads: ${answer.text}`);
    for (const connections of [1, 16]) {
      const { ratio, ms } = await bare.against(client, at, connections);
      const note = `${ms.toFixed(1)} ms, ${count(announced)} announced`;
      line(`${what}, ${connections} at once`, ratio, bounds.list, { note });
    }
  }
  for (const client of [manager, user]) client.close();
}

/** What the night writes for these leads, in one statement per 2,000. Returns the leads a second. */
async function inPlainSql(ids, pool) {
  await sql.query(
    `insert into assignees (id, username, full_name) values ($1, 'Pool', 'Pool') on conflict do nothing`,
    [pool],
  );
  const from = performance.now();
  for (let at = 0; at < ids.length; at += 2_000)
    await sql.query(
      `with moved as (
         update user_businesses set user_id = $2, assigned_at = now(), viewed = false, revision = revision + 1, updated_at = now()
         where id = any ($1) returning id, old.user_id as previous
       ), logged as (
         insert into assignment_history (user_business_id, previous_user_id, new_user_id, changed_by, reason, cool_down_until)
         select id, previous, $2, $2, 'untouched', now() + interval '30 days' from moved
       )
       delete from recycling_leads where lead_id = any ($1)`,
      [ids.slice(at, at + 2_000), pool],
    );
  return (1_000 * ids.length) / (performance.now() - from);
}

/** Half of the announced leads move in plain SQL, and then the others in the night. */
async function night(announced, pool) {
  const half = announced.filter((_, index) => index % 2 === 0);
  const rest = announced.length - half.length;
  const plain = await inPlainSql(half, pool);
  await sql.query('vacuum analyze recycling_leads');
  const { now } = await one('select clock_timestamp() as now');
  await sql.query('update recycling_leads set moves_on = moves_on - 1 where moves_on is not null');
  do await pause(500);
  while ((await one('select exists (select from recycling_leads where moves_on is not null) as moving')).moving);
  // An entry has the time at which its transaction began, so those of the last one are left out.
  const { moved, before, seconds } = await one(
    `select count(*)::int as moved, count(*) filter (where changed_at < (select max(changed_at) from assignment_history))::int as before,
       extract(epoch from max(changed_at) - min(changed_at))::float8 as seconds
     from assignment_history where changed_at > $1 and reason = 'untouched'`,
    [now],
  );
  if (moved !== rest) throw new Error(`${moved} of ${rest} leads moved`);
  line('night, share of the speed of plain SQL', before / seconds / plain, bounds.nightShare, {
    least: true,
    note: `${count(moved)} leads, ${count(before / seconds)} a second, ${count(plain)} in plain SQL`,
  });
}

try {
  await sql.connect();
  admin = await signedIn(product.url, 'seed1', password);
  bare = await openBare(databaseOf(dataDir), Number(options.port) + 1, sql);
  const all = await numbers(`select id from users.users where username ~ '^seed' and username <> 'seed1' order by id`);
  const teams = await makeTeams(all);
  const work = await prepare(all);
  await simulations(teams);
  await call('PUT', `/api/recycling-rules/${teams.top.id}`, rule);
  await mornings(work);
  const announced = await announce(work.owners);
  await lists(announced.length);
  await night(announced, -teams.teams[0].id - 1);
} finally {
  bare?.close();
  await sql.end();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
end();
