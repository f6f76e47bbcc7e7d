import { mock } from 'node:test';
import {
  changeOwnPassword,
  createUser,
  endOtherSessions,
  listOwnSessions,
  listRevocations,
  listUsers,
  register,
  resetUserPassword,
  setup,
  setUserActive,
  signIn,
  signOut,
  unlockUser,
  type SessionsRevoked,
} from '@lead-finder/contracts';
import { createHash } from 'node:crypto';
import { Passwords } from '../password/passwords.js';
import { eventually } from '@lead-finder/testing';
import pg from 'pg';
import { hashToken } from './session.repository.js';
import { minute, origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

describe('sessions', () => {
  let world: UsersWorld;
  let people = 0;
  const enter = (username: string, typed = password, address = origin.address) =>
    world.call(signIn, null, { username, password: typed, origin: { ...origin, address } });
  const addUser = (fields = {}) => {
    const username = `user${++people}`;
    return world.call(createUser, world.ada, {
      username,
      email: `${username}@example.com`,
      fullName: 'Some Body',
      password,
      ...fields,
    });
  };

  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());

  it('registers only the first visitor, as administrator', async () => {
    expect(world.ada).toMatchObject({ username: 'ada', role: 'admin' });
    expect(await world.call(setup, null, {})).toEqual({ registrationOpen: false, setupTokenRequired: false });
    const second = { username: 'eve', fullName: 'Eve', email: 'eve@example.com', password, origin };
    await expect(world.call(register, null, second)).rejects.toMatchObject({ kind: 'forbidden', code: 'forbidden' });
  });

  it.each([
    ['no name', '', password, 'Please enter your username or email address'],
    ['a short password', 'ada', '12345', 'Password must be at least 6 characters'],
  ])('rejects %s with the message of the form', (_, username, typed, message) =>
    expect(enter(username, typed)).rejects.toMatchObject({ kind: 'invalid', message }),
  );

  it('opens for username and address in any case', async () => {
    for (const name of ['ada', 'ADA', 'Ada@Example.com']) {
      expect(await enter(name)).toMatchObject({ user: { username: 'ada', fullName: 'Ada Admin', role: 'admin' } });
    }
  });

  it('verifies a password as typed, with its spaces, its case and all characters (ASVS 6.2.8)', async () => {
    const typed = ` Ünïcode  Pass 1${'x'.repeat(83)} `;
    const { username } = await addUser({ password: typed });
    expect(typed).toHaveLength(100);
    for (const other of [typed.trim(), typed.slice(0, 99), typed.toLowerCase(), typed.replace('  ', ' ')]) {
      await expect(enter(username, other)).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    expect(await enter(username, typed)).toMatchObject({ user: { username } });
  });

  it('rejects a wrong password and an unknown account in the same way', async () => {
    const { username } = await addUser();
    const refusal = { kind: 'unauthenticated', code: 'invalid_credentials', message: 'Invalid username or password' };
    await expect(enter(username, 'wrong-one')).rejects.toMatchObject(refusal);
    await expect(enter('unknown-user', 'wrong-one')).rejects.toMatchObject(refusal);
  });

  it('does the same work for every rejection, so its time reveals nothing', async () => {
    const sent = mock.method(pg.Client.prototype, 'query').mock;
    const ours = /^(select|insert|update)\b.*\b(users|unknown_identifiers|limits|entries)\b/is;
    const textOf = (statement: unknown) =>
      typeof statement === 'string' ? statement : (statement as { text: string }).text;
    const statementsFor = async (name: string) => {
      sent.resetCalls();
      await expect(enter(name, 'wrong-one')).rejects.toMatchObject({
        code: expect.stringMatching(/invalid_credentials|account_locked/),
      });
      return sent.calls
        .map(({ arguments: [statement] }) => textOf(statement))
        .filter((statement) => ours.test(statement)).length;
    };
    const [known, locked, gone] = [await addUser(), await addUser(), await addUser()];
    await world.call(setUserActive, world.ada, { id: gone.id, active: false });
    for (const name of [locked.username, 'locked-ghost']) {
      for (let failure = 1; failure <= 5; failure++) await expect(enter(name, 'wrong-one')).rejects.toBeDefined();
    }
    const counts: number[] = [];
    for (const name of [known.username, 'another-ghost', locked.username, 'locked-ghost', gone.username])
      counts.push(await statementsFor(name));
    sent.restore();
    expect(counts).toEqual([5, 5, 5, 5, 5]);
  });

  it.each(['known', 'unknown'])('locks an %s identifier from the sixth attempt on, for 15 minutes', async (kind) => {
    const name = kind === 'known' ? (await addUser()).username : 'ghost';
    for (let failure = 1; failure <= 5; failure++) {
      await expect(enter(name, 'wrong-one')).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    await expect(enter(name)).rejects.toMatchObject({ kind: 'locked', code: 'account_locked' });
    await expect(enter(name.toUpperCase())).rejects.toMatchObject({ kind: 'locked' });
    world.clock.forward(15.1 * minute);
    if (kind === 'known') expect(await enter(name)).toMatchObject({ user: { username: name } });
    else await expect(enter(name)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('forgets failures after a success, and after 15 minutes', async () => {
    const { username } = await addUser();
    for (let attempt = 0; attempt < 2; attempt++) {
      for (let failure = 1; failure <= 4; failure++)
        await expect(enter(username, 'wrong-one')).rejects.toMatchObject({ kind: 'unauthenticated' });
      if (attempt === 0) await enter(username);
      else world.clock.forward(16 * minute);
    }
    await expect(enter(username, 'wrong-one')).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await enter(username)).toBeDefined();
  });

  it('shows a lock to admins, who can end it', async () => {
    const { id, username } = await addUser();
    for (let failure = 1; failure <= 5; failure++) await expect(enter(username, 'wrong-one')).rejects.toBeDefined();
    const { users } = await world.call(listUsers, world.ada, { q: username });
    expect(users[0]).toMatchObject({ failedLoginAttempts: 5, lockedUntil: expect.any(String) });
    await world.call(unlockUser, world.ada, { id });
    expect(await enter(username)).toBeDefined();
  });

  it('opens with a password of any age (ASVS 6.2.10)', async () => {
    const { id, username } = await addUser();
    await world.database.query(
      "update users set created_at = created_at - interval '10 years', updated_at = updated_at - interval '10 years' where id = $1",
      [id],
    );
    expect(await enter(username)).toMatchObject({ user: { username } });
    world.clock.forward(10 * 365 * 24 * 60 * minute);
    expect(await enter(username)).toMatchObject({ user: { username } });
  });

  it('reports a deactivated account only with the right password', async () => {
    const { id, username } = await addUser();
    await world.call(setUserActive, world.ada, { id, active: false });
    await expect(enter(username)).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'account_deactivated',
      message: 'This account is deactivated. Ask your manager.',
    });
    await expect(enter(username, 'wrong-one')).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('rejects an address after 300 failures in five minutes, with the seconds to wait', async () => {
    const limited = await startUsers({ SIGN_IN_FAILURES_PER_ADDRESS: '3' });
    const from = (address: string) =>
      limited.call(signIn, null, {
        username: `x${Math.random()}`,
        password: 'wrong-one',
        origin: { address, userAgent: '' },
      });
    for (let failure = 0; failure < 3; failure++)
      await expect(from('192.0.2.9')).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(from('192.0.2.9')).rejects.toMatchObject({
      kind: 'limited',
      code: 'rate_limited',
      details: { retryAfter: 300 },
    });
    await expect(from('192.0.2.10')).rejects.toMatchObject({ kind: 'unauthenticated' });
    limited.clock.forward(5.1 * minute);
    await expect(from('192.0.2.9')).rejects.toMatchObject({ kind: 'unauthenticated' });
    await limited.stop();
  });

  it('ends after two hours without use, and after twelve in any case', async () => {
    const idle = await enter('ada');
    const busy = await enter('ada');
    for (let hour = 0; hour < 11; hour++) {
      world.clock.forward(60 * minute);
      await world.whoHas(busy.token);
      // Polling checks the session too, but does not extend it.
      if (hour < 1) await world.whoHas(idle.token, false);
    }
    await expect(world.whoHas(idle.token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    const listed = async () => world.call(listOwnSessions, world.ada, {});
    expect(await listed()).toHaveLength(1);
    world.clock.forward(61 * minute);
    expect(await listed()).toEqual([]);
    await expect(world.whoHas(busy.token)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  /** Runs something between the check of a password and what follows. */
  const meanwhile = (happens: () => Promise<unknown>) => {
    const matches = Passwords.prototype.matches;
    mock.method(Passwords.prototype, 'matches').mock.mockImplementationOnce(async function (
      this: Passwords,
      ...typed: Parameters<typeof matches>
    ) {
      const isRight = await matches.apply(this, typed);
      await happens();
      return isRight;
    });
  };
  const resetMeanwhile = (id: number) =>
    meanwhile(() => world.call(resetUserPassword, world.ada, { id, newPassword: 'Another-Horse-8' }));

  it('does not open with a password that is replaced while it is checked', async () => {
    const { id, username } = await addUser();
    resetMeanwhile(id);
    await expect(enter(username)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await world.database.query('select 1 from sessions where user_id = $1', [id])).toEqual([]);
    expect(await enter(username, 'Another-Horse-8')).toBeDefined();
  });

  it('stores only the hash of a token', async () => {
    const { token } = await enter('ada');
    const rows = await world.database.query<{ token_hash: string }>('select * from sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.map(({ token_hash }) => token_hash)).toContain(createHash('sha256').update(token).digest('base64url'));
  });

  it('ends at sign-out, and gateways are notified', async () => {
    const { token } = await enter('ada');
    await world.call(signOut, null, { token });
    await expect(world.whoHas(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    await eventually(() =>
      expect(world.revoked).toContainEqual(expect.objectContaining({ tokenHash: expect.any(String) })),
    );
  });

  it('returns missed ends to a gateway, which sees if it missed too many', async () => {
    const before = await world.call(listRevocations, null, { after: -1 });
    const { token } = await enter('ada');
    await world.call(signOut, null, { token });
    const missed = await world.call(listRevocations, null, { after: before.last });
    expect(missed).toEqual({
      after: before.last,
      last: missed.recent[0]!.id,
      recent: [{ id: missed.last, userId: 1, tokenHash: hashToken(token) }],
    });
    expect(await world.call(listRevocations, null, { after: missed.last })).toEqual({
      after: missed.last,
      last: missed.last,
      recent: [],
    });
    await world.database.query('insert into revocations (user_id) select 1 from generate_series(1, 1500)');
    const newest = await world.call(listRevocations, null, { after: missed.last });
    expect(newest.recent).toHaveLength(1_000);
    expect(newest).toMatchObject({ after: missed.last + 500, last: missed.last + 1_500 });
  });

  it('publishes every end if many end at the same time: `last` includes no unpublished one', async () => {
    const { id } = await addUser();
    let isEnding = true;
    const published: SessionsRevoked[] = [];
    const listen = async () => {
      while (isEnding) published.push(await world.call(listRevocations, null, { after: -1 }));
    };
    const endSome = async () => {
      for (let n = 0; n < 20; n++)
        await world.call(resetUserPassword, world.ada, { id, newPassword: 'Another-Horse-8' });
    };
    await Promise.all([listen(), listen(), endSome().finally(() => (isEnding = false))]);
    for (const { after, last, recent } of published) {
      expect(recent.map((end) => end.id)).toEqual(Array.from({ length: last - after }, (_, n) => after + 1 + n));
    }
  });

  it('can be listed by its owner, who can end the others', async () => {
    const { username } = await addUser();
    const [session, other] = [await enter(username), await enter(username)];
    const me = await world.whoHas(session.token);
    const sessions = await world.call(listOwnSessions, me, {});
    expect(sessions.map((each) => each.current).sort()).toEqual([false, true]);
    expect(await world.call(endOtherSessions, me, {})).toMatchObject({ ended: 1 });
    await expect(world.whoHas(other.token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect((await world.whoHas(session.token)).id).toBe(me.id);
  });

  it('changes a password only with the present one, and ends the other sessions', async () => {
    const { username } = await addUser();
    const [session, other] = [await enter(username), await enter(username)];
    const me = await world.whoHas(session.token);
    const change = (currentPassword: string) =>
      world.call(changeOwnPassword, me, { currentPassword, newPassword: 'Another-Horse-8' });
    await expect(change('wrong-one')).rejects.toMatchObject({
      kind: 'invalid',
      details: { issues: [{ path: 'currentPassword' }] },
    });
    const { token } = await change(password);
    await expect(world.whoHas(other.token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await world.whoHas(token)).toMatchObject({ username });
    expect(await enter(username, 'Another-Horse-8')).toBeDefined();
  });

  it('continues with a new token and the same age after a change of password; the former token opens nothing (ASVS 7.2.4)', async () => {
    const { username } = await addUser();
    const session = await enter(username);
    const me = await world.whoHas(session.token);
    world.clock.forward(30 * minute);
    const changed = await world.call(changeOwnPassword, me, {
      currentPassword: password,
      newPassword: 'Another-Horse-8',
    });
    expect(changed).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/), expiresAt: session.expiresAt });
    expect(await world.whoHas(changed.token)).toMatchObject({ username, sessionId: me.sessionId });
    await expect(world.whoHas(session.token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    await eventually(() =>
      expect(world.revoked).toContainEqual(expect.objectContaining({ tokenHash: hashToken(session.token) })),
    );
  });

  it('gets no new token, and the account no new password, if it ends while the present password is checked', async () => {
    const { username } = await addUser();
    const session = await enter(username);
    const me = await world.whoHas(session.token);
    meanwhile(() => world.call(signOut, null, { token: session.token }));
    const change = world.call(changeOwnPassword, me, { currentPassword: password, newPassword: 'Another-Horse-8' });
    await expect(change).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await enter(username)).toMatchObject({ user: { username } });
  });

  it('preserves a password that an administrator sets while the user changes it', async () => {
    const { id, username } = await addUser();
    const me = await world.whoHas((await enter(username)).token);
    resetMeanwhile(id);
    const change = world.call(changeOwnPassword, me, { currentPassword: password, newPassword: 'Green-Tractor-7' });
    await expect(change).rejects.toMatchObject({ kind: 'invalid', details: { issues: [{ path: 'currentPassword' }] } });
    expect(await enter(username, 'Another-Horse-8')).toBeDefined();
  });
});
