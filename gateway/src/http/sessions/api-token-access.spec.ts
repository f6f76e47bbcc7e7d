import { openLogger } from '@lead-finder/platform';
import { eventually } from '@lead-finder/testing';
import { LiveWorld } from '../../../test/live-world.js';

describe('a request by API token', () => {
  let world: LiveWorld;
  const lines: string[] = [];
  beforeAll(async () => {
    const log = openLogger('debug', { write: (line: string) => void lines.push(line) });
    world = await LiveWorld.start({}, { maxRequestsPerToken: 5, maxRequestsPerUser: 2 }, log);
  });
  beforeEach(() => {
    world.known.tokens.clear();
    world.known.checkedTokens.length = 0;
    lines.length = 0;
  });
  afterAll(() => world.stop());

  let users = 100;
  const send = async (path: string, headers: Record<string, string>, cookie?: string) => {
    const response = await world.get(path, cookie, headers);
    const { status } = response;
    const body = (await response.json()) as { code?: string; message?: string };
    return { status, code: body.code, message: body.message, challenge: response.headers.get('www-authenticate') };
  };

  it('is the request of its user, whom the gateway caches as a session', async () => {
    const bearer = world.bearer(++users);
    for (let time = 1; time <= 3; time++) expect(await send('/api/all-tags', bearer)).toMatchObject({ status: 200 });
    expect(world.known.checkedTokens).toEqual([bearer.authorization.slice(7)]);
    expect(
      await send('/api/all-tags', { authorization: bearer.authorization.replace('Bearer', 'bearer') }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('is rejected with 401 and a challenge if the token is wrong', async () => {
    const expected = { status: 401, code: 'unauthenticated', challenge: 'Bearer error="invalid_token"' };
    for (const authorization of ['Bearer lf_pat_wrong', 'Bearer', `Bearer ${'x'.repeat(5_000)}`])
      expect(await send('/api/all-tags', { authorization })).toMatchObject(expected);
  });

  it('is a visitor with another scheme', async () => {
    world.bearer(++users);
    for (const authorization of [`Basic lf_pat_${users}`, `lf_pat_${users}`, `Token lf_pat_${users}`])
      expect(await send('/api/all-tags', { authorization })).toMatchObject({ status: 401, message: 'Please sign in' });
  });

  it('is never a cookie, and no session is a token', async () => {
    const { authorization } = world.bearer(++users);
    expect((await send('/api/all-tags', { authorization })).status).toBe(200);
    expect((await send('/api/all-tags', {}, authorization.slice(7))).status).toBe(401);
    const session = world.signIn(users);
    expect((await send('/api/all-tags', {}, session)).status).toBe(200);
    expect((await send('/api/all-tags', { authorization: `Bearer ${session}` })).status).toBe(401);
  });

  it('is rejected with 400 if it has a session cookie too', async () => {
    const both = await send('/api/all-tags', world.bearer(++users), world.signIn(users));
    expect(both).toMatchObject({ status: 400, message: 'Send a session cookie or a token, not both' });
    expect(world.known.checkedTokens).toEqual([]);
  });

  it('does nothing by a token in the address, which no log has', async () => {
    const token = world.bearer(++users).authorization.slice(7);
    for (const name of ['access_token', 'token', 'authorization', 'api_key'])
      expect((await send(`/api/all-tags?${name}=${token}`, {})).status).toBe(401);
    await send('/api/all-tags', { authorization: `Bearer ${token}` });
    await eventually(() => expect(lines.some((line) => line.includes('"tokenId"'))).toBe(true));
    expect(lines.join()).not.toContain(token);
  });

  it('names the scope that is missing', async () => {
    const bearer = world.bearer(++users, { scopes: ['users:read'] });
    expect(await send('/api/all-tags', bearer)).toEqual({
      status: 403,
      code: 'scope_missing',
      message: 'This token lacks the scope leads:read',
      challenge: 'Bearer error="insufficient_scope", scope="leads:read"',
    });
    expect((await send('/api/user', bearer)).status).toBe(200);
  });

  it('has no more rights than the role of its user', async () => {
    const bearer = world.bearer(++users, { role: 'user', scopes: ['team.progress:read'] });
    expect(await send('/api/team-progress', bearer)).toMatchObject({ status: 403, code: 'forbidden' });
    world.bearer(users, { role: 'manager', scopes: ['team.progress:read'] });
    world.doubt(users);
    expect((await send('/api/team-progress', bearer)).status).toBe(200);
  });

  it('cannot do what is about the sign-in itself', async () => {
    const bearer = world.bearer(++users);
    for (const path of ['/api/sessions', '/api/user/second-factor', '/api/user/tokens'])
      expect(await send(path, bearer)).toMatchObject({ status: 403, code: 'session_required' });
  });

  it('works from its addresses alone', async () => {
    const inside = world.bearer(++users, { networks: ['10.0.0.0/8', '127.0.0.0/8', '::1'] });
    expect((await send('/api/all-tags', inside)).status).toBe(200);
    const outside = world.bearer(++users, { networks: ['203.0.113.0/24', '2001:db8::/32'] });
    for (let time = 1; time <= 2; time++)
      expect(await send('/api/all-tags', outside)).toMatchObject({
        status: 403,
        message: expect.stringMatching(/^This token may not be used from (::ffff:)?127\.0\.0\.1$|::1$/) as string,
      });
  });

  it('is one of a number in a minute, whatever others send', async () => {
    const bearer = world.bearer(++users);
    for (let time = 1; time <= 5; time++) expect((await send('/api/all-tags', bearer)).status).toBe(200);
    const response = await world.get('/api/all-tags', undefined, bearer);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send('/api/all-tags', world.bearer(++users))).status).toBe(200);
  });

  it('does not take the places of the same user on the page', async () => {
    const bearer = world.bearer(++users);
    let go = () => {};
    world.known.delay = new Promise((resolve) => void (go = resolve));
    try {
      const running = [1, 2].map(() => send('/api/all-tags', bearer));
      await eventually(async () => expect((await send('/api/all-tags', bearer)).status).toBe(429));
      const page = send('/api/all-tags', {}, world.signIn(users));
      go();
      expect((await page).status).toBe(200);
      expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      world.known.delay = null;
    }
  });

  it('ends with the token, also as a stream', async () => {
    const bearer = world.bearer(++users);
    const token = bearer.authorization.slice(7);
    expect((await send('/api/all-tags', bearer)).status).toBe(200);
    const stream = await fetch(`${world.gateway.url}/api/events`, { headers: bearer });
    expect(stream.status).toBe(200);
    world.revoke({ userId: users, token });
    await eventually(async () => expect((await send('/api/all-tags', bearer)).status).toBe(401));
    await stream.text();
  });

  it('of another site is refused as before', async () => {
    const headers = { ...world.bearer(++users), 'sec-fetch-site': 'cross-site' };
    const response = await fetch(`${world.gateway.url}/api/notifications/read-all`, { method: 'POST', headers });
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      403,
      'Requests from another site are refused',
    ]);
  });
});
