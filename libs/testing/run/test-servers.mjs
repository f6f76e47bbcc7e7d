import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));

const memory = '/dev/shm';
const roomInMemory = 6e9;

/** In memory a database of a spec costs a quarter of a second less. Data of a long run may be larger than memory. */
function folderOfRuns() {
  if (process.env.LONG === '1' || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, process.availableMemory()) > roomInMemory ? memory : tmpdir();
}

/** `get` starts a server, or finds a program, and resolves to { url, source }; `close` stops all of them. */
export function openTestServers() {
  const folder = mkdtempSync(path.join(folderOfRuns(), 'lead-finder-test-'));
  process.env.TEST_RUN_FOLDER = folder;
  let child;
  const waiting = new Map();

  const open = () => {
    const hooks = new URL('typescript.mjs', import.meta.url).href;
    child = fork(file('test-servers-process.mjs'), {
      execArgv: ['--import', hooks],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', ({ name, error, ...answer }) => {
      const asking = waiting.get(name) ?? [];
      waiting.delete(name);
      for (const { resolve, reject } of asking) {
        if (error) reject(new Error(error));
        else resolve(answer);
      }
      // A caller that waits for nothing may end without closing.
      if (waiting.size === 0) for (const handle of [child, child.channel]) handle?.unref();
    });
    child.once('exit', () => {
      const asking = [...waiting.values()].flat();
      waiting.clear();
      child = undefined;
      for (const { reject } of asking)
        reject(new Error('The process that runs the servers ended. Its output above says why.'));
    });
  };

  return {
    get: (name) =>
      new Promise((resolve, reject) => {
        if (!child) open();
        waiting.set(name, [...(waiting.get(name) ?? []), { resolve, reject }]);
        for (const handle of [child, child.channel]) handle?.ref();
        child.send(name, (error) => error && reject(error));
      }),
    close: async () => {
      if (child?.connected) {
        const ended = once(child, 'exit');
        child.ref();
        child.disconnect();
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
