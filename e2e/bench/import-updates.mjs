// The lines of the import bench on files that change leads, on their undo, and on custom fields.
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { count } from './bench-lines.mjs';
import { writeFileOf } from './import-file.mjs';

const maxCheckSeconds = 60;

/** Writes a file of all leads of the import by their uuids. A third has the values that the leads have. */
async function writeUpdateOf(sql, path, importId) {
  const query = `copy (
    select uuid as "Lead UUID",
      case when import_row % 3 = 0 then custom_fields ->> 'email' else 'new' || import_row || '@example.com' end as "Email Address",
      case when import_row % 3 = 0 then custom_fields ->> 'contactPerson' else 'Contact ' || import_row end as "Contact Name"
    from leads.user_businesses where import_id = ${Number(importId)} order by id) to stdout (format csv, header)`;
  await pipeline(sql.query(copyTo(query)), createWriteStream(path));
}

/** Returns the seconds of the same update in plain SQL, with the values before it, in the product's tables with their triggers. */
async function updateInSql(sql, path, rows) {
  await sql.query('begin; set local search_path = leads, public');
  try {
    await sql.query(`
      create temp table staging (uuid uuid, email text, contact text) on commit drop;
      create table images (lead_id bigint primary key, version int, updated_at timestamptz, before jsonb)`);
    const startedAt = performance.now();
    await pipeline(createReadStream(path), sql.query(copyFrom('copy staging from stdin (format csv, header)')));
    const changes = `staging s join user_businesses u using (uuid)
      where (u.custom_fields ->> 'email', u.custom_fields ->> 'contactPerson') is distinct from (s.email, s.contact)`;
    await sql.query(`insert into images select u.id, u.version, u.updated_at,
      jsonb_build_object('email', u.custom_fields -> 'email', 'contactPerson', u.custom_fields -> 'contactPerson') from ${changes}`);
    const updated = await sql.query(`update user_businesses u
      set custom_fields = u.custom_fields || jsonb_build_object('email', s.email, 'contactPerson', s.contact), version = version + 1,
        field_versions = field_versions || jsonb_build_object('email', version + 1, 'contactPerson', version + 1),
        revision = revision + 1, updated_at = now()
      from staging s where u.uuid = s.uuid
        and (u.custom_fields ->> 'email', u.custom_fields ->> 'contactPerson') is distinct from (s.email, s.contact)`);
    if (updated.rowCount < rows / 2) throw new Error(`The yardstick changed ${updated.rowCount} leads`);
    return (performance.now() - startedAt) / 1_000;
  } finally {
    await sql.query('rollback');
    await sql.query('vacuum (analyze) leads.user_businesses');
    await sql.query('checkpoint');
  }
}

/** The words of an import are written in the background, and have lines of their own. */
async function wordsWritten(sql) {
  while ((await sql.query('select from leads.lead_search_changes limit 1')).rowCount > 0) await pause(200);
}

async function bytesOf(sql, importId) {
  const { rows } = await sql.query(
    `select sum(pg_column_size(change.*))::float8 as images, sum(pg_column_size(lead.*))::float8 as leads
     from leads.import_changes change join leads.user_businesses lead on lead.id = change.lead_id
     where change.import_id = $1 and change.revision is not null`,
    [importId],
  );
  return rows[0];
}

/** A million leads get new values, a third of the rows none, and the undo gives them back. */
export async function updates({ sql, file, rows, team, line, watchMemory, admin, client }) {
  await writeFileOf(file, rows, team, 'Update ');
  const made = (await client.secondsFor(await openAsBlob(file))).record;
  await writeUpdateOf(sql, file, made.id);
  await wordsWritten(sql);
  const plain = await updateInSql(sql, file, rows);
  const reportMemory = watchMemory('of changes');

  const check = await client.secondsFor(await openAsBlob(file), { mode: 'update', dryRun: 'true' });
  const checkSeconds = (check.seconds * 1_000_000) / rows;
  line('seconds of a verdict with differences, per million rows', checkSeconds, maxCheckSeconds, {
    note: `${check.record.breakdown.updated} updated, ${check.record.breakdown.unchanged} unchanged`,
  });
  const { seconds, record } = await client.secondsFor(await openAsBlob(file), { mode: 'update' });
  const note = `${count(rows / seconds)} rows a second, ${seconds.toFixed(1)} s; plain SQL ${plain.toFixed(1)} s`;
  line('updating rows a second, share of plain SQL with images', plain / seconds, 0.6, { least: true, note });
  const done = record.breakdown.updated + record.breakdown.unchanged;
  line('rows that updated or left their lead, share of all', done / rows, 1, { least: true });
  const { images, leads } = await bytesOf(sql, record.id);
  line('bytes of the images, to those of the rows that changed', images / leads, 0.4);
  await wordsWritten(sql);

  const previewAt = performance.now();
  const preview = await (await admin.get(`/api/imports/${record.id}/undo`)).json();
  const previewSeconds = (performance.now() - previewAt) / 1_000;
  const undoAt = performance.now();
  await admin.send('POST', `/api/imports/${record.id}/undo`);
  while ((await client.record(record.id)).status === 'undoing') await pause(100);
  const undoSeconds = (performance.now() - undoAt) / 1_000;
  const { undo } = await client.record(record.id);
  line('seconds of the undo, to those of the import', undoSeconds / seconds, 0.6, {
    note: `${undoSeconds.toFixed(1)} s, its preview ${previewSeconds.toFixed(1)} s`,
  });
  line('values that the undo gave back, share of its preview', undo.reversed / preview.reversed, 1, { least: true });
  reportMemory();
}

const fields = [
  { name: 'Bench seats', type: 'number' },
  { name: 'Bench fee', type: 'currency', currency: 'USD' },
  { name: 'Bench renewal', type: 'date' },
  { name: 'Bench open', type: 'yes_no' },
  { name: 'Bench remark', type: 'text' },
];

/** Measures new rows with five custom fields and without. Tables grow with each turn, so both have the same mean size. */
export async function customFields({ file, rows, team, line, admin, client }) {
  for (const field of fields) await admin.send('POST', '/api/custom-fields', field);
  const total = { without: 0, with: 0 };
  for (const [at, turn] of ['without', 'with', 'with', 'without'].entries()) {
    await (turn === 'with' ? writeWideFile : writeFileOf)(file, rows, team, `Fields ${turn} ${at} `);
    const { seconds } = await client.secondsFor(await openAsBlob(file));
    console.log(`      ${turn} custom fields: ${seconds.toFixed(1)} s`);
    total[turn] += seconds;
  }
  const note = `${total.with.toFixed(1)} s, ${total.without.toFixed(1)} s without`;
  line('seconds of an import with five custom fields, to one without', total.with / total.without, 1.15, { note });
}

async function writeWideFile(path, rows, team, prefix) {
  await writeFileOf(`${path}.narrow`, rows, team, prefix);
  const out = createWriteStream(path);
  let number = -1;
  let rest = '';
  const put = async (text) => out.write(text) || (await once(out, 'drain'));
  const widen = (row) => {
    number += 1;
    if (number === 0) return `${row},${fields.map(({ name }) => name).join()}\n`;
    return `${row},${number % 500},"$${number}.50",2026-0${1 + (number % 9)}-1${number % 9},${number % 2 ? 'yes' : 'no'},Remark ${number}\n`;
  };
  for await (const block of createReadStream(`${path}.narrow`, 'utf8')) {
    const lines = (rest + block).split('\n');
    rest = lines.pop();
    await put(lines.map(widen).join(''));
  }
  out.end();
  await once(out, 'finish');
}
