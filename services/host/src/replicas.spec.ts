import { randomUUID } from 'node:crypto';
import { startSystem, type System } from '../test/start-system.js';
import { password, withToken, type Visitor } from '../test/visitor.js';

describe('two gateways over one users service', () => {
  let system: System;
  let second: string;
  let users = 0;

  beforeAll(async () => {
    system = await startSystem('over NATS and Redis');
    second = await system.anotherGateway();
  }, 90_000);
  afterAll(() => system.stop(), 60_000);

  /** Creates a user whose session both gateways have cached. */
  async function known() {
    const user = await system.createUser(`user${++users}`);
    const there = user.visitor.at(second);
    for (const each of [user.visitor, there, there]) expect((await each.get('/api/user')).status).toBe(200);
    return { ...user, there };
  }

  const sessionOf = async (visitor: Visitor) =>
    (await visitor.get<{ id: string; current: boolean }[]>('/api/sessions')).body.find(({ current }) => current)!.id;

  /** Polls, and returns how long after the session's end a request could still start and succeed. */
  async function servedFor(visitor: Visitor, path = '/api/my-businesses', refused = 401): Promise<number> {
    const ended = performance.now();
    for (let servedAt = 0; ;) {
      const askedAt = performance.now() - ended;
      const { status } = await visitor.get(path, { 'x-automatic': '1' });
      if (status === 200) servedAt = askedAt;
      if (status === refused || servedAt > 5_000) return servedAt;
    }
  }

  const ends: [string, (user: { id: number; visitor: Visitor }) => Promise<{ status: number }>][] = [
    ['a sign-out', ({ visitor }) => visitor.send('POST', '/api/logout')],
    ['a new sign-in', ({ visitor }) => visitor.signIn(`user${users}@example.com`)],
    ['a deactivation', ({ id }) => system.ada.send('POST', `/api/users/${id}/set-active-status`, { active: false })],
    [
      'a change of role',
      ({ id }) =>
        system.ada.send('PUT', `/api/users/${id}`, {
          username: `role${id}`,
          email: `role${id}@example.com`,
          fullName: 'Role Changed',
          role: 'manager',
        }),
    ],
    [
      'a password reset',
      ({ id }) => system.ada.send('POST', `/api/users/${id}/reset-password`, { newPassword: 'Other-Horse-8' }),
    ],
    [
      'a change of the own password',
      ({ visitor }) =>
        visitor.send('POST', '/api/user/change-password', { currentPassword: password, newPassword: 'Other-Horse-8' }),
    ],
    [
      'its own user by its id',
      async ({ visitor }) => visitor.send('DELETE', `/api/sessions/${await sessionOf(visitor)}`),
    ],
    [
      'an administrator by its id',
      async ({ id, visitor }) => system.ada.send('DELETE', `/api/users/${id}/sessions/${await sessionOf(visitor)}`),
    ],
    ['an administrator with all of the user', ({ id }) => system.ada.send('POST', `/api/users/${id}/sessions/end-all`)],
    ['a deletion', ({ id }) => system.ada.send('DELETE', `/api/users/${id}`)],
  ];
  const addTeam = async (form: object) =>
    (await system.ada.send<{ id: number }>('POST', '/api/teams', { name: `Team ${randomUUID()}`, ...form })).body.id;
  /** Without managers and without a parent. */
  const setTeam = (id: number) => system.ada.send('PUT', `/api/teams/${id}`, { name: `Team ${randomUUID()}` });
  async function assignLead(userId: number): Promise<number> {
    const [place] = await system.businesses(1, `shop ${userId}`);
    const lead = { userId, businessId: place!.id, uuid: randomUUID() };
    const { body } = await system.ada.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', lead);
    return body.userBusiness.id;
  }

  it.each(ends)('reject on one gateway, within a second, a session that %s ended on the other', async (_, end) => {
    const user = await known();
    const before = user.visitor.at(second);
    expect((await end(user)).status).toBeLessThan(300);
    expect(await servedFor(before)).toBeLessThan(1_000);
    expect((await user.there.get('/api/user')).status).toBe(401);
  });

  it.each<
    [string, string, number, (user: { id: number; visitor: Visitor; tokenId: number }) => Promise<{ status: number }>]
  >([
    [
      'a revocation',
      '/api/all-tags',
      401,
      ({ visitor, tokenId }) => visitor.send('DELETE', `/api/user/tokens/${tokenId}`),
    ],
    [
      'a deactivation',
      '/api/all-tags',
      401,
      ({ id }) => system.ada.send('POST', `/api/users/${id}/set-active-status`, { active: false }),
    ],
    ['a deletion', '/api/all-tags', 401, ({ id }) => system.ada.send('DELETE', `/api/users/${id}`)],
    [
      'a change of role',
      '/api/team-progress',
      403,
      ({ id }) =>
        system.ada.send('PUT', `/api/users/${id}`, {
          username: `token${id}`,
          email: `token${id}@example.com`,
          fullName: 'Role Changed',
          role: 'user',
        }),
    ],
  ])('take on one gateway, within a second, from a token what %s took on the other', async (_, path, refused, end) => {
    const user = await system.createUser(`user${++users}`, 'manager');
    const script = (await withToken(user.visitor, ['leads:read', 'team.progress:read'])).at(second);
    const { body } = await user.visitor.get<{ id: number }[]>('/api/user/tokens');
    for (let time = 1; time <= 2; time++) expect((await script.get(path)).status).toBe(200);
    expect((await end({ ...user, tokenId: body[0]!.id })).status).toBeLessThan(300);
    expect(await servedFor(script, path, refused)).toBeLessThan(1_000);
    expect((await script.get(path)).status).toBe(refused);
  });

  it('end one session of a user from another session, close its event stream, and retain the other session', async () => {
    const user = await known();
    const other = system.visitor();
    await other.signIn(`user${users}`);
    const elsewhere = other.at(second);
    const stream = await elsewhere.stream('/api/events');
    expect((await user.visitor.send('DELETE', `/api/sessions/${await sessionOf(other)}`)).status).toBe(204);
    expect(await servedFor(elsewhere)).toBeLessThan(1_000);
    await stream.text();
    for (const each of [user.visitor, user.there]) expect((await each.get('/api/user')).status).toBe(200);
  });

  it('clear the cookie of a user who ends the current session, as a sign-out does', async () => {
    const { visitor } = await known();
    const answer = await visitor.send('DELETE', `/api/sessions/${await sessionOf(visitor)}`);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=;.*Expires=Thu, 01 Jan 1970/)]);
    expect((await visitor.get('/api/user')).status).toBe(401);
  });

  it("end a user's other sessions on request, and retain the current one", async () => {
    const user = await known();
    const other = system.visitor();
    await other.signIn(`user${users}`);
    const elsewhere = other.at(second);
    expect((await elsewhere.get('/api/user')).status).toBe(200);
    expect((await user.visitor.send('POST', '/api/sessions/end-others')).status).toBe(200);
    expect(await servedFor(elsewhere)).toBeLessThan(1_000);
    expect((await user.there.get('/api/user')).status).toBe(200);
  });

  it('accept the new token after a change of password, and close the event streams of the former token', async () => {
    const { visitor, there } = await known();
    const streams = await Promise.all([visitor, there].map((each) => each.stream('/api/events')));
    const change = { currentPassword: password, newPassword: 'Other-Horse-8' };
    expect(await visitor.send('POST', '/api/user/change-password', change)).toMatchObject({
      status: 200,
      body: { message: 'Password changed' },
    });
    await Promise.all(streams.map((stream) => stream.text()));
    for (const each of [visitor, visitor.at(second)]) {
      expect((await each.get('/api/user')).status).toBe(200);
      expect((await each.begin('/api/events')).status).toBe(200);
    }
    expect((await there.get('/api/user')).status).toBe(401);
  });

  interface Branch {
    top: number;
    bottom: number;
    managerId: number;
    owner: number;
  }
  it.each<[string, (branch: Branch) => Promise<{ status: number }>]>([
    ['leaves', ({ owner }) => system.ada.send('POST', '/api/teams/people', { teamId: null, userIds: [owner] })],
    ['moves to another branch with its team', ({ bottom }) => setTeam(bottom)],
    ['retains while its manager loses it', ({ top }) => setTeam(top)],
    [
      'retains while the role of its manager changes',
      ({ managerId }) =>
        system.ada.send('PUT', `/api/users/${managerId}`, {
          username: `boss${managerId}`,
          email: `boss${managerId}@example.com`,
          fullName: 'Role Changed',
          role: 'user',
        }),
    ],
  ])(
    'take from a token on one gateway, within a second, the leads of a person whom the branch %s',
    async (_, change) => {
      const manager = await system.createUser(`user${++users}`, 'manager');
      const owner = await system.createUser(`user${++users}`);
      const top = await addTeam({ managerIds: [manager.id] });
      const bottom = await addTeam({ parentId: top });
      await system.ada.send('POST', '/api/teams/people', { teamId: bottom, userIds: [owner.id] });
      const lead = await assignLead(owner.id);
      const script = (await withToken(manager.visitor, ['leads:read'])).at(second);
      const profile = `/api/business-profile/${lead}`;
      const listed = async () => (await script.get<object[]>('/api/admin/all-assignments')).body.length;
      await system.eventually(async () => expect((await script.get(profile)).status).toBe(200));
      expect(await listed()).toBe(1);
      expect((await change({ top, bottom, managerId: manager.id, owner: owner.id })).status).toBe(200);
      expect(await servedFor(script, profile, 403)).toBeLessThan(1_000);
      expect(await listed()).toBe(0);
      expect((await script.at(system.url).get(profile)).status).toBe(403);
    },
  );

  it('return 503 and no data if they cannot learn which sessions have ended', async () => {
    const { visitor, there } = await known();
    await system.stopService('users');
    for (const each of [visitor, there]) {
      // A cached session is not enough, although it would be valid for 30 seconds.
      await system.eventually(
        async () =>
          expect(await each.get('/api/my-businesses', { 'x-automatic': '1' })).toMatchObject({
            status: 503,
            body: { code: 'unavailable' },
          }),
        { within: 25_000 },
      );
      expect((await each.get('/api/user', { 'x-automatic': '1' })).status).toBe(503);
    }
  }, 90_000);
});
