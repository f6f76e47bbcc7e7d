import { LiveWorld } from '../../../test/live-world.js';
import { ask } from '../../../test/raw-socket.js';

let world: LiveWorld;
beforeAll(async () => void (world = await LiveWorld.start()));
afterAll(() => world.stop());

describe('rules by path use the route, however the path is written', () => {
  const get = (target: string) =>
    ask(world.gateway.url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

  it.each([
    ['/api/user', 401],
    ['/%61pi/user', 401],
    ['/%61%70%69/user', 401],
    ['http://localhost/api/user', 401],
    ['HTTP://localhost/%61pi/user?x', 401],
    ['/api/nothing', 404],
    ['/%61pi/nothing', 404],
    ['http://localhost/api/nothing', 404],
    ['/nothing', 404],
    ['/healthz', 200],
    ['http://localhost/nothing', 404],
    ['*api/user', 400],
    ['ftp://localhost/api/user', 400],
    ['?/api/user', 400],
    ['/%', 400],
  ])('the answer to %s, %i, is not stored', async (target, status) => {
    const answer = await get(target);
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')]).toEqual([
      status,
      'no-store',
      'nosniff',
    ]);
  });
});

describe('JSON', () => {
  const post = async (body: string) => {
    const answer = await fetch(`${world.gateway.url}/api/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return { status: answer.status, ...((await answer.json()) as { code?: string }) };
  };
  const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

  it('may nest at most 32 levels', async () => {
    expect(await post(nested(32))).toMatchObject({ status: 200 });
    expect(await post(nested(33))).toMatchObject({ status: 400, code: 'malformed_json' });
    expect(await post(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toMatchObject({
      status: 400,
      code: 'malformed_json',
    });
    expect(await post(nested(500_000))).toMatchObject({ status: 400, code: 'malformed_json' });
    expect(await post('['.repeat(1_000_000))).toMatchObject({ status: 400, code: 'malformed_json' });
  });

  it('may hold any number of brackets in texts and side by side', async () => {
    expect(
      await post(JSON.stringify({ a: '['.repeat(100), b: `"${'{'.repeat(100)}\\"${'['.repeat(100)}` })),
    ).toMatchObject({ status: 200 });
    expect(await post(`[${'[],'.repeat(1_000)}[]]`)).toMatchObject({ status: 200 });
  });

  it('may hold at most 10,000 values, and any number of commas in texts', async () => {
    expect(await post(`[${'0,'.repeat(9_999)}0]`)).toMatchObject({ status: 200 });
    expect(await post(`[${'0,'.repeat(10_000)}0]`)).toMatchObject({ status: 413, code: 'too_large' });
    expect(await post(`{${Array.from({ length: 10_001 }, (_, n) => `"${n}":0`).join(',')}}`)).toMatchObject({
      status: 413,
      code: 'too_large',
    });
    expect(await post(JSON.stringify({ a: ','.repeat(100_000) }))).toMatchObject({ status: 200 });
  });
});
