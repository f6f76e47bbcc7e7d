import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFolder } from '@lead-finder/testing';
import { putDemoData } from '../product/product.js';

const main = fileURLToPath(new URL('../../../services/host/dist/main.js', import.meta.url));

/** Starts the product, or a command of it, with settings that stop the start. Returns the lines of its output. */
async function refused(settings: Record<string, string>, ...args: string[]): Promise<string[]> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: runFolder('refused'),
    PORT: '0',
    ...settings,
  };
  const host = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [host.stdout, host.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const [code] = (await once(host, 'close')) as [number | null];
  expect(code).toBe(1);
  return said.trimEnd().split('\n');
}

describe('a start that fails prints the reason in one line', () => {
  it('for each wrong setting', async () => {
    const lines = await refused({ PORT: 'http', TIME_ZONE: 'Mars/Base' });
    expect(lines.filter((line) => line.includes('was given'))).toEqual([
      expect.stringContaining("PORT: 'http' was given"),
      expect.stringContaining("TIME_ZONE: 'Mars/Base' was given"),
    ]);
    expect(lines.join('\n')).not.toMatch(/^\s+at /m);
  });

  it('if the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const dataDir = runFolder('refused');
    await putDemoData(dataDir);
    const said = await refused({ PORT: String(port), DATA_DIR: dataDir }).finally(() => taken.close());
    expect(said).toEqual([`Port ${port} on 127.0.0.1 is taken. Set PORT to another one.`]);
  });

  it('if the data folder is a file', async () => {
    const file = path.join(runFolder('refused'), 'data');
    writeFileSync(file, '');
    expect(await refused({ DATA_DIR: file })).toEqual([
      expect.stringContaining(`The data folder ${file} cannot be used: a file stands in its place`),
    ]);
  });

  it('if another major version of PostgreSQL wrote the data', async () => {
    const dataDir = runFolder('refused');
    mkdirSync(path.join(dataDir, 'pg'));
    writeFileSync(path.join(dataDir, 'pg', 'PG_VERSION'), '12\n');
    expect(await refused({ DATA_DIR: dataDir })).toEqual([expect.stringContaining('was written by PostgreSQL 12')]);
  });

  it('if the password of a seed is easy to guess', async () => {
    expect(await refused({}, 'seed', '--password', 'Password1')).toEqual([
      'This password is too easy to guess: use several unrelated words, without names or years',
    ]);
  });

  it('if there is no such command', async () =>
    expect(await refused({}, 'verify-audit')).toEqual([
      expect.stringMatching(/^There is no command verify-audit\. The commands are bootstrap, audit, widen-ids, /),
    ]));

  it('if there is no such option', async () =>
    expect(await refused({}, '--emtpy')).toEqual([
      'There is no option --emtpy. The only one is --empty, which starts without the demo team.',
    ]));

  it('if only some of the servers have an address', async () => {
    expect(await refused({ NATS_URL: 'nats://127.0.0.1:4222' })).toEqual([
      expect.stringContaining('NATS_URL set, but not DATABASE_URL and REDIS_URL'),
    ]);
  });
});
