import { spawn } from 'node:child_process';
import path from 'node:path';
import { workspace } from './test-selection.mjs';

const children = new Set();

function end(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

export function endAll() {
  for (const child of children) end(child, 'SIGTERM');
}

/** Resolves to { ok, output }. A script that runs for too long is ended and counts as failed. */
export function run(script, args, { folder = '.', flags = [], timeoutMinutes = 15 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...flags, path.join(workspace, script), ...args], {
      cwd: path.join(workspace, folder),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    children.add(child);
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    const deadline = setTimeout(() => {
      output += `\nEnded because it was still running after ${timeoutMinutes} minutes: ${script} ${args.join(' ')}`;
      end(child, 'SIGKILL');
    }, timeoutMinutes * 60_000);
    const finish = (code) => {
      clearTimeout(deadline);
      children.delete(child);
      resolve({ ok: code === 0, output });
    };
    child.once('close', finish);
    // A process that a test left running can hold the pipes open for ever.
    child.once('exit', (code) => setTimeout(finish, 2_000, code));
  });
}

export async function inPairs(tasks) {
  const waiting = [...tasks];
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task();
  };
  await Promise.all([worker(), worker()]);
}
