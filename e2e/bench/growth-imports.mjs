// What the growth bench imports and reassigns in the folder that has grown to its largest size.
import { createReadStream, openAsBlob } from 'node:fs';
import { readHeader } from '../../services/imports/dist/file/header.js';
import { readRecords } from '../../services/imports/dist/file/rows.js';
import { listBeside, reassigned } from './bulk-lines.mjs';
import { importClient } from './import-client.mjs';
import { writeFileOf } from './import-file.mjs';
import { plainSqlInPlace } from './import-in-sql.mjs';

/** Owners of the rows that are in every folder. */
const team = Array.from({ length: 199 }, (_, index) => `seed${index + 2}`);

/** Returns rows per second. Each call has rows of its own, so that none is in the folder already. */
export async function importedPerSecond({ url, admin }, file, rows) {
  await writeFileOf(file, rows, team, `Growth ${Date.now()} `);
  const { seconds } = await importClient(url, admin).secondsFor(await openAsBlob(file));
  return rows / seconds;
}

export async function plainSqlPerSecond(sql, file, rows) {
  await writeFileOf(file, rows, team, `Growth ${Date.now()} `);
  return plainSqlInPlace(sql, file, rows);
}

/** Returns the seconds of a dry run, and of reading the same file alone. */
export async function dryRun({ url, admin }, file, rows) {
  await writeFileOf(file, rows, team, `Dry ${Date.now()} `);
  const startedAt = performance.now();
  const layout = await readHeader(createReadStream(file), 'utf-8');
  let read = 0;
  for await (const records of readRecords(createReadStream(file, { start: layout.start.offset }), layout))
    read += records.length;
  if (read !== rows) throw new Error(`The file has ${read} of ${rows} rows`);
  const parsing = (performance.now() - startedAt) / 1_000;
  const { seconds } = await importClient(url, admin).secondsFor(await openAsBlob(file), { dryRun: 'true' });
  return { parsing, seconds };
}

/** Returns the p95 of a list during an import and before it. */
export async function listBesideImport({ url, admin }, file, rows) {
  await writeFileOf(file, rows, team, `Beside ${Date.now()} `);
  const client = importClient(url, admin);
  return listBeside(admin, async () => client.secondsFor(await openAsBlob(file)));
}

/** Reassigns a tenth of the leads. Returns the p95 of a list during the job and before it. */
export async function listBesideReassign({ admin, sql }) {
  const { rows } = await sql.query(
    `select a.id from leads.assignees a left join leads.user_businesses u on u.user_id = a.id
     where a.username in ('seed3', 'seed4') group by a.id order by count(u.id) limit 1`,
  );
  return listBeside(admin, () => reassigned(admin, Number(rows[0].id), ['recontact']));
}
