import type { Network, Role, ServerName } from './split-product.js';
import type { Stage } from './stage.js';

/** One fault. Its cause is gone when `act` resolves, and recovery is measured from then on. */
export interface Fault {
  name: string;
  /** The text in the table of docs/reliability.md. */
  what: string;
  act(stage: Stage): Promise<void>;
  /** What the fault needs between the processes and their servers. Default: nothing. */
  network?: Network;
  /** Whether it compares the waits of many requests, which a thinner load would not send. */
  comparesWaits?: boolean;
  /** The fault loses the large upload, so its import may fail and starts again. */
  losesUploads?: boolean;
}

/** On a busy machine a process needs a minute to start. */
const dieWithin = 180_000;

const failpoints = new URL('./failpoints.mjs', import.meta.url);

/** Replaces the process of a role by one that dies at a failpoint, waits for that, and starts a healthy one. */
export async function dieAt(
  stage: Stage,
  role: Role,
  failpoint: string,
  at: number,
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const { product } = stage;
  await product.replace(role, { FAILPOINT: failpoint, FAILPOINT_AT: String(at) }, failpoints);
  const work = meanwhile?.();
  work?.catch(() => undefined);
  try {
    await product.ended(role, dieWithin);
  } finally {
    await product.replace(role);
  }
  await work;
}

/** Kills a server and starts it again after `awaySeconds`. */
export async function killServer(stage: Stage, name: ServerName, awaySeconds: number): Promise<void> {
  const server = stage.product.servers[name];
  await server.kill();
  await stage.lasting(awaySeconds);
  await server.restart();
}
