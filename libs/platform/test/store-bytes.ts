// store-bytes.ts <store> <id> <megabytes> <seconds of reading | half>. `half` waits to be killed after half the bytes.
import { connect } from '@nats-io/transport-node';
import { setTimeout as pause } from 'node:timers/promises';
import { FolderFileStore } from '../src/files/folder-file-store.js';
import { JetStreamFileStore } from '../src/files/jetstream-file-store.js';
import { S3FileStore } from '../src/files/s3-file-store.js';

const [given, id, megabytes, seconds] = process.argv.slice(2) as [string, string, string, string];
const where = JSON.parse(given) as { folder: string } | { url: string; stream: string } | { bucket: string };
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const connection = 'url' in where ? await connect({ servers: where.url }) : undefined;
const open = async () => {
  if ('url' in where) return JetStreamFileStore.open(connection!, { stream: where.stream });
  return 'folder' in where ? new FolderFileStore(where.folder) : new S3FileStore(where.bucket);
};
const store = await open();

let maxResident = 0;
const watch = setInterval(() => (maxResident = Math.max(maxResident, process.memoryUsage.rss())), 20);

async function* bytes() {
  for (let n = 0; n < Number(megabytes) * 16; n++) yield new Uint8Array(64 * 1024).fill(n % 251);
  if (seconds !== 'half') return;
  await pause(500);
  say({ wrote: 'half' });
  await pause(600_000);
}

const before = process.memoryUsage.rss();
const written = await store.write(id, bytes());

let read = 0;
const started = Date.now();
for await (const chunk of store.read(id)) {
  read += chunk.length;
  await pause(Math.max(0, read / 5_000 - (Date.now() - started)));
  if (Date.now() - started > Number(seconds) * 1_000) break;
}
clearInterval(watch);
say({ before, written, read, maxResident });
await connection?.close();
