// npm run bench -- import [--rows N] [--data DIR] [--port P] [--only speed,workbook,beside,behind,words,updates,fields]
// Measures a million rows against plain SQL, the memory of each process, a list and a small file meanwhile, and what words cost.
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchLines, count } from './bench-lines.mjs';
import { importClient } from './import-client.mjs';
import { smallFile, writeFileOf } from './import-file.mjs';
import { writeWorkbookOf } from './workbook-file.mjs';
import { plainSql } from './import-in-sql.mjs';
import { customFields, updates } from './import-updates.mjs';
import { load, p95, signedIn } from './load.mjs';
import { databaseOf, password, processesOf, memoryOf, seeded, startProduct } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    port: { type: 'string', default: '21485' },
    only: { type: 'string', default: 'speed,workbook,beside,behind,words,updates,fields' },
  },
});
const rows = Number(options.rows);
const parts = options.only.split(',');
const maxMb = { product: 400, postgres: 144 };
const maxSeconds = 10;
const [teamSize, leadsBefore] = [200, 20_000];
const team = Array.from({ length: teamSize - 1 }, (_, index) => `seed${index + 2}`);
const list = '/api/admin/all-assignments?page=1&pageSize=20';

const { line, end } = benchLines();

const folder = options.data ?? mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-import-'));
const dataDir = path.join(folder, 'data');
const file = path.join(folder, 'leads.csv');
process.env.LOG_LEVEL ??= 'warn';
await seeded(dataDir, leadsBefore, teamSize);
const product = await startProduct(dataDir, Number(options.port));
const sql = new pg.Client({ connectionString: databaseOf(dataDir) });
// A signal also stops the product.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void product.stop().finally(() => process.exit(1)));
}

try {
  await sql.connect();
  const admin = await signedIn(product.url, 'seed1', password);
  console.log(`${count(rows)} rows, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}`);

  const bench = { admin, ...importClient(product.url, admin) };
  if (parts.includes('speed')) await speed(bench);
  if (parts.includes('workbook')) await workbook(bench);
  if (parts.includes('beside')) await beside(bench);
  if (parts.includes('behind')) await behind(bench);
  if (parts.includes('words')) await words(bench);
  const changing = { sql, file, rows, team, line, watchMemory, admin, client: bench };
  if (parts.includes('updates')) await updates(changing);
  if (parts.includes('fields')) await customFields(changing);
  admin.close();
} finally {
  await sql.end();
  await product.stop();
  if (!options.data) rmSync(folder, { recursive: true, force: true });
}
end();

async function speed({ secondsFor }) {
  const bytes = await writeFileOf(file, rows, team);
  const plain = await plainSql(sql, file, rows, { triggers: false });
  const counting = await plainSql(sql, file, rows, { triggers: true });
  console.log(
    `      ${count(bytes / 2 ** 20)} MB; plain SQL: ${count(plain)} rows a second, ${count(counting)} with the triggers that count leads`,
  );
  const reportMemory = watchMemory('of an import');
  const { seconds, record } = await secondsFor(await openAsBlob(file));
  reportMemory();
  const perSecond = rows / seconds;
  const note = `${count(perSecond)} rows a second, ${seconds.toFixed(1)} s`;
  line('rows a second, share of plain SQL without triggers', perSecond / plain, 0.5, { least: true, note });
  line('the same, with the triggers that the product has', perSecond / counting, 0.5, { least: true });
  line('rows that became leads, share of all', record.successful / rows, 1, { least: true });
}

/** Measures the same rows as CSV and as a workbook, whose shared strings are larger than what stays in memory. */
async function workbook({ secondsFor }) {
  const xlsx = path.join(folder, 'leads.xlsx');
  await writeFileOf(file, rows, team, 'Plain ');
  const plain = await secondsFor(await openAsBlob(file));
  await writeFileOf(file, rows, team, 'Sheet ');
  await writeWorkbookOf(file, xlsx);
  const reportMemory = watchMemory('of a workbook');
  const sheet = await secondsFor(await openAsBlob(xlsx), {}, 'leads.xlsx');
  const note = `${sheet.seconds.toFixed(1)} s, ${plain.seconds.toFixed(1)} s as CSV`;
  line('seconds of a workbook, to those of the same rows as CSV', sheet.seconds / plain.seconds, 3, { note });
  line('rows of the workbook that became leads, share of all', sheet.record.successful / rows, 1, { least: true });
  reportMemory();
}

/** Samples the memory of the product and of each PostgreSQL process. Returns a function that ends it and prints the peaks. */
function watchMemory(what) {
  const peaks = new Map();
  const timer = setInterval(() => {
    for (const { pid, name } of processesOf(product.pid)) {
      try {
        peaks.set(name, Math.max(peaks.get(name) ?? 0, memoryOf(pid)));
      } catch {
        // The process ended meanwhile.
      }
    }
  }, 250);
  return () => {
    clearInterval(timer);
    for (const [name, mb] of peaks) {
      line(`MB resident at most ${what}, ${name}`, mb, name === 'the product' ? maxMb.product : maxMb.postgres);
    }
  };
}

/** Measures a list and a small file during a large import. */
async function beside({ admin, upload, secondsFor, isRunning, cancel }) {
  await writeFileOf(file, rows, team, 'Beside ');
  const measure = () => load(admin, list, { requests: 10, connections: 1 });
  await measure();
  const calm = p95(await load(admin, list, { requests: 100, connections: 1 }));
  const id = await upload(await openAsBlob(file));
  const times = [];
  for (let round = 0; round < 30; round++) {
    times.push(...(await measure()));
    await pause(200);
  }
  const { seconds } = await secondsFor(new Blob([smallFile(10, team, 'Small ')]));
  for (let round = 0; round < 10; round++) times.push(...(await measure()));
  // The result is valid only if the large import was still running.
  line('the large import was running all the time (1: yes)', Number(await isRunning(id)), 1, { least: true });
  line("p95 of a list while it runs, to the list's without", p95(times) / calm, 5, {
    note: `${p95(times).toFixed(1)} ms, ${calm.toFixed(1)} ms`,
  });
  line('seconds for a file of 10 rows sent in the middle', seconds, maxSeconds);
  await cancel(id);
}

/** Measures ten rows after three large files. */
async function behind({ upload, secondsFor, isRunning, cancel }) {
  const ids = [];
  for (const number of [1, 2, 3]) {
    await writeFileOf(file, rows, team, `Behind ${number} `);
    ids.push(await upload(await openAsBlob(file)));
  }
  const { seconds } = await secondsFor(new Blob([smallFile(10, team, 'Last ')]));
  const running = (await Promise.all(ids.map(isRunning))).filter(Boolean).length;
  line('large imports that run in front of a file of 10 rows', running, 3, { least: true });
  line('seconds for that file', seconds, maxSeconds);
  for (const id of ids) await cancel(id);
}

/** Measures imports in turns with and without the words by which leads are found, and when the words are written. */
async function words({ secondsFor }) {
  const total = { without: 0, with: 0 };
  const waits = [];
  for (const round of [1, 2, 3]) {
    for (const turn of Object.keys(total)) {
      const change = turn === 'with' ? 'enable' : 'disable';
      await sql.query(`alter table leads.user_businesses ${change} trigger search_added`);
      await writeFileOf(file, Math.ceil(rows / 5), team, `Words ${turn} ${round} `);
      total[turn] += (await secondsFor(await openAsBlob(file))).seconds;
      const endedAt = performance.now();
      while ((await sql.query('select from leads.lead_search_changes limit 1')).rowCount > 0) await pause(100);
      if (turn === 'with') waits.push((performance.now() - endedAt) / 1_000);
      await sql.query('checkpoint');
    }
  }
  const note = `${total.with.toFixed(1)} s, ${total.without.toFixed(1)} s without`;
  line('seconds of imports with the words, to those without', total.with / total.without, 1.05, { note });
  line('seconds at most until the words of an import are written', Math.max(...waits), 60);
}
