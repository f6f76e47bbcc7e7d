import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually, freePort } from '@lead-finder/testing';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Starts roles in a process of their own from the build, which loads in a third of the time. Resolves at once. */
export async function spawnRoles(settings: Record<string, string>) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: String(port),
      HEALTH_HOST: '127.0.0.1',
      HEALTH_PORT: String(port),
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (log += text));
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    log: () => log,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Resolves when the roles are ready. In this process two gateways would share Passport's state. */
export async function startReplica(settings: Record<string, string>) {
  const roles = await spawnRoles(settings);
  const { child, url } = roles;
  await eventually(
    async () => {
      if (child.exitCode === null) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    },
    { within: 60_000 },
  );
  if (child.exitCode !== null) throw new Error(`The replica ended with ${child.exitCode}`);
  return roles;
}
