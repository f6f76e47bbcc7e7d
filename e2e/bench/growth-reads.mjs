// What the growth bench reads at each size of the folder.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { changesBeside } from './changes-beside.mjs';
import { facets, filters, list, map, pairs } from './list-paths.mjs';
import { load, p95 } from './load.mjs';

const pairStep = 4;
const zooms = [4, 6, 8, 11, 13, 16];
const queues = ['', '&status=new', '&status=new&state=TX', '&status=new&q=bakery&sort=oldest', '&tag=Hot%201'];
const named = (names, pathOf) => Object.fromEntries(names.map((name) => [name, pathOf(name)]));

const lists = {
  ...named(Object.keys(filters), (name) => list(filters[name])),
  ...Object.fromEntries(
    pairs
      .filter((_, at) => at % pairStep === 0)
      .map(([one, other]) => [`${one} + ${other}`, list(filters[one], filters[other])]),
  ),
};
export const reads = {
  'list page 1': lists,
  facets: named(
    Object.keys(filters).filter((name) => name !== 'oldest'),
    facets,
  ),
  map: Object.fromEntries(
    ['none', 'status'].flatMap((name) => zooms.map((zoom) => [`${name}, zoom ${zoom}`, map(name, zoom)])),
  ),
  'next lead': Object.fromEntries(queues.map((queue) => [queue || 'none', `/api/next-lead?from=list${queue}`])),
};

/**
 * Returns for each group and path the p95 in ms at both sizes, with changes of leads beside. Each product has `url`, `workers`
 * and clients `admin` and `user`. They are asked in turn, so that other work of the machine affects both alike.
 */
export async function measureReads(small, large, requests) {
  const stops = [small, large].map(({ url, workers }) => changesBeside(url, workers));
  const groups = {};
  for (const [group, paths] of Object.entries(reads)) {
    groups[group] = {};
    for (const who of ['admin', 'user'])
      for (const [name, at] of Object.entries(paths))
        groups[group][`${name}, as ${who}`] = await inTurn(small[who], large[who], at, requests);
  }
  for (const stop of stops) {
    const { times, errors } = await stop();
    if (errors.length > 0) throw new Error(`${errors.length} of ${times.length} changes failed: ${errors[0]}`);
  }
  return groups;
}

async function inTurn(small, large, at, requests) {
  const times = [[], []];
  const clients = [small, large];
  const once = (client) => load(client, at, { requests: 1, connections: 1 });
  // On cold caches it may exceed the deadline of a call, which fails a line of the bench.
  const failed = [];
  for (const client of clients) await once(client).catch(({ message }) => failed.push(message));
  for (let n = 0; n < requests; n++)
    for (const index of n % 2 ? [0, 1] : [1, 0]) times[index].push(...(await once(clients[index])));
  const [before, ms] = times.map(p95);
  return { before, ms, ratio: ms / before, failed };
}

/** Lets the system forget the files of the folder, so that the next reader waits for the disk. */
export function forgetFiles(dataDir) {
  const forget = 'find "$0" -type f -print0 | xargs -0 -I @ dd if=@ iflag=nocache count=0 status=none';
  execFileSync('sh', ['-c', `sync; ${forget}`, path.join(dataDir, 'pg')]);
}

/** Returns the milliseconds of the first answer of each path, in the order in which a product that started just now gets them. */
export async function firstAnswers({ admin, leads }) {
  const pageSize = 10;
  const farPage = Math.min(50_000, Math.floor(leads / pageSize));
  const paths = Object.entries({
    ...named(Object.keys(filters), (name) => list(filters[name])),
    'q + state': list(filters.q, filters.state),
    [`page ${farPage}`]: `/api/admin/all-assignments?page=${farPage}&pageSize=${pageSize}`,
    facets: facets('none'),
    'facets, state': facets('state'),
    ...reads.map,
    'next lead': '/api/next-lead?from=list&status=new&state=TX',
  });
  const times = {};
  for (const [name, at] of paths) {
    const { ms, status, text } = await admin.get(at);
    if (status !== 200) throw new Error(`${at} answered ${status}: ${text.slice(0, 300)}`);
    times[name] = ms;
  }
  return times;
}

/** Waits until the product has written the words of new leads. */
export async function wordsWritten(sql) {
  const waiting = 'select 1 from leads.lead_search_changes union all select 1 from leads.lead_search_backfill limit 1';
  while ((await sql.query(waiting)).rowCount > 0) await pause(1_000);
}

/** Returns the bytes per lead of each table and index of the leads, largest first. */
export async function sizesPerLead(sql) {
  const { rows } = await sql.query(
    `select relname as name, pg_table_size(oid)::float8 / (select count(*) from leads.user_businesses) as bytes
     from pg_class where relnamespace = 'leads'::regnamespace and relkind in ('r', 'i') order by 2 desc`,
  );
  return rows;
}
