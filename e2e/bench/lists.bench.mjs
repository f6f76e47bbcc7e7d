// npm run bench -- lists [--leads N] [--users M] [--data DIR] [--port P] [--only part,part]
// Measures the lead list on a million leads. Each line is a ratio to the bare read of the same run (see bare-read.mjs).
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { bulkLines } from './bulk-lines.mjs';
import { load, p95, visitor } from './load.mjs';
import { databaseOf, memoryOf, password, seeded, startProduct } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    leads: { type: 'string', default: '1000000' },
    users: { type: 'string', default: '1000' },
    data: { type: 'string', default: path.join(os.tmpdir(), 'lead-finder-bench-lists') },
    port: { type: 'string', default: '21480' },
    only: { type: 'string', default: 'pages,cursors,facets,map,stream,bulk' },
  },
});
const parts = options.only.split(',');
const filters = {
  none: '',
  q: 'q=bakery',
  word: 'q=ma',
  userId: 'userId=2',
  status: 'status=in_progress',
  tag: 'tag=Hot%201',
  state: 'state=TX',
  county: 'county=Kent',
  hideClosed: 'hideClosed=true',
  customers: 'existingCustomers=true',
  archived: 'archived=true',
  imported: 'imported=false',
  oldest: 'sort=oldest',
};
const names = Object.keys(filters).slice(1);
const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]));
const isPair = ([one, other]) => filters[one].split('=')[0] !== filters[other].split('=')[0];
const list = (...parts) =>
  `/api/admin/all-assignments?${['page=1', 'pageSize=20', ...parts].filter(Boolean).join('&')}`;

const lines = [];
/** Passes if `ratio` is at most `bound`, or with `least` at least `bound`. */
function line(name, ratio, bound, { ms, first, least = false } = {}) {
  const passed = least ? ratio >= bound : ratio <= bound;
  lines.push({ name, ratio, bound, passed });
  const measured =
    ms === undefined ? '' : `${first === undefined ? '' : `first ${first.toFixed(0)}, `}${ms.toFixed(1)} ms`;
  const limit = `${least ? 'at least' : 'at most'} ${bound}`;
  console.log(
    `${passed ? 'pass' : 'FAIL'}  ${name.padEnd(58)} ${measured.padStart(22)}  ${ratio.toFixed(2).padStart(8)}  ${limit}`,
  );
}

await seeded(options.data, options.leads, options.users);
const product = await startProduct(options.data, Number(options.port));
const databaseUrl = databaseOf(options.data);
const sql = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=leads,public' });
const bareUrl = `http://127.0.0.1:${Number(options.port) + 1}`;
const script = fileURLToPath(new URL('bare-read.mjs', import.meta.url));
const bare = spawn(process.execPath, [script, databaseUrl, String(Number(options.port) + 1)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
// A signal also stops the product.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void product.stop().finally(() => process.exit(1)));
}

try {
  await sql.connect();
  await new Promise((resolve) => bare.stdout.once('data', resolve));
  const yard = visitor(bareUrl);
  const admin = await signedIn('seed1');
  const user = await signedIn('seed2');
  const people = { admin, user };
  const { rows } = await sql.query(
    'select min(id) as first, max(id) as last, count(*)::int as leads from user_businesses',
  );
  const [{ first, last, leads }] = rows;
  console.log(
    `${leads.toLocaleString('en-US')} leads, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, ratios are p95 to the p95 of a bare read`,
  );
  const anyLead = () => `/lead/${first + Math.floor(Math.random() * (last - first))}`;
  const p95Of = async (client, at, connections, requests) => p95(await load(client, at, { requests, connections }));
  /** Returns the p95 of a path and its ratio to that of the bare read, measured just before because the load changes. */
  const against = async (client, at, connections, requests = connections === 1 ? 20 : 64) => {
    try {
      // Totals and samples are cached while no lead changes. The time without the cache is printed as `first`.
      const [first] = await load(client, at, { requests: 2, connections: 1 });
      const unit = () => p95Of(yard, anyLead, connections, connections * 60);
      return {
        first,
        ...(await medianOfThree(async () => ({
          unit: await unit(),
          ms: await p95Of(client, at, connections, requests),
        }))),
      };
    } catch (error) {
      // A line that can't be measured fails; the others are measured all the same.
      console.log(`      ${error.message}`);
      return { ms: Infinity, first: Infinity, ratio: Infinity };
    }
  };
  // A runtime makes fast what it does often: neither side is measured cold.
  await load(yard, anyLead, { requests: 200, connections: 1 });
  await load(admin, list(), { requests: 200, connections: 1 });
  const bench = { against, p95Of, line, load, p95, people, sql, visitor, list, product };

  if (parts.includes('pages')) await firstPages(bench);
  if (parts.includes('cursors')) await cursorPages(bench);
  if (parts.includes('facets')) await facets(bench);
  if (parts.includes('map')) await maps(bench);
  if (parts.includes('stream')) await stream(bench);
  if (parts.includes('bulk')) await bulkLines(bench);
  for (const client of [yard, admin, user]) client.close();
} finally {
  await sql.end();
  bare.kill();
  await product.stop();
}
const failed = lines.filter(({ passed }) => !passed);
console.log(`\n${lines.length - failed.length} of ${lines.length} lines pass.`);
process.exit(failed.length > 0 ? 1 : 0);

/** Measures three times and returns the result with the median ratio. */
async function medianOfThree(measure) {
  const rounds = [];
  while (rounds.length < 3) {
    const { unit, ms } = await measure();
    rounds.push({ ms, ratio: ms / unit });
  }
  return rounds.toSorted((one, other) => one.ratio - other.ratio)[1];
}

async function signedIn(username) {
  const client = visitor(product.url);
  const answer = await client.send('POST', '/api/login', { username, password });
  if (answer.status !== 200) throw new Error(`${username} could not sign in: ${answer.text}`);
  return client;
}

async function firstPages({ against, people }) {
  for (const [who, client] of Object.entries(people)) {
    for (const connections of [1, 16]) {
      for (const name of Object.keys(filters)) {
        const { ratio, ...times } = await against(client, list(filters[name]), connections);
        line(`page 1, ${name}, as ${who}, ${connections} at once`, ratio, 20, times);
      }
      for (const pair of pairs.filter(isPair)) {
        const { ratio, ...times } = await against(client, list(filters[pair[0]], filters[pair[1]]), connections);
        line(`page 1, ${pair.join(' + ')}, as ${who}, ${connections} at once`, ratio, 20, times);
      }
    }
  }
}

async function cursorPages({ against, people: { admin } }) {
  for (const filter of ['none', 'state', 'q', 'tag', 'oldest']) {
    const first = list(filters[filter]);
    let cursor = (await admin.get(first)).headers['x-next-cursor'];
    for (const page of [2, 20, 200]) {
      if (page > 2) cursor = await skipPages(admin, first, cursor, page === 20 ? 18 : 60);
      if (!cursor) break;
      const { ratio, ms } = await medianOfThree(() => mixed(admin, first, `${first}&cursor=${cursor}`));
      line(`the page behind page ${page - 1} by its cursor, ${filter}`, ratio, 1.5, { ms });
    }
  }
  const far = `/api/admin/all-assignments?page=50000&pageSize=10`;
  const { ratio, ...times } = await against(admin, far, 1);
  line('a jump to page 50,000', ratio, 15, times);
  const { status } = await admin.get('/api/admin/all-assignments?page=1001&pageSize=10&state=TX');
  line(`page 1,001 of a filtered list answers ${status}`, status, 400, { least: true });
}

/** Returns the p95 of both paths, called in random order, so that other load affects both alike. */
async function mixed(client, one, other) {
  const isOther = Array.from({ length: 1_000 }, () => Math.random() < 0.5);
  const times = await load(client, (n) => (isOther[n] ? other : one), { requests: isOther.length, connections: 1 });
  return { unit: p95(times.filter((_, n) => !isOther[n])), ms: p95(times.filter((_, n) => isOther[n])) };
}

async function skipPages(client, first, cursor, pages) {
  for (let n = 0; n < pages && cursor; n++)
    cursor = (await client.get(`${first}&cursor=${cursor}`)).headers['x-next-cursor'];
  return cursor;
}

async function facets({ against, people }) {
  for (const [who, client] of Object.entries(people)) {
    for (const name of Object.keys(filters).filter((each) => each !== 'oldest')) {
      const { ratio, ...times } = await against(client, `/api/lead-facets?${filters[name]}`, 1);
      line(`facets, ${name}, as ${who}`, ratio, 20, times);
    }
  }
}

async function maps({ against, people }) {
  for (const [who, client] of Object.entries(people)) {
    for (const filter of ['none', 'status', 'state', 'q', 'tag']) {
      for (const zoom of [0, 4, 5, 6, 8, 9, 11, 12, 13, 16, 19]) {
        // A map of 1280 by 640 pixels around Austin.
        const [wide, high] = [(1_280 / 256) * (360 / 2 ** zoom), (640 / 256) * (170 / 2 ** zoom)];
        const corner = (middle, size, max) => [Math.max(-max, middle - size / 2), Math.min(max, middle + size / 2)];
        const [[west, east], [south, north]] = [corner(-97.74, wide, 180), corner(30.27, high, 85)];
        const box = [west, south, east, north].map((degrees) => degrees.toFixed(6)).join(',');
        const { ratio, ...times } = await against(
          client,
          `/api/leads/map?bbox=${box}&zoom=${zoom}&${filters[filter]}`,
          1,
          12,
        );
        line(`map at zoom ${zoom}, ${filter}, as ${who}`, ratio, 25, times);
      }
    }
  }
}

/** Measures the memory of product and client while the whole list streams. The client discards the chunks. */
async function stream({ people: { admin } }) {
  const processes = { product: product.pid, client: process.pid };
  const once = async () => {
    let bytes = 0;
    const { ms, status } = await admin.send('GET', '/api/admin/all-assignments', undefined, {
      onChunk: (chunk) => (bytes += chunk.length),
    });
    return { ms, status, bytes };
  };
  // The warm-up excludes the memory that the runtime takes under its first load.
  for (let n = 0; n < 300; n++) await admin.get(list());
  const before = Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, memoryOf(pid)]));
  const peak = { ...before };
  const timer = setInterval(() => {
    for (const [name, pid] of Object.entries(processes)) peak[name] = Math.max(peak[name], memoryOf(pid));
  }, 100);
  const { ms, bytes } = await once();
  clearInterval(timer);
  console.log(`      the whole list: ${(bytes / 2 ** 20).toFixed(0)} MB in ${(ms / 1_000).toFixed(0)} s`);
  for (const name of Object.keys(processes))
    line(`MB that the ${name} grows by while it streams`, peak[name] - before[name], 50);
}
