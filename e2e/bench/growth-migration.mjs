// Migrates a large folder of the version before, while that version works on it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { signedInUsers } from './bench-users.mjs';
import { callsBeside } from './calls-beside.mjs';
import { databaseOf, grownTo, main, startProduct } from './product.mjs';
import { calls } from './ten-calls.mjs';

const [perSecond, workerCount] = [20, 8];

/** `before` is the built workspace of the version before. Returns failed calls, the longest call and the migration in s. */
export async function migrateUnderLoad({ before, dataDir, leads, users, port }) {
  const program = path.join(before, 'services/host/dist/main.js');
  await grownTo(dataDir, leads, users, program);
  const product = await startProduct(dataDir, port, {}, program);
  const sql = new pg.Client({ connectionString: databaseOf(dataDir) });
  try {
    await sql.connect();
    const names = calls.map(({ name }) => name);
    const stop = callsBeside(product.url, await signedInUsers(product.url, sql, workerCount), perSecond, names);
    const startedAt = performance.now();
    const env = { ...process.env, DATABASE_URL: databaseOf(dataDir), LOG_LEVEL: 'info' };
    const [code] = await once(spawn(process.execPath, [main, 'bootstrap'], { env, stdio: 'inherit' }), 'exit');
    const seconds = (performance.now() - startedAt) / 1_000;
    const { times, errors } = await stop();
    if (code !== 0) throw new Error(`The migration ended with ${code}`);
    const { rows } = await sql.query(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'leads' and is_identity = 'YES' and data_type = 'integer'`,
    );
    for (const error of new Set(errors)) console.log(`      ${error}`);
    return { errors: errors.length, calls: times.length, longest: Math.max(...times) / 1_000, seconds, narrow: rows };
  } finally {
    await sql.end();
    await product.stop();
  }
}
