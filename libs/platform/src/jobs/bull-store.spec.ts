import { eventually, freshDatabase, startPostgres } from '@lead-finder/testing';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { openBullStore } from './bull-store.js';

const silent = pino({ level: 'silent' });
const noJob = async () => undefined;

/** Passes connections on to a database. Once it holds back, a client hears of the server's close only when let go. */
async function startProxy(url: string) {
  const at = new URL(url);
  const open = new Set<Socket>();
  const held: (() => void)[] = [];
  let holdsBack = false;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = connect(Number(at.port), at.hostname);
    open.add(client.on('close', () => open.delete(client)));
    client.pipe(database).pipe(client, { end: false });
    database.on('end', () => (holdsBack ? held.push(() => client.end()) : client.end()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${port}`;
  const stop = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { url: proxied.href, open, held, holdBack: () => (holdsBack = true), stop };
}

describe('the store of the jobs on PostgreSQL', () => {
  it('is closed when its last connection is, also of those that a worker has given up before', async () => {
    const { url } = await freshDatabase();
    const proxy = await startProxy(url);
    try {
      const store = await openBullStore({ databaseUrl: proxy.url }, silent);
      await eventually(() => expect(proxy.open.size).toBe(0));
      const workers = ['mail', 'imports'].map((name) => store.worker(name, noJob, { autorun: false }));
      await Promise.all(workers.map((worker) => worker.waitUntilReady()));
      const count = proxy.open.size;
      expect(count).toBeGreaterThanOrEqual(workers.length);
      proxy.holdBack();
      await Promise.all(workers.map((worker) => worker.close()));
      let isClosed = false;
      const closed = store.close().then(() => (isClosed = true));
      await eventually(() => expect(proxy.held).toHaveLength(count));
      while (proxy.held.length > 1) proxy.held.shift()!();
      await eventually(() => expect(proxy.open.size).toBe(1));
      await turn();
      expect(isClosed).toBe(false);
      proxy.held.shift()!();
      await closed;
    } finally {
      proxy.stop();
    }
  });

  it('logs an error once, although the pool, each queue and each worker report it', async () => {
    const server = await startPostgres({ durable: true });
    const lines: { msg: string; err?: { message: string } }[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
    try {
      const store = await openBullStore({ databaseUrl: server.url }, log);
      const queue = store.queue('mail').on('error', store.report);
      const worker = store.worker('mail', noJob, { autorun: false }).on('error', store.report);
      await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
      await server.kill();
      await eventually(() => expect(lines).not.toEqual([]));
      await Promise.all([queue.close(), worker.close()]);
      await store.close();
      const messages = lines.map(({ err }) => err!.message);
      expect(messages).toEqual([...new Set(messages)]);
    } finally {
      await server.stop();
    }
  }, 60_000);
});
