import { networkInterfaces } from 'node:os';
import { errorResponse } from '@lead-finder/contracts';
import { LiveWorld } from '../../../test/live-world.js';
import { ask } from '../../../test/raw-socket.js';

let world: LiveWorld;
afterAll(() => world.stop());

async function start(settings: Record<string, string>): Promise<void> {
  await world?.stop();
  world = await LiveWorld.start(settings);
}

const get = (target: string, host: string | null, url = world.gateway.url) =>
  ask(url, `GET ${target} HTTP/1.1\r\n${host === null ? '' : `Host: ${host}\r\n`}Connection: close\r\n\r\n`);

const foreign = [
  'evil.example',
  'evil.example:8080',
  'EVIL.EXAMPLE',
  'evil.example.',
  'localhost.evil.example',
  'localhost.',
  '127.0.0.1.evil.example',
  '127.0.0.1@evil.example',
  'evil.example@127.0.0.1',
  'evil.example:80@localhost:8080',
  'localhost/evil.example',
  'localhost:8080:8080',
  '192.0.2.1',
  '[::2]',
  '[::1].evil.example',
  '[localhost]x',
];
const own = ['localhost', 'LocalHost:8080', '127.0.0.1', '127.0.0.1:1', '127.1.2.3', '[::1]', '[::1]:8080'];

describe.each([
  ['no public address', {}],
  ['a public address of this machine alone', { PUBLIC_URL: 'http://localhost:8080' }],
])('a gateway with %s', (_, settings: Record<string, string>) => {
  beforeAll(() => start(settings));

  it.each(foreign)('rejects the host name %s', async (host) => {
    for (const path of ['/api/user', '/', '/api/nothing', '/metrics']) {
      const answer = await get(path, host);
      expect(answer.status).toBe(400);
      expect(errorResponse.parse(JSON.parse(answer.body))).toMatchObject({
        code: 'validation_failed',
        issues: [{ path: 'host' }],
      });
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each(own)('accepts the host name %s', async (host) => {
    expect((await get('/api/user', host)).status).toBe(401);
  });

  it('rejects a foreign name in the request target as in the header', async () => {
    expect((await get('http://evil.example/api/user', 'localhost')).status).toBe(400);
    expect((await get('HTTP://x@127.0.0.1/api/user', 'localhost')).status).toBe(400);
    expect((await get('http://localhost/api/user', 'evil.example')).status).toBe(400);
    expect((await get('http://localhost:8080/api/user', 'localhost')).status).toBe(401);
  });

  it('accepts any host name for probes, and only for them', async () => {
    expect((await get('/healthz', '10.1.2.3:8080')).status).toBe(200);
    expect((await get('/readyz?x', '10.1.2.3')).status).toBe(200);
    expect((await get('/healthz/more', '10.1.2.3')).status).toBe(400);
  });

  it('accepts HTTP/1.0 without a host, and rejects a foreign one', async () => {
    expect((await ask(world.gateway.url, 'GET /api/user HTTP/1.0\r\n\r\n')).status).toBe(401);
    expect((await ask(world.gateway.url, 'GET /api/user HTTP/1.0\r\nHost: evil.example\r\n\r\n')).status).toBe(400);
    expect((await get('/api/user', null)).status).toBe(400);
    expect((await get('/api/user', '')).status).toBe(400);
  });
});

it('a gateway on every address accepts the address of the connection as the host', async () => {
  await start({ HOST: '::' });
  const { port } = new URL(world.gateway.url);
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each!)
    .filter(({ address }) => !address.startsWith('fe80'));
  for (const { address, family } of addresses) {
    const host = `${family === 'IPv6' ? `[${address}]` : address}:${port}`;
    expect((await get('/api/user', host, `http://${host}`)).status).toBe(401);
    const isLoopback = address.startsWith('127.') || address === '::1';
    if (!isLoopback) expect((await get('/api/user', host, `http://127.0.0.1:${port}`)).status).toBe(400);
  }
});

it('a gateway that is bound to a name accepts it', async () => {
  await start({ HOST: '127.0.0.2' });
  expect((await get('/api/user', '127.0.0.2')).status).toBe(401);
  expect((await get('/api/user', 'evil.example')).status).toBe(400);
});

it('a gateway with a public address accepts every host name, because a proxy may send another one', async () => {
  await start({ PUBLIC_URL: 'https://leads.example' });
  expect((await get('/api/user', 'gateway.internal:8080')).status).toBe(401);
});
