// npm run bench -- webhooks [--rows N] [--changes N] [--port P] [--data DIR]
// Measures how soon webhooks are sent while an import of 100,000 rows runs, and how many deliveries a second are made.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchLines, count } from './bench-lines.mjs';
import { writeFileOf } from './import-file.mjs';
import { importClient } from './import-client.mjs';
import { p95, signedIn } from './load.mjs';
import { databaseOf, password, seeded, startProduct } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    changes: { type: 'string', default: '20000' },
    port: { type: 'string', default: '21497' },
    data: { type: 'string' },
  },
});
const port = Number(options.port);
const receiverPort = port + 1;
const webhooks = 10;
const maxFirstMs = 1_000;
const minPerSecond = 1_000;

/** Times of the first arrival of each change, by webhook and id. */
let arrivals = new Map();
const secrets = new Map();
const receiver = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
    const key = secrets.get(request.url);
    const body = Buffer.concat(chunks);
    const expected = key && createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
    if (expected && signature !== `v1,${expected}`) throw new Error('A message is not signed');
    const each = `${request.url} ${id}`;
    if (!arrivals.has(each)) arrivals.set(each, { at: Date.now(), changedAt: Number(id.split('-')[1]) });
    response.writeHead(204).end();
  });
});
receiver.listen(receiverPort, '127.0.0.1');
await once(receiver, 'listening');

process.env.LOG_LEVEL = 'error';
const dataDir = options.data ?? mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-webhooks-'));
await seeded(dataDir, 20_000, 20);
const product = await startProduct(dataDir, port, { INTERNAL_WEBHOOKS: `http://127.0.0.1:${receiverPort}` });
const database = new pg.Client({ connectionString: databaseOf(dataDir) });
await database.connect();
const { line, end } = benchLines();
const admin = await signedIn(product.url, 'seed1', password);

async function addWebhook(name, types) {
  const url = `http://127.0.0.1:${receiverPort}/${name}`;
  const response = await admin.send('POST', '/api/webhooks', { url, types });
  const { webhook, secret } = await response.json();
  secrets.set(`/${name}`, Buffer.from(secret.slice('whsec_'.length), 'base64'));
  return webhook.id;
}
async function arrived(wanted) {
  while (arrivals.size < wanted) await pause(10);
}

try {
  const first = await addWebhook('beside', []);
  const file = path.join(dataDir, 'webhooks.csv');
  await writeFileOf(file, Number(options.rows), ['seed2', 'seed3', 'seed4'], `W${Date.now()} `);
  const client = importClient(product.url, admin);
  const leads = (await database.query('select id from leads.user_businesses order by id limit 2000')).rows;
  const importing = client.upload(await openAsBlob(file)).then((id) => client.ended(id));
  let isOver = false;
  void importing.finally(() => (isOver = true));
  for (let at = 0; !isOver; at++) {
    await admin.send('PATCH', `/api/business-status/${leads[at % leads.length].id}`, {
      status: at % 2 === 0 ? 'in_progress' : 'recontact',
    });
    await pause(50);
  }
  const { status } = await importing;
  if (status !== 'completed') throw new Error(`The import ended as ${status}`);
  await pause(2_000);
  const waits = [...arrivals.values()].map(({ at, changedAt }) => at - changedAt).sort((a, b) => a - b);
  line('first attempt while an import runs, p95 in ms', p95(waits), maxFirstMs, {
    note: `${count(waits.length)} messages`,
  });
  await admin.send('DELETE', `/api/webhooks/${first}`);

  for (let n = 0; n < webhooks; n++) await addWebhook(`many-${n}`, ['lead.changed']);
  arrivals = new Map();
  const changes = Number(options.changes) / webhooks;
  const startedAt = performance.now();
  // As many changes as users would make, of one lead each.
  await database.query(
    `insert into leads.changes (type, subjects, owners)
     select 'lead.changed', array[id], array[user_id] from leads.user_businesses order by id limit $1`,
    [changes],
  );
  await arrived(changes * webhooks);
  const seconds = (performance.now() - startedAt) / 1_000;
  line('deliveries a second', (changes * webhooks) / seconds, minPerSecond, {
    least: true,
    note: `${webhooks} webhooks, ${count(changes)} changes each`,
  });
} finally {
  await database.end();
  await product.stop();
  receiver.closeAllConnections();
  receiver.close();
  if (!options.data) rmSync(dataDir, { recursive: true });
}
end();
