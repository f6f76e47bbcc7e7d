// Runs the shared servers of a test run. They stop when the process that asked for them ends.
import { rmSync } from 'node:fs';
import {
  chromiumPath,
  pgBouncerCommand,
  promtoolPath,
  serverBinary,
  simpleSamlPhpFolder,
  sharedNatsConfig,
  startNats,
  startPostgres,
  startRedis,
  startS3,
} from '../src/index.ts';

const starters = {
  postgres: startPostgres,
  'postgres of the distribution': () => startPostgres({ ofDistribution: true }),
  nats: () => startNats({ config: sharedNatsConfig }),
  redis: startRedis,
  s3: startS3,
  browser: async () => ({ url: await chromiumPath() }),
  promtool: async () => ({ url: await promtoolPath() }),
  'nats-server': async () => ({ url: (await serverBinary('nats-server')).command }),
  'redis-server': async () => ({ url: (await serverBinary('redis-server')).command }),
  pgbouncer: async () => ({ url: JSON.stringify(await pgBouncerCommand()) }),
  simplesamlphp: async () => ({ url: await simpleSamlPhpFolder() }),
};
const started = new Map();

process.on('message', async (name) => {
  if (!started.has(name)) started.set(name, starters[name]());
  try {
    const { url, source } = await started.get(name);
    process.send({ name, url, source });
  } catch (error) {
    process.send({ name, error: error instanceof Error ? error.message : String(error) });
  }
});

// Ctrl-C reaches the whole process group; the other process decides when this one ends.
process.on('SIGINT', () => {});
process.once('disconnect', async () => {
  const running = await Promise.allSettled(started.values());
  await Promise.allSettled(running.map(({ value }) => value?.stop?.()));
  rmSync(process.env.TEST_RUN_FOLDER, { recursive: true, force: true });
  process.exit();
});
