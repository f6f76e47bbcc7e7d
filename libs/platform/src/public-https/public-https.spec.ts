import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeAuthority } from '@lead-finder/testing';
import { PublicHttps } from './public-https.js';

const authority = makeAuthority();
let server: Server;
let paths: string[];
let port: number;
beforeAll(async () => {
  const { certificate: cert, key } = authority.issue('localhost');
  server = createServer({ cert, key }, ({ url }, response) => {
    paths.push(url!);
    const text = { '/text': 'text', '/long': 'x'.repeat(2 ** 20 + 1) }[url!];
    response.writeHead(url === '/moved' ? 302 : 201, { location: '/elsewhere' }).end(text);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => (paths = []));
afterAll(() => server.close());

const post = (address: string, https: PublicHttps) =>
  https.post(address, { headers: {}, body: Buffer.from('text'), signal: AbortSignal.timeout(5_000) });

describe('a request to a server that a user names', () => {
  const toLoopback = () =>
    new PublicHttps({
      ca: authority.certificate,
      port,
      lookup: (_, __, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    });

  it('returns the status, and follows no redirect', async () => {
    expect(await post('https://localhost/one?two', toLoopback())).toBe(201);
    expect(await post('https://localhost/moved', toLoopback())).toBe(302);
    expect(paths).toEqual(['/one?two', '/moved']);
  });

  it('goes to no name that resolves to a private address', async () => {
    const https = new PublicHttps({ ca: authority.certificate, port });
    await expect(post('https://localhost/', https)).rejects.toThrow('localhost is not a public address');
    expect(paths).toEqual([]);
  });

  it.each([
    'http://push.example/',
    'https://push.example:8443/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://8.8.8.8/',
    'ftp://push.example/',
  ])('goes to no other address than https on port 443 of a name: %s', async (address) => {
    await expect(post(address, toLoopback())).rejects.toThrow('is not a public https address');
    expect(paths).toEqual([]);
  });

  it('returns a whole response, up to 1 MiB', async () => {
    const get = (path: string) =>
      toLoopback().fetch(`https://localhost${path}`, {
        method: 'GET',
        headers: {},
        signal: AbortSignal.timeout(5_000),
      });
    const response = await get('/text');
    expect([response.status, response.headers.get('location'), await response.text()]).toEqual([
      201,
      '/elsewhere',
      'text',
    ]);
    await expect(get('/long')).rejects.toThrow('localhost sent more than 1048576 bytes');
  });

  it('goes to a private address if the operator names its origin, and to no other port of it', async () => {
    const origin = `https://localhost:${port}`;
    const https = new PublicHttps({}, [origin.replace('https', 'http')]);
    await expect(post(`${origin}/`, https)).rejects.toThrow('is not a public https address');
    const internal = createPlainServer((_, response) => response.writeHead(200).end());
    await new Promise<void>((ready) => internal.listen(0, '127.0.0.1', ready));
    const address = `http://127.0.0.1:${(internal.address() as AddressInfo).port}`;
    expect(await post(address, new PublicHttps({}, [address]))).toBe(200);
    await expect(post('http://127.0.0.1:1/', new PublicHttps({}, [address]))).rejects.toThrow('is not a public');
    internal.close();
  });
});
