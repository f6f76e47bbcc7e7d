import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { fastify, type FastifyInstance } from 'fastify';
import { connectTo } from '../../../test/raw-socket.js';
import { endUnreadResponses } from './unread-responses.js';

const unreadMs = 500;
let server: FastifyInstance;
let url: string;
let answers: Map<string, ServerResponse>;

beforeEach(async () => {
  answers = new Map();
  server = fastify({ forceCloseConnections: true });
  endUnreadResponses(server, unreadMs);
  server.addHook('onRequest', (request, reply, done) => {
    answers.set(request.url, reply.raw);
    done();
  });
  const chunk = Buffer.alloc(65_536, 'x');
  server.get('/stream', () =>
    Readable.from(
      (function* () {
        for (;;) yield chunk;
      })(),
      { objectMode: false },
    ),
  );
  server.get('/text', () => 'x'.repeat(64 * 2 ** 20));
  server.get('/quiet', (_request, reply) => void reply.hijack().raw.writeHead(200).write('a'));
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

const get = (path: string) => connectTo(url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
const closed = async (path: string) => answers.get(path)!.closed || once(answers.get(path)!, 'close');

it.each(['/stream', '/text'])('the connection closes if the client does not read its response (%s)', async (path) => {
  const socket = await get(path);
  await once(socket, 'data');
  socket.pause();
  await closed(path);
});

it('the connection closes although the client sends bytes without reading', async () => {
  const socket = await get('/stream');
  await once(socket, 'data');
  socket.pause();
  const sending = setInterval(() => socket.writable && socket.write('G'), unreadMs / 10);
  await closed('/stream');
  clearInterval(sending);
});

it('a response that is read slowly and an idle stream stay open', async () => {
  const quiet = await get('/quiet');
  await once(quiet, 'data');
  const slow = await get('/stream');
  await once(slow, 'data');
  // Reads enough each time for the system to open the window again, but never all that waits.
  let read = 0;
  slow.on('data', (chunk: Buffer) => (read += chunk.length) > 2 ** 20 && slow.pause());
  const reading = setInterval(() => {
    read = 0;
    slow.resume();
  }, unreadMs / 20);
  for (let round = 0; round < 3; round++) {
    const unread = await get('/text');
    await once(unread, 'data');
    unread.pause();
    await closed('/text');
  }
  clearInterval(reading);
  expect([answers.get('/quiet')!.closed, answers.get('/stream')!.closed]).toEqual([false, false]);
});
