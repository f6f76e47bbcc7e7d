// npm run bench -- lists [--leads N] [--users M] [--data DIR] [--port P] [--only part,part]
// Measures the lead list on a million leads. Each line is a ratio to the bare read of the same run (see bare-read.mjs).
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { medianOfThree, openBare } from './against-bare.mjs';
import { benchLines, count } from './bench-lines.mjs';
import { branchLines } from './branch-lines.mjs';
import { bulkLines } from './bulk-lines.mjs';
import { fieldLines } from './field-lines.mjs';
import { wordsWritten } from './growth-reads.mjs';
import { facets, filters, list, map, pairs } from './list-paths.mjs';
import { load, p95, signedIn } from './load.mjs';
import { poolLines } from './pool-lines.mjs';
import { databaseOf, memoryOf, password, seeded, startProduct } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    leads: { type: 'string', default: '1000000' },
    users: { type: 'string', default: '1000' },
    data: { type: 'string', default: path.join(os.tmpdir(), 'lead-finder-bench-lists') },
    port: { type: 'string', default: '21480' },
    only: { type: 'string', default: 'pages,cursors,find,facets,map,branches,pool,fields,waiting,stream,bulk' },
  },
});
const parts = options.only.split(',');
const { line, end } = benchLines();
/** Prints the milliseconds beside a ratio. */
const note = ({ first, ms }) => ({
  note: `${first === undefined ? '' : `first ${first.toFixed(0)}, `}${ms.toFixed(1)} ms`,
});

await seeded(options.data, options.leads, options.users);
const product = await startProduct(options.data, Number(options.port));
const databaseUrl = databaseOf(options.data);
const sql = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=leads,public' });
let bare;
// A signal also stops the product.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void product.stop().finally(() => process.exit(1)));
}

try {
  await sql.connect();
  bare = await openBare(databaseUrl, Number(options.port) + 1, sql);
  const admin = await signedIn(product.url, 'seed1', password);
  const user = await signedIn(product.url, 'seed2', password);
  const people = { admin, user };
  const { rows } = await sql.query('select count(*)::int as leads from user_businesses');
  console.log(
    `${count(rows[0].leads)} leads, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, ratios are p95 to the p95 of a bare read`,
  );
  await load(admin, list(), { requests: 200, connections: 1 });
  const bench = { against: bare.against, line, people, sql, product };

  if (parts.includes('pages')) await firstPages(bench);
  if (parts.includes('cursors')) await cursorPages(bench);
  if (parts.includes('find')) await findAnything(bench);
  if (parts.includes('facets')) await allFacets(bench);
  if (parts.includes('map')) await allMaps(bench);
  if (parts.includes('branches')) await branchLines({ ...bench, note });
  if (parts.includes('pool')) await poolLines({ ...bench, note });
  if (parts.includes('fields')) await fieldLines({ ...bench, note });
  if (parts.includes('waiting')) await waitingChanges(bench);
  if (parts.includes('stream')) await stream(bench);
  if (parts.includes('bulk')) await bulkLines(bench);
  for (const client of [admin, user]) client.close();
} finally {
  await sql.end();
  bare?.close();
  await product.stop();
}
end();

async function firstPages({ against, people }) {
  for (const [who, client] of Object.entries(people)) {
    for (const connections of [1, 16]) {
      for (const name of Object.keys(filters)) {
        const { ratio, ...times } = await against(client, list(filters[name]), connections);
        line(`page 1, ${name}, as ${who}, ${connections} at once`, ratio, 20, note(times));
      }
      for (const pair of pairs) {
        const { ratio, ...times } = await against(client, list(filters[pair[0]], filters[pair[1]]), connections);
        line(`page 1, ${pair.join(' + ')}, as ${who}, ${connections} at once`, ratio, 20, note(times));
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
      line(`the page behind page ${page - 1} by its cursor, ${filter}`, ratio, 1.5, note({ ms }));
    }
    const back = (await admin.get(`${first}&cursor=${cursor}`)).headers['x-previous-cursor'];
    const { ratio, ms } = await medianOfThree(() => mixed(admin, first, `${first}&cursor=${back}`));
    line(`the page before a far page by its cursor, ${filter}`, ratio, 1.5, note({ ms }));
  }
  const far = `/api/admin/all-assignments?page=50000&pageSize=10`;
  const { ratio, ...times } = await against(admin, far, 1);
  line('a jump to page 50,000', ratio, 15, note(times));
  const { status } = await admin.get('/api/admin/all-assignments?page=10002&pageSize=10&state=TX');
  line(`page 10,002 of a filtered list answers ${status}`, status, 400, { least: true });
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

async function findAnything({ against, people, sql }) {
  const began = Date.now();
  await wordsWritten(sql);
  console.log(`      the words of the leads were written after ${((Date.now() - began) / 1_000).toFixed(0)} s more`);
  const { rows } = await sql.query(
    `select phone from businesses where phone is not null order by id offset 5000 limit 1`,
  );
  const typed = {
    'a frequent word': 'dental',
    'two letters': 'ma',
    'rare letters': 'xq',
    'two words of names': 'golden bakery',
    'name and city': 'golden bakery springfield tx',
    'words of two fields': 'dental llc austin',
    'a house number': '8123',
    'a website': 'business4711',
    'a phone number': rows[0].phone,
    'a typing error': 'veternary clinci',
    'no match': 'zzyzx',
  };
  for (const [who, client] of Object.entries(people)) {
    for (const connections of [1, 16]) {
      for (const [what, q] of Object.entries(typed)) {
        const { ratio, ...times } = await against(client, `/api/leads/find?${new URLSearchParams({ q })}`, connections);
        line(`find ${what}, as ${who}, ${connections} at once`, ratio, 20, note(times));
      }
    }
  }
}

async function allFacets({ against, people }) {
  for (const [who, client] of Object.entries(people)) {
    for (const name of Object.keys(filters).filter((each) => each !== 'oldest')) {
      const { ratio, ...times } = await against(client, facets(name), 1);
      line(`facets, ${name}, as ${who}`, ratio, 20, note(times));
    }
  }
}

async function allMaps({ against, people }) {
  for (const [who, client] of Object.entries(people)) {
    for (const filter of ['none', 'status', 'state', 'q', 'tag']) {
      for (const zoom of [0, 4, 5, 6, 8, 9, 11, 12, 13, 16, 19]) {
        const { ratio, ...times } = await against(client, map(filter, zoom), 1, 12);
        line(`map at zoom ${zoom}, ${filter}, as ${who}`, ratio, 25, note(times));
      }
    }
  }
}

/** Compares maps of all leads beside 300,000 changes that no replica rolls up with the same maps without them. */
async function waitingChanges({ sql, people: { admin } }) {
  const keys = `hashtextextended('lead_cell_changes ' || part || ' leads', 0)) from generate_series(0, 7) as part`;
  const zooms = [0, 4, 6, 9];
  const measure = async () => {
    const times = [];
    for (const zoom of zooms)
      times.push(p95(await load(admin, () => map('none', zoom), { requests: 100, connections: 1 })));
    return times;
  };
  const without = await measure();
  await sql.query(`select pg_advisory_lock(${keys}`);
  await sql.query(
    `insert into lead_cell_changes (user_id, x, y, status, leads, latitude, longitude)
     select 0, -5000 + n % 1500, 1000 + n % 700, 'new', 1 - n % 2 * 2, 0, 0 from generate_series(1, 300000) as n`,
  );
  const beside = await measure();
  await sql.query('delete from lead_cell_changes where user_id = 0');
  await sql.query(`select pg_advisory_unlock(${keys}`);
  zooms.forEach((zoom, n) =>
    line(
      `map at zoom ${zoom} beside 300,000 waiting changes, compared with without`,
      beside[n] / without[n],
      8,
      note({ ms: beside[n] }),
    ),
  );
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
