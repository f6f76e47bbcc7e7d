import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export function splitServers(dataDir) {
  const runFolder = (process.env.TEST_RUN_FOLDER = mkdtempSync(path.join(tmpdir(), 'lead-finder-split-')));
  const servers = [];
  const folder = (name) => {
    const at = path.join(dataDir, name);
    mkdirSync(at, { recursive: true });
    return at;
  };
  const open = async (server) => {
    servers.push(await server);
    return servers.at(-1).url;
  };
  return {
    start: async () => {
      const { startNats, startPostgres, startRedis } = await import('../libs/testing/dist/index.js');
      return {
        DATABASE_URL: await open(startPostgres({ dataDir: path.join(dataDir, 'postgres'), durable: true })),
        NATS_URL: await open(startNats({ storeDir: folder('nats') })),
        REDIS_URL: await open(startRedis({ dir: folder('redis'), appendonly: true })),
        SMTP_URL: process.env.SMTP_URL ?? 'file:',
        DATA_DIR: folder('files'),
      };
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}
