// Starts and stops the processes of `npm run dev` and `npm run split`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { workspace } from './prepare.mjs';

/**
 * The flags of the host, as in the Dockerfile. They fix the size of the young generation: the default of a container of
 * 512 MiB is so small that the garbage of a request reaches the old generation.
 */
export const hostFlags = ['--enable-source-maps', '--min-semi-space-size=16', '--max-semi-space-size=16'];

/**
 * Starts the host with these settings. With a name, each line of its output gets the name as a prefix, and lines that match
 * `leaveOut` are omitted.
 */
export function startHost({ settings = {}, args = [], name, leaveOut }) {
  const child = spawn(process.execPath, [...hostFlags, 'services/host/dist/main.js', ...args], {
    cwd: workspace,
    env: { ...process.env, ...settings },
    stdio: name ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    // A separate process group, so that the parent ends it in its own order on Ctrl-C.
    detached: true,
  });
  for (const [from, to] of name
    ? [
        [child.stdout, process.stdout],
        [child.stderr, process.stderr],
      ]
    : []) {
    createInterface({ input: from }).on(
      'line',
      (line) => leaveOut?.test(line) || to.write(`${name.padEnd(8)} | ${line}\n`),
    );
  }
  return child;
}

export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/** Ends a process by SIGTERM, and by SIGKILL after `timeoutMs`. Resolves when it is gone. */
export async function stopProcess(child, timeoutMs = 30_000) {
  if (!child || hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await ended;
  clearTimeout(killTimer);
}

/** Calls `stop` once on the first Ctrl-C or SIGTERM, and then ends the process. */
export function onStop(stop) {
  let isStopping = false;
  const end = async (code = 0) => {
    if (isStopping) return;
    isStopping = true;
    try {
      await stop();
    } catch (error) {
      console.error(error);
      code = 1;
    }
    process.exit(code);
  };
  process.on('SIGINT', () => end());
  process.on('SIGTERM', () => end());
  return end;
}
