import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { workspace } from './prepare.mjs';

/** As in the Dockerfile: by default the garbage of a request reaches the old generation in a container of 512 MiB. */
export const hostFlags = ['--enable-source-maps', '--min-semi-space-size=16', '--max-semi-space-size=16'];

/** With a name, each line of output gets it as a prefix, and lines that match `leaveOut` are omitted. */
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

export async function stopProcess(child, timeoutMs = 30_000) {
  if (!child || hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await ended;
  clearTimeout(killTimer);
}

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
