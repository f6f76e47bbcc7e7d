// Starts the product in either shape. Returns its processes and the address of its database.
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@lead-finder/testing';
import { hostFlags, stopProcess } from '../../scripts/processes.mjs';
import { splitServers } from '../../scripts/split-servers.mjs';
import { databaseOf, main, seedInto, startProduct } from './product.mjs';

const roleNames = ['users', 'places', 'leads', 'imports', 'progress', 'gateway'];
const workspace = fileURLToPath(new URL('../..', import.meta.url));

/** Each adds users and leads (without `leads` nothing) to a folder and starts the product on it. */
export const shapes = {
  'one process': async (dataDir, port, { leads, users }) => {
    await seedInto({ DATA_DIR: dataDir }, leads, users);
    const startedAt = performance.now();
    const { url, pid, stop } = await startProduct(dataDir, port);
    const roles = [{ name: 'all six roles', pid, readyMs: performance.now() - startedAt }];
    return { url, databaseUrl: databaseOf(dataDir), roles, stop };
  },

  'six processes': async (dataDir, port, { leads = 0, users } = {}) => {
    const servers = splitServers(dataDir);
    const hosts = [];
    const stop = async () => {
      // Callers stop before the services that they call, and the servers stop last.
      for (const host of hosts.toReversed()) await stopProcess(host);
      await servers.stop();
    };
    try {
      const addresses = await servers.start();
      if (leads > 0) await seedInto(addresses, leads, users);
      const roles = await Promise.all(
        roleNames.map((name) => startRole(name, dataDir, { ...addresses, PORT: String(port) }, hosts)),
      );
      return {
        url: `http://127.0.0.1:${port}`,
        databaseUrl: addresses.DATABASE_URL,
        redisUrl: addresses.REDIS_URL,
        roles,
        stop,
      };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

/** Starts a process with one role, as in a container. Its log goes to a file. */
async function startRole(name, dataDir, settings, hosts) {
  const healthPort = name === 'gateway' ? settings.PORT : String(await freePort());
  const own = {
    SERVICES: name,
    HOST: '127.0.0.1',
    HEALTH_HOST: '127.0.0.1',
    HEALTH_PORT: healthPort,
    DEMO_DATA: 'off',
    NODE_ENV: 'production',
  };
  mkdirSync(path.join(dataDir, 'logs'), { recursive: true });
  const logFile = path.join(dataDir, 'logs', `${name}.log`);
  const log = openSync(logFile, 'w');
  const startedAt = performance.now();
  const host = spawn(process.execPath, [...hostFlags, main], {
    cwd: workspace,
    env: { ...process.env, ...settings, ...own },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  hosts.push(host);
  while (
    !(await fetch(`http://127.0.0.1:${healthPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (host.exitCode !== null)
      throw new Error(`The process of ${name} ended:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
    await pause(50);
  }
  return { name, pid: host.pid, readyMs: performance.now() - startedAt };
}
