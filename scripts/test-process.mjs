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

/** Resolves to whether the script succeeded; a run that is too long fails. */
export function run(script, args, { folder = '.', env = process.env, timeoutMinutes = 15 } = {}) {
  return new Promise((resolve) => {
    const options = { cwd: path.join(workspace, folder), env, stdio: ['ignore', 'inherit', 'inherit'], detached: true };
    const child = spawn(process.execPath, [path.join(workspace, script), ...args], options);
    children.add(child);
    const deadline = setTimeout(() => {
      console.log(`Ended because it was still running after ${timeoutMinutes} minutes: ${script} ${args.join(' ')}`);
      end(child, 'SIGKILL');
    }, timeoutMinutes * 60_000);
    child.once('exit', (code) => {
      clearTimeout(deadline);
      children.delete(child);
      resolve(code === 0);
    });
  });
}

export async function inPairs(tasks) {
  const results = [];
  const waiting = tasks.entries();
  const worker = async () => {
    for (const [index, task] of waiting) results[index] = await task();
  };
  await Promise.all([worker(), worker()]);
  return results;
}
