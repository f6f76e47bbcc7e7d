import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Whether the long variants run (`npm run test:long`); short selections of them otherwise. */
export const longRun = process.env.LONG === '1';

/** The seed of this run's random data; `TEST_SEED=… npm test` repeats a run. */
export const testSeed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000);

/** A new folder for a server's data or a spec's files; it goes when the run is over. */
export const runFolder = (name: string) => mkdtempSync(path.join(process.env.TEST_RUN_FOLDER ?? tmpdir(), `${name}-`));

export type SharedServer = 'postgres' | 'nats' | 'redis';

const given = (server: SharedServer) => process.env[`TEST_${server.toUpperCase()}_URL`];

/**
 * The address of the run's own server. `npm test` starts them before the first spec and names them in the environment;
 * a spec that is run by hand asks Jest's global set-up, which starts each one when it is first asked for.
 */
export async function runServer(server: SharedServer): Promise<string> {
  const url = given(server);
  if (url) return url;
  const desk = process.env.TEST_SERVERS;
  if (!desk) {
    throw new Error(
      `No ${server} for this spec: its jest.config.mjs has not the global set-up of jest.config.base.mjs.`,
    );
  }
  const response = await fetch(`${desk}/${server}`, { signal: AbortSignal.timeout(120_000) });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
