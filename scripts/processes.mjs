// Starts and stops the processes of `npm run dev` and `npm run split`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { workspace } from './prepare.mjs';

/**
 * What the host runs with in a container too (Dockerfile). Room for young objects, all of it from the start: by default a
 * runtime gives and takes it as it goes, and in a container of 512 MiB so little that what a request leaves behind grows old.
 */
export const hostFlags = ['--enable-source-maps', '--min-semi-space-size=16', '--max-semi-space-size=16'];

/**
 * Starts the host with these settings. With a name, its lines are shown with the name before them, but for those that
 * `leaveOut` matches.
 */
export function startHost({ settings = {}, args = [], name, leaveOut }) {
  const child = spawn(process.execPath, [...hostFlags, 'services/host/dist/main.js', ...args], {
    cwd: workspace,
    env: { ...process.env, ...settings },
    stdio: name ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    // A group of its own: Ctrl-C reaches it through whoever started it, in the order that this one keeps.
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

/** Resolves when the process is gone; it gets its time to finish what it is doing, but not for ever. */
export async function stopProcess(child, timeoutMs = 30_000) {
  if (!child || hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await ended;
  clearTimeout(killTimer);
}

/** Runs once on Ctrl-C or SIGTERM, however often they come, and ends the process. */
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
