import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { errorResponse } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { sharedSystem, type SharedSystem } from '../test/shared-system.js';

/** The rules of docs/product/errors-and-http.md for every request. */
describe('every response', () => {
  let system: SharedSystem;
  const json = { 'content-type': 'application/json' };
  const signIn = JSON.stringify({ username: 'ada', password: 'wrong-one' });

  beforeAll(async () => void (system = await sharedSystem()));

  /** Sends any method and any headers, which fetch would restrict. */
  const raw = (method: string, path: string, headers: Record<string, string> = {}, body: string | Buffer = '') =>
    new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
      const sent = httpRequest(`${system.url}${path}`, { method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: new Headers(answer.headers as Record<string, string>), text }),
        );
      });
      sent.on('error', reject).end(body);
    });

  const asked: [string, string, number, Record<string, string>?, (string | Buffer)?][] = [
    ['a success', 'GET /api/setup', 200],
    ['a page of the API description', 'GET /api/docs', 200],
    ['a file of it', 'GET /api/docs/swagger-ui.css', 200],
    ['health', 'GET /healthz', 200],
    ['no session', 'GET /api/user', 401],
    ['a path that is not there', 'GET /api/nothing-here', 404],
    ['an unknown method of a known path', 'PUT /api/login', 404, json, '{}'],
    ['no JSON', 'POST /api/login', 400, json, '{'],
    [
      'a prototype in JSON',
      'POST /api/login',
      400,
      json,
      '{"__proto__":{"role":"admin"},"username":"ada","password":"wrong-one"}',
    ],
    [
      'JSON that nests 5,000 levels',
      'POST /api/login',
      400,
      json,
      `{"username":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    ],
    ['a megabyte of lists', 'POST /api/login', 413, json, `[${'[],'.repeat(349_000)}[]]`],
    ['more lists than any route takes', 'POST /api/login', 413, json, `[${'[],'.repeat(10_000)}[]]`],
    ['as many lists as it reads', 'POST /api/login', 400, json, `[${'[],'.repeat(9_999)}[]]`],
    [
      'as many lists in a field',
      'POST /api/login',
      400,
      json,
      `{"username":[${'[],'.repeat(9_998)}[]],"password":"wrong-one"}`,
    ],
    [
      'ten thousand unknown fields',
      'POST /api/login',
      400,
      json,
      `{${Array.from({ length: 10_000 }, (_, at) => `"f${at}":{}`).join()}}`,
    ],
    ['a name that is not its own', 'GET /api/user', 400, { host: 'evil.example' }],
    ['a body of another type', 'POST /api/login', 415, { 'content-type': 'text/plain' }, signIn],
    ['a form', 'POST /api/login', 415, { 'content-type': 'application/x-www-form-urlencoded' }, 'username=ada'],
    ['a packed body', 'POST /api/login', 415, { ...json, 'content-encoding': 'gzip' }, gzipSync(signIn)],
    ['a body of more than a megabyte', 'POST /api/login', 413, json, `{"username":"${'x'.repeat(1_100_000)}"}`],
    ['another site', 'POST /api/login', 403, { ...json, 'sec-fetch-site': 'cross-site' }, signIn],
    ['a sibling site', 'POST /api/login', 403, { ...json, 'sec-fetch-site': 'same-site' }, signIn],
    ['a post of another site without a body', 'POST /api/logout', 403, { 'sec-fetch-site': 'cross-site' }],
    ['a post of a foreign origin without a body', 'POST /api/logout', 403, { origin: 'https://evil.example' }],
    ['a read from a foreign origin', 'GET /api/setup', 200, { origin: 'https://evil.example' }],
    ['a foreign origin', 'POST /api/login', 403, { ...json, origin: 'https://evil.example' }, signIn],
    ['an address that is no text', 'GET /api/business-profile/%E0%A4%A', 400],
    ['half a character in the address', 'GET /api/auth/verify-reset-token/%ED%A0%80', 400],
  ];
  it.each(asked)('to %s carries the headers (%s, %i)', async (_, route, status, headers = {}, body = '') => {
    const [method, path] = route.split(' ') as [string, string];
    const answer = await raw(method, path, headers, body);
    expect(answer.status).toBe(status);
    const policy = answer.headers.get('content-security-policy') ?? '';
    // The minimum of ASVS 3.4.3 and 3.4.6.
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(directive);
    expect(policy).not.toContain('unsafe-');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect(
      answer.headers.has('x-powered-by') ||
        answer.headers.has('server') ||
        answer.headers.has('strict-transport-security'),
    ).toBe(false);
    if (path.startsWith('/api')) expect(answer.headers.get('cache-control')).toBe('no-store');
    if (status >= 400)
      expect(errorResponse.parse(JSON.parse(answer.text))).toMatchObject({
        requestId: answer.headers.get('x-request-id'),
      });
    expect(answer.headers.get('content-type')).toMatch(/charset=utf-8|image/);
  });

  /** Sends the raw bytes and returns the raw response. */
  const bytes = (text: string) =>
    new Promise<{ status: number; headers: Headers; body: string }>((resolve, reject) => {
      const socket = connect(Number(new URL(system.url).port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
      socket.on('error', reject).on('close', () => {
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        const [line = '', ...lines] = head.split('\r\n');
        resolve({
          status: Number(line.split(' ')[1]),
          headers: new Headers(lines.map((each) => each.split(/: (.*)/, 2) as [string, string])),
          body,
        });
      });
    });

  it.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', 400, 'validation_failed'],
    ['a malformed first line', 'GET /api/user HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'validation_failed'],
    [
      'two lengths of a body',
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'validation_failed',
    ],
    [
      'headers of a hundred kilobytes',
      `GET /api/user HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
      'too_large',
    ],
    ['a request without a host', 'GET /api/user HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'validation_failed'],
  ])('to %s, which reaches no route, carries them too', async (_, text, status, code) => {
    const answer = await bytes(text);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(errorResponse.parse(JSON.parse(answer.body))).toMatchObject({
      code,
      requestId: answer.headers.get('x-request-id'),
    });
  });

  it('to an unchanged poll carries them too', async () => {
    const { visitor } = await system.createUser('polly');
    // The first answers change once the progress service knows the new user.
    const again = await eventually(async () => {
      const first = await visitor.get('/api/weekly-contacts');
      const second = await visitor.get('/api/weekly-contacts', { 'if-none-match': first.headers.get('etag')! });
      expect(second.status).toBe(304);
      return second;
    });
    expect(again.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(again.headers.get('x-content-type-options')).toBe('nosniff');
    expect(again.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['TRACE', 'OPTIONS', 'PROPFIND'])('to %s is a rejection that does not repeat the request', async (method) => {
    const answer = await raw(method, '/api/user', { cookie: 'session=secret-token' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toContain('secret-token');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('names no file, statement or library in an error', async () => {
    const answer = await raw('GET', '/api/admin/all-assignments?cursor=%00', { cookie: 'session=x' });
    expect(answer.text).not.toMatch(/node_modules|select |\.js:|fastify|typeorm/i);
  });
});
