// npm run split [-- --empty]: PostgreSQL, NATS, Redis, and one process per role, without containers.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare, workspace } from './prepare.mjs';
import { hasEnded, onStop, startHost, stopProcess } from './processes.mjs';
import { splitServers } from './split-servers.mjs';

process.chdir(workspace);
await prepare();

const dataDir = path.resolve(process.env.DATA_DIR ?? '.data/split');
const readyLine = /^Lead Finder (is ready on|runs) /;
const timeoutMs = 120_000;
const servers = splitServers(dataDir);
const hosts = new Map();
let isStopping = false;

const end = onStop(async () => {
  isStopping = true;
  // Callers stop before the services that they call, and the servers stop last.
  await stopProcess(hosts.get('gateway'));
  await Promise.all([...hosts.values()].map((host) => stopProcess(host)));
  await servers.stop();
});

try {
  const { freePort } = await import('../libs/testing/dist/index.js');
  const { roleNames } = await import('../services/host/dist/index.js');
  const settings = {
    ...(await servers.start()),
    HOST: process.env.HOST ?? '127.0.0.1',
    PORT: process.env.PORT ?? '8080',
    HEALTH_HOST: '127.0.0.1',
    DEMO_DATA: process.env.DEMO_DATA ?? (process.argv.includes('--empty') ? 'off' : 'on'),
    PLACES_PROVIDER: process.env.PLACES_PROVIDER ?? 'sample',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  };
  for (const role of roleNames) {
    const own = { SERVICES: role, HEALTH_PORT: String(await freePort()) };
    const host = startHost({ settings: { ...settings, ...own }, name: role, leaveOut: readyLine });
    hosts.set(role, host);
    host.once('exit', (code, signal) => {
      if (isStopping) return;
      console.error(`The process of ${role} ended (${code ?? signal}).`);
      void end(1);
    });
  }
  const address = `http://${settings.HOST}:${settings.PORT}`;
  await untilReady(address);
  console.log(`Lead Finder is ready on ${address}, one process each for ${roleNames.join(', ')}`);
} catch (error) {
  if (!isStopping) console.error(error.name === 'StartError' ? error.message : error);
  await end(1);
}

async function untilReady(address) {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(200)) {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (answer?.ok) return;
    if (isStopping || hasEnded(hosts.get('gateway'))) throw new Error('The gateway ended before it was ready.');
  }
  throw new Error(`Not ready after ${timeoutMs / 1_000} s: ${address}/readyz`);
}
