import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range that the kernel hands out for outgoing connections: one of those must not sit on a server's port. */
const lowest = 18_000;
const highest = 32_767;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** A free TCP port on loopback, below 32768. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${lowest} and ${highest}.`);
}
