// Compares paths with the bare read of the same run (see bare-read.mjs), because the load of the machine changes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { load, p95, visitor } from './load.mjs';

const script = fileURLToPath(new URL('bare-read.mjs', import.meta.url));

/** Starts the bare handler on the database of `sql`. */
export async function openBare(databaseUrl, port, sql) {
  const child = spawn(process.execPath, [script, databaseUrl, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const yard = visitor(`http://127.0.0.1:${port}`);
  const { rows } = await sql.query('select min(id) as first, max(id) as last from leads.user_businesses');
  const [first, last] = [Number(rows[0].first), Number(rows[0].last)];
  const anyLead = () => `/lead/${first + Math.floor(Math.random() * (last - first))}`;
  const p95Of = async (client, at, connections, requests) => p95(await load(client, at, { requests, connections }));
  // A runtime makes fast what it does often: neither side is measured cold.
  await load(yard, anyLead, { requests: 200, connections: 1 });

  /** Returns the p95 of a path and its ratio to that of the bare read, measured just before. */
  const against = async (client, at, connections, requests = Math.max(60, connections * 4)) => {
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
  const close = () => {
    yard.close();
    child.kill();
  };
  return { against, close };
}

/** Measures three times and returns the result with the median ratio. */
export async function medianOfThree(measure) {
  const rounds = [];
  while (rounds.length < 3) {
    const { unit, ms } = await measure();
    rounds.push({ ms, ratio: ms / unit });
  }
  return rounds.toSorted((one, other) => one.ratio - other.ratio)[1];
}
