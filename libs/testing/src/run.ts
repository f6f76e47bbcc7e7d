import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Whether the long variants run (`npm run test:long`) instead of short selections. */
export const longRun = process.env.LONG === '1';

/** The seed of this run's random data; `TEST_SEED=… npm test` repeats a run. */
export const testSeed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000);

/** Creates a folder for a server's data or a spec's files, which is deleted after the run. */
export const runFolder = (name: string) => mkdtempSync(path.join(process.env.TEST_RUN_FOLDER ?? tmpdir(), `${name}-`));

export type SharedServer = 'postgres' | 'nats' | 'redis' | 's3';

const given = (server: SharedServer) => process.env[`TEST_${server.toUpperCase()}_URL`];

/** `npm test` starts the servers. For a spec that runs alone, Jest's global set-up starts each when it is needed. */
export async function runServer(server: SharedServer): Promise<string> {
  const url = given(server);
  if (url) return url;
  const starter = process.env.TEST_SERVERS;
  if (!starter) {
    throw new Error(`No ${server} for this spec: its jest.config.mjs lacks the global set-up of jest.config.base.mjs.`);
  }
  const response = await fetch(`${starter}/${server}`, { signal: AbortSignal.timeout(120_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
