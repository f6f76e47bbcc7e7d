import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeAuthority, runFolder, startMailServer, startNats, startPostgres, startRedis } from '@lead-finder/testing';
import type { Outcomes } from '../test/over-tls.js';

const typescript = new URL('../../testing/run/typescript.mjs', import.meta.url).href;
const script = fileURLToPath(new URL('../test/over-tls.ts', import.meta.url));

const authority = makeAuthority();
const authorityFile = path.join(runFolder('authority'), 'ca.pem');
const own = { certificate: authority.issue('127.0.0.1', 'localhost') };
const strange = { certificate: authority.issue('elsewhere.example') };
const servers: { url: string; stop(): Promise<void> }[] = [];
let known: Outcomes;
let unknown: Outcomes;

async function addressOf(starting: Promise<(typeof servers)[number]>): Promise<string> {
  servers.push(await starting);
  return servers.at(-1)!.url;
}

async function connectAll(addresses: Outcomes, environment: Record<string, string>): Promise<Outcomes> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', typescript, script, JSON.stringify(addresses)],
    { env },
  );
  return JSON.parse(stdout) as Outcomes;
}

beforeAll(async () => {
  writeFileSync(authorityFile, authority.certificate);
  const [postgres, ...others] = await Promise.all([
    addressOf(startPostgres({ certificate: authority.issue('127.0.0.1') })),
    ...[own, strange].map((shown) => addressOf(startNats(shown))),
    ...[own, strange].map((shown) => addressOf(startRedis(shown))),
    ...[own, strange].map((shown) => addressOf(startMailServer(shown))),
    ...[own, strange].map((shown) => addressOf(startMailServer({ ...shown, startTls: true }))),
  ]);
  const pair = (at: number) => others.slice(at, at + 2);
  const addresses = {
    PostgreSQL: [
      `${postgres}?sslmode=verify-full`,
      `${postgres.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`,
    ],
    NATS: pair(0),
    Redis: pair(2),
    mail: pair(4),
    'mail after STARTTLS': pair(6),
  };
  [known, unknown] = await Promise.all([
    connectAll(addresses, { NODE_EXTRA_CA_CERTS: authorityFile }),
    connectAll(addresses, {}),
  ]);
}, 120_000);
afterAll(() => Promise.all(servers.map((server) => server.stop())));

describe.each(['PostgreSQL', 'NATS', 'Redis', 'mail', 'mail after STARTTLS'] as const)('%s over TLS', (server) => {
  it('works if a known authority has signed for the address', () => expect(known[server]![0]).toBe('done'));

  it('is rejected with the reason if the certificate is for another address', () =>
    expect(known[server]![1]).toMatch(/does not match certificate's altnames/));

  it('is rejected with the reason if the authority is unknown', () =>
    expect(unknown[server]![0]).toMatch(/unable to verify the first certificate/));
});
