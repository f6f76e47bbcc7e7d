import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { swiftEnvironment } from './binaries.js';
import { runFolder, runServer } from './run.js';
import { launch, type TestServer } from './server.js';

const program = fileURLToPath(new URL('../run/s3-server.py', import.meta.url));

/** Starts OpenStack Swift, which serves the S3 API. Put the name of a bucket in the place of `bucket` in its address. */
export async function startS3(): Promise<TestServer> {
  const env = { PYTHONDONTWRITEBYTECODE: '1', ...(await swiftEnvironment()) };
  const folder = runFolder('s3');
  return launch({
    binary: { command: '/usr/bin/python3', env },
    args: (port) => {
      const own = path.join(folder, String(port));
      mkdirSync(own, { recursive: true });
      return [program, own, String(port)];
    },
    url: (port) => `s3://leads%3Aleads:secret@bucket?endpoint=http://127.0.0.1:${port}&path-style=on`,
    ready: async (port) => void (await fetch(`http://127.0.0.1:${port}/`)),
  });
}

/** Returns the address of the run's S3 server, of which each caller uses a bucket of its own. */
export const testS3 = () => runServer('s3');
