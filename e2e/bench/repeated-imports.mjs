// Imports a file and undoes the import, repeatedly.
import { setTimeout as pause } from 'node:timers/promises';
import { smallFile } from './import-file.mjs';

const rows = 3_000;
const underWay = ['queued', 'processing', 'cancelling', 'undoing'];

/** Returns the number of imported files and rows. Throws if an import or its undo is not complete. */
export async function repeatImports({ url, cookie, usernames, until }) {
  const call = async (method, at, init = {}) => {
    const answer = await fetch(`${url}${at}`, { method, ...init, headers: { cookie, ...init.headers } });
    if (!answer.ok) throw new Error(`${method} ${at} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const ended = async (id) => {
    for (;;) {
      const record = await call('GET', `/api/imports/${id}`);
      if (!underWay.includes(record.status)) return record;
      await pause(500);
    }
  };
  const file = new Blob([smallFile(rows, usernames, 'Soak ')]);
  let files = 0;
  while (performance.now() < until) {
    const body = new FormData();
    body.append('file', file, 'leads.csv');
    const { importId } = await call('POST', '/api/businesses/import', { body, headers: { prefer: 'respond-async' } });
    const done = await ended(importId);
    if (done.successful !== rows)
      throw new Error(
        `An import ended as ${done.status} with ${done.successful} of ${rows} rows: ${JSON.stringify(done.errors).slice(0, 300)}`,
      );
    await pause(2_000);
    await call('POST', `/api/imports/${importId}/undo`);
    const undone = await ended(importId);
    if (undone.status !== 'undone') throw new Error(`An undo ended as ${undone.status}`);
    files += 1;
    await pause(2_000);
  }
  return { files, rows: files * rows };
}
