import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

/** Below the range of outgoing connections and above that of an embedded PostgreSQL. */
const lowest = 18_000;
const highest = 32_767;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Reserves a port among all processes of the run, because its owner may take seconds to listen on it. */
function claim(port: number): boolean {
  const run = process.env.TEST_RUN_FOLDER;
  if (!run) return true;
  const folder = path.join(run, 'ports');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(path.join(folder, String(port)), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns a free TCP port on loopback, below 32768, and only once per test run. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(lowest, highest + 1);
    if ((await isFree(port)) && claim(port)) return port;
  }
  throw new Error(`No free port between ${lowest} and ${highest}.`);
}
