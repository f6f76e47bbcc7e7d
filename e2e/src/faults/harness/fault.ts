import type { Role, ServerName } from './split-product.js';
import type { Stage } from './stage.js';

/** One thing that goes wrong. It is over, the cause gone, when `act` resolves: recovery is measured from then on. */
export interface Fault {
  name: string;
  /** For the table of docs/reliability.md. */
  what: string;
  act(stage: Stage): Promise<void>;
  /** It is the network that fails. */
  needsProxies?: boolean;
  /** The large upload goes with it: its import may stop, and is begun again. */
  losesUploads?: boolean;
}

/** On a machine that is busy with other things a process takes a minute until it is at work. */
const dieWithin = 180_000;

const failpoints = new URL('./failpoints.mjs', import.meta.url);

/** Puts a process in the place of the role's that dies at a failpoint, and after that one that lives. */
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

/** Away for so long, without a chance to save anything. */
export async function killServer(stage: Stage, name: ServerName, awaySeconds: number): Promise<void> {
  const server = stage.product.servers[name];
  await server.kill();
  await stage.lasting(awaySeconds);
  await server.restart();
}
