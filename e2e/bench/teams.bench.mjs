// npm run bench -- teams [--rows N] [--people N] [--leads N] [--port P]
// Measures an import of users from a file with teams of three levels, and the move of a branch from one manager to another,
// over the API and on the pages that both managers have open.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openBrowser } from '@lead-finder/testing';
import { benchLines, count } from './bench-lines.mjs';
import { signedIn } from './load.mjs';
import { password, seeded, startProduct } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000' },
    people: { type: 'string', default: '1000' },
    leads: { type: 'string', default: '200000' },
    port: { type: 'string', default: '21496' },
  },
});
const [rows, people, leads] = [options.rows, options.people, options.leads].map(Number);
const bounds = { importSeconds: 120, gainedSeconds: 5, lostSeconds: 1 };
const rowsAtOnce = 500;

process.env.LOG_LEVEL = 'error';
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-teams-'));
await seeded(dataDir, leads, people + 3);
const product = await startProduct(dataDir, Number(options.port));
const { line, end } = benchLines();
const admin = await signedIn(product.url, 'seed1', password);

async function call(method, at, body) {
  const answer = await admin.send(method, at, body);
  if (answer.status >= 300) throw new Error(`${method} ${at} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer.text && answer.json();
}

async function importUsers() {
  const all = Array.from({ length: rows }, (_, n) => ({
    line: n + 2,
    username: `person${n}`,
    email: `person${n}@example.com`,
    fullName: `Person ${n}`,
    role: n % 50 === 0 ? 'manager' : 'user',
    team: `Region ${n % 5} / Area ${n % 25} / Team ${n % 125}`,
    manages: n % 50 === 0 ? `Region ${(n / 50) % 5} / Area ${(n / 50) % 25}` : '',
    timeZone: n % 3 ? '' : 'America/Denver',
  }));
  const startedAt = performance.now();
  const { id } = await call('POST', '/api/user-imports', { fileName: 'people.csv' });
  for (let at = 0; at < rows; at += rowsAtOnce)
    await call('POST', `/api/user-imports/${id}/rows`, { rows: all.slice(at, at + rowsAtOnce) });
  const { counts } = await call('POST', `/api/user-imports/${id}/check`);
  if (counts.create !== rows) throw new Error(`The check found ${JSON.stringify(counts)}`);
  const checkedAt = performance.now();
  await call('POST', `/api/user-imports/${id}/start`);
  let now;
  do {
    await pause(200);
    now = await call('GET', `/api/user-imports/${id}`);
  } while (now.status === 'running');
  if (now.done !== rows || now.counts.failed > 0) throw new Error(`The import ended with ${JSON.stringify(now)}`);
  const note = `of which ${((checkedAt - startedAt) / 1_000).toFixed(1)} to check`;
  line(`${count(rows)} users by file, s`, (performance.now() - startedAt) / 1_000, bounds.importSeconds, { note });
}

/** Opens the manager's list in a browser of its own. */
async function openList(browser, username) {
  const context = await browser.newContext({ baseURL: product.url, serviceWorkers: 'block' });
  const answer = await context.request.post('/api/login', { data: { username, password } });
  if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}: ${await answer.text()}`);
  const page = await context.newPage();
  await page.goto('/crm');
  await page.getByRole('heading', { name: 'Businesses of My Team' }).waitFor();
  return page;
}

/** The seconds until the open page shows leads, or none. */
async function untilShown(page, isShown, since) {
  const lead = page.getByText(/^Assigned to /).first();
  await lead.waitFor({ state: isShown ? 'visible' : 'detached' });
  return (performance.now() - since) / 1_000;
}

/** The seconds until the manager's list has that many leads, or none. */
async function untilSeen(manager, isSeen, since) {
  for (;;) {
    const answer = await manager.get('/api/admin/all-assignments?pageSize=1');
    const total = Number(answer.headers['x-total-count']);
    if (answer.status === 200 && total > 0 === isSeen) return (performance.now() - since) / 1_000;
    await pause(20);
  }
}

async function moveBranch() {
  const users = (await call('GET', '/api/users?q=seed')).filter(({ username }) => username.startsWith('seed'));
  const ids = users.filter(({ role }) => role === 'user').map(({ id }) => id);
  const managers = await Promise.all(
    ['north', 'south'].map((name) =>
      call('POST', '/api/users', {
        username: `${name}-manager`,
        email: `${name}@example.com`,
        fullName: `${name} manager`,
        password,
        role: 'manager',
      }),
    ),
  );
  const tops = [];
  for (const { id, username } of managers)
    tops.push(await call('POST', '/api/teams', { name: username, managerIds: [id] }));
  const branch = await call('POST', '/api/teams', { name: 'Branch', parentId: tops[0].id });
  await call('POST', '/api/teams/people', { teamId: branch.id, userIds: ids.slice(0, people) });
  const [before, after] = await Promise.all(managers.map(({ username }) => signedIn(product.url, username, password)));
  await untilSeen(before, true, performance.now());
  const browser = await openBrowser();
  const pages = [];
  for (const { username } of managers) pages.push(await openList(browser, username));
  await untilShown(pages[0], true, performance.now());
  const since = performance.now();
  await call('PUT', `/api/teams/${branch.id}`, { name: 'Branch', parentId: tops[1].id });
  const movedIn = (performance.now() - since) / 1_000;
  const movedAt = performance.now();
  const [lost, gained, left, came] = await Promise.all([
    untilSeen(before, false, movedAt),
    untilSeen(after, true, movedAt),
    untilShown(pages[0], false, movedAt),
    untilShown(pages[1], true, movedAt),
  ]);
  await browser.close();
  const note = `${count(ids.length)} people, ${count(leads)} leads; the move took ${movedIn.toFixed(2)}`;
  line('a moved branch is out of sight of its former manager after, s', lost, bounds.lostSeconds, { note });
  line('a moved branch is in sight of its new manager after, s', gained, bounds.gainedSeconds);
  line('the open page of the former manager shows none of its leads after, s', left, bounds.lostSeconds);
  line('the open page of the new manager shows its leads after, s', came, bounds.gainedSeconds);
}

try {
  await importUsers();
  await moveBranch();
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
end();
