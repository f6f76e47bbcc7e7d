import { once } from 'node:events';
import type { Socket } from 'node:net';
import { errorResponse } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { fastify } from 'fastify';
import { LiveWorld } from '../../../test/live-world.js';
import { responseOn, ask, connectTo } from '../../../test/raw-socket.js';
import { boundArrivingBodies } from './arriving-bodies.js';
import { clientLimits } from '../requests/client-limits.js';

let world: LiveWorld;
let trickles: NodeJS.Timeout[];
beforeEach(() => void (trickles = []));
afterEach(async () => {
  trickles.forEach(clearInterval);
  await world.stop();
});

const head = (path: string, length: number, more: string[] = []) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...more,
    '',
    '',
  ].join('\r\n');

/** Sends a byte repeatedly. It reads the response first, because a failed write would lose it. */
function trickle(socket: Socket, text = ' ', ms = 20): Socket {
  trickles.push(setInterval(() => setImmediate(() => socket.writable && socket.write(text)), ms));
  return socket;
}

const tooSlow = { code: 'unavailable', message: 'The request took too long to arrive' };

describe('the headers of a request', () => {
  it.each([
    ['never begin', ''],
    ['stop after the first line', 'GET /api/user HTTP/1.1\r\n'],
    ['stop in the first word', 'GE'],
  ])('that %s are answered 408, and the connection ends', async (_, text) => {
    world = await LiveWorld.start({}, { headersMs: 300 });
    const answer = await ask(world.gateway.url, text);
    expect([answer.status, answer.headers.get('connection')]).toEqual([408, 'close']);
    expect(errorResponse.parse(JSON.parse(answer.body))).toMatchObject(tooSlow);
  });

  it('get 408 too if they come byte by byte, also on a used connection', async () => {
    world = await LiveWorld.start({}, { headersMs: 300 });
    const fresh = await connectTo(world.gateway.url, 'GET / HTTP/1.1\r\nX-Long: ');
    expect((await responseOn(trickle(fresh, 'x'))).status).toBe(408);
    const used = await connectTo(world.gateway.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(used, 'data');
    used.write('GET / HTTP/1.1\r\nX-Long: ');
    expect((await responseOn(trickle(used, 'x'))).status).toBe(408);
  });
});

it('headers that stop during an earlier response close the connection without text in that response', async () => {
  world = await LiveWorld.start({}, { headersMs: 1_000 });
  const stream = `GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: session=${world.signIn(1)}\r\n\r\n`;
  const answer = await ask(world.gateway.url, `${stream}GET / HTTP/1.1\r\n`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(answer.body).toContain('retry: ');
  expect(answer.body).not.toContain('HTTP/1.1');
});

describe('a body that does not arrive', () => {
  it.each([
    ['with a length', head('/api/login', 100), ' '],
    ['in chunks', head('/api/login', 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked'), '1\r\n \r\n'],
    ['to a path that is not there', head('/api/nothing', 100), ' '],
  ])('%s gets 408, and the connection closes', async (_, text, chunk) => {
    world = await LiveWorld.start({}, { bodyMs: 300 });
    const answer = await responseOn(trickle(await connectTo(world.gateway.url, text), chunk, 100));
    expect([answer.status, answer.headers.get('connection'), answer.headers.get('x-content-type-options')]).toEqual([
      408,
      'close',
      'nosniff',
    ]);
    expect(errorResponse.parse(JSON.parse(answer.body))).toMatchObject(tooSlow);
  });

  it.each([
    ['of another type', head('/api/login', 100_000).replace('application/json', 'text/plain'), 415],
    ['of another site', head('/api/login', 100_000, ['Sec-Fetch-Site: cross-site']), 403],
    ['of another host', head('/api/login', 100_000).replace('localhost', 'evil.example'), 400],
    ['that is a form', head('/api/login', 100_000).replace('application/json', 'multipart/form-data; boundary=b'), 415],
    [
      'of an import without a session',
      head('/api/businesses/import', 100_000).replace('application/json', 'multipart/form-data; boundary=b'),
      401,
    ],
    ['of an address that is none', head('/%', 100_000), 400],
    ['of a target that is none', head('*api/login', 100_000), 400],
    ['of a GET', head('/healthz', 100_000).replace('POST', 'GET'), 200],
  ])('%s does not hold the connection after its response', async (_, text, status) => {
    world = await LiveWorld.start({}, { bodyMs: 300 });
    expect((await responseOn(trickle(await connectTo(world.gateway.url, text)))).status).toBe(status);
  });

  it('does not cut off a response that takes longer', async () => {
    world = await LiveWorld.start({}, { bodyMs: 300 });
    const token = world.signIn(1);
    let letGo!: () => void;
    world.known.delay = new Promise((resolve) => (letGo = resolve));
    const answer = world.get('/api/weekly-contacts', token);
    await eventually(() => expect(world.known.asked).toBe(1));
    // When this request times out, the limits of the one before it have passed.
    expect((await ask(world.gateway.url, head('/api/login', 9))).status).toBe(408);
    letGo();
    expect((await answer).status).toBe(200);
  });
});

describe('requests whose bodies have not arrived', () => {
  it('do not count as running requests', async () => {
    world = await LiveWorld.start({ REQUESTS_AT_ONCE: '2' });
    const token = world.signIn(1);
    const sockets = await Promise.all(
      Array.from({ length: 50 }, () => connectTo(world.gateway.url, `${head('/api/login', 100)}{`)),
    );
    // When this request has its response, the gateway has read everything that was sent before.
    await world.get('/healthz');
    expect((await world.get('/api/weekly-contacts', token)).status).toBe(200);
    expect((await fetch(`${world.gateway.url}/api/logout`, { method: 'POST' })).status).toBe(200);
    sockets.forEach((socket) => socket.destroy());
  });

  it('are limited per network: the next gets 429, and bodies that arrive at once do not count', async () => {
    world = await LiveWorld.start({ TRUST_PROXY: '1' }, { maxArrivingPerNetwork: 3 });
    const from = (address: string) => [`X-Forwarded-For: ${address}`];
    const sockets = [];
    for (const host of ['1', '2', '3']) {
      sockets.push(await connectTo(world.gateway.url, `${head('/api/logout', 2, from(`2001:db8::${host}`))}{`));
    }
    await world.get('/healthz');
    const next = (address: string) => ask(world.gateway.url, `${head('/api/logout', 2, from(address))}{`);
    const refused = await next('2001:db8::4');
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual([
      429,
      '20',
      'close',
    ]);
    expect(errorResponse.parse(JSON.parse(refused.body))).toMatchObject({ code: 'rate_limited' });

    const whole = (address: string) =>
      ask(world.gateway.url, `${head('/api/logout', 2, [...from(address), 'Connection: close'])}{}`);
    expect((await whole('2001:db8::5')).status).toBe(200);
    expect((await whole('2001:db8:1::1')).status).toBe(200);
    expect(
      (
        await ask(
          world.gateway.url,
          'GET /api/user HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 2001:db8::6\r\nConnection: close\r\n\r\n',
        )
      ).status,
    ).toBe(401);

    // One arrives and one disconnects, so two more are accepted.
    sockets[0]!.write('}');
    await once(sockets[0]!, 'data');
    sockets[1]!.destroy();
    await eventually(async () => {
      const socket = await connectTo(world.gateway.url, `${head('/api/logout', 2, from('2001:db8::7'))}{`);
      await world.get('/healthz');
      socket.write('}');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toContain(' 200 ');
      socket.destroy();
    });
    sockets.forEach((socket) => socket.destroy());
  });

  it('stop counting when the connection closes after an early response', async () => {
    world = await LiveWorld.start({}, { maxArrivingPerNetwork: 3 });
    const early = head('/api/login', 100).replace('application/json', 'text/plain');
    for (let count = 0; count < 6; count++) {
      await eventually(async () => {
        const socket = await connectTo(world.gateway.url, early);
        const [answer] = (await once(socket, 'data')) as [Buffer];
        socket.destroy();
        expect(answer.toString()).toContain(' 415 ');
      });
    }
  });

  it('cause no error of the gateway if the client has reset the connection meanwhile', async () => {
    world = await LiveWorld.start();
    const server = fastify({ forceCloseConnections: true });
    const failures: string[] = [];
    let requests = 0;
    server.addHook('onRequest', (_request, _reply, done) => {
      requests++;
      done();
    });
    boundArrivingBodies(server, clientLimits);
    server.setErrorHandler((error: Error) => void failures.push(error.name));
    server.post('/', () => 'ok');
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    for (let count = 0; count < 20; count++) {
      const socket = await connectTo(url);
      socket.write(`${head('/', 5)}{`, () => socket.resetAndDestroy());
    }
    await eventually(() => expect(requests).toBe(20));
    await server.close();
    expect(failures).not.toContain('TypeError');
  });
});
