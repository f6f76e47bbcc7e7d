import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { makeAuthority } from '@lead-finder/testing';
import { checkedLookup, PublicHttps } from './public-https.js';

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

  it('reuses its connection if asked to, and sends again what a closing connection did not take', async () => {
    const sockets = new Set<unknown>();
    const closing = createPlainServer(({ socket }, response) => {
      sockets.add(socket);
      response.writeHead(200).end('text');
    });
    await new Promise<void>((ready) => closing.listen(0, '127.0.0.1', ready));
    const address = `http://127.0.0.1:${(closing.address() as AddressInfo).port}`;
    const send = (https: PublicHttps) =>
      https.fetch(address, { method: 'POST', headers: {}, body: 'text', signal: AbortSignal.timeout(5_000) });
    const reusing = new PublicHttps({}, [address], true);
    for (let sent = 0; sent < 5; sent++) expect((await send(reusing)).status).toBe(200);
    expect(sockets.size).toBe(1);
    for (const socket of sockets) (socket as Socket).destroy();
    expect((await send(reusing)).status).toBe(200);
    closing.closeAllConnections();
    closing.close();
  });
});

/** Each is an address inside, or a way to reach one. */
const literal = [
  ...[
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://127.0.0.1./',
  ],
  ...[
    'https://2130706433/',
    'https://017700000001/',
    'https://0x7f000001/',
    'https://0x7f.0x0.0x0.0x1/',
    'https://0177.0.0.1/',
  ],
  ...[
    'https://0x7f.1/',
    'https://127.0.0.1:443/',
    'https://10.0.0.1/',
    'https://10.1/',
    'https://167772161/',
    'https://0xa.0.0.1/',
  ],
  ...[
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://192.168.257/',
    'https://3232235777/',
    'https://169.254.169.254/',
  ],
  ...[
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
    'https://100.64.0.1/',
    'https://198.18.0.1/',
  ],
  ...[
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
  ],
  ...[
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[::127.0.0.1]/',
  ],
  ...[
    'https://１２７.0.0.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://good.example@127.0.0.1/',
  ],
  ...['https://good.example:443@10.0.0.1/', 'https://127.0.0.1#good.example', 'https://127.0.0.1\\@good.example/'],
  ...[
    'http://good.example/',
    'https://good.example:8443/',
    'ftp://good.example/',
    'file:///etc/passwd',
    'https:127.0.0.1',
  ],
];
const resolved = [
  ...[
    '127.0.0.1',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '::1',
    '::',
  ],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fd12::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '224.0.0.1',
    '255.255.255.255',
  ],
];
type Found = Parameters<ReturnType<typeof checkedLookup>>[2];
/** Resolves a name to these in turn. */
const resolver = (...answers: string[][]) =>
  checkedLookup((_, __, found) =>
    found(
      null,
      answers.shift()!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );

describe('an address inside the networks of the deployment', () => {
  const inside = (lookup: ReturnType<typeof checkedLookup>) =>
    new PublicHttps({ ca: authority.certificate, port, lookup });

  it.each(literal)('is not reached as %s', async (address) => {
    const https = inside(resolver(['127.0.0.1']));
    expect(https.accepts(address)).toBe(false);
    await expect(post(address, https)).rejects.toThrow('is not a public https address');
    expect(paths).toEqual([]);
  });

  it.each(resolved)('is not reached by a name that resolves to %s, alone or beside a public one', async (address) => {
    for (const answer of [[address], ['8.8.8.8', address], [address, '8.8.8.8']])
      await expect(post('https://localhost/', inside(resolver(answer)))).rejects.toThrow('is not a public address');
    expect(paths).toEqual([]);
  });

  it('is not reached by a name that resolves to another address each time', async () => {
    const lookup = resolver(['8.8.8.8'], ['127.0.0.1']);
    const connects = (): Promise<unknown> =>
      new Promise((done) =>
        lookup('rebinding.example', { all: true }, ((error, found) => done(error ?? found)) as Found),
      );
    // The connection goes to what was checked, and the next one is checked anew.
    expect(await connects()).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await connects()).toEqual(new Error('rebinding.example is not a public address'));
  });

  it('is not reached by a redirect', async () => {
    const toLoopback = inside((_, __, found) => found(null, [{ address: '127.0.0.1', family: 4 }]));
    expect(await post('https://localhost/moved', toLoopback)).toBe(302);
    expect(paths).toEqual(['/moved']);
  });
});
