import {
  beginAuthenticator,
  checkSession,
  changeOwnPassword,
  confirmAuthenticator,
  createUser,
  finishSignIn,
  forgetBrowsers,
  getSecondFactor,
  getSecondFactorRule,
  listAudit,
  listUsers,
  removeAuthenticator,
  renewRecoveryCodes,
  resetSecondFactor,
  resetUserPassword,
  setSecondFactorRule,
  signIn,
  type Actor,
} from '@lead-finder/contracts';
import { AppError } from '@lead-finder/platform';
import { Secret, TOTP } from 'otpauth';
import { minute, origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

describe('a second factor', () => {
  let world: UsersWorld;
  let people = 0;
  const otherOrigin = { address: '198.51.100.7', userAgent: 'spec' };

  beforeAll(async () => void (world = await startUsers({ SECRETS_KEY: 'of-thirty-two-characters-or-more' })));
  afterAll(() => world.stop());

  const addUser = async (role: Actor['role'] = 'user') => {
    const username = `user${++people}`;
    const fields = { username, email: `${username}@example.com`, fullName: 'Some Body', password, role };
    const { id } = await world.call(createUser, world.ada, fields);
    const { token, device } = await world.call(signIn, null, { username, password, origin });
    return { id, username, token, device, actor: await world.whoHas(token) };
  };
  type Person = Awaited<ReturnType<typeof addUser>>;

  const begin = async (actor: Actor) => {
    const { secret } = await world.call(beginAuthenticator, actor, {});
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    return (aheadMs = 0) => totp.generate({ timestamp: world.clock.now().getTime() + aheadMs });
  };
  const withApp = async (role: Actor['role'] = 'user') => {
    const person = await addUser(role);
    const codeNow = await begin(person.actor);
    const confirmed = { code: codeNow(), currentPassword: password };
    const { recoveryCodes } = await world.call(confirmAuthenticator, person.actor, confirmed);
    world.clock.forward(minute);
    return { ...person, codeNow, recoveryCodes: recoveryCodes! };
  };
  /** Gives the right password, and returns the challenge of the second step. */
  const challengeOf = async ({ username }: Person, devices: Person['device'][] = []) => {
    const input = { username, password, origin: otherOrigin, devices };
    const refusal = await world.call(signIn, null, input).then(
      () => null,
      (error: unknown) => error as AppError,
    );
    expect(refusal).toMatchObject({ kind: 'unauthenticated', code: 'second_step_required' });
    return refusal!.details.challenge!;
  };
  const finish = (challenge: string, code: string) =>
    world.call(finishSignIn, null, { challenge, code, origin: otherOrigin });
  const invalid = { kind: 'unauthenticated', code: 'invalid_code' };
  const expired = { kind: 'unauthenticated', code: 'second_step_expired' };
  const newest = async () => (await world.call(listAudit, world.ada, { pageSize: 1 })).entries[0];

  it('is asked for after the right password, and opens the session', async () => {
    const person = await withApp();
    const opened = await finish(await challengeOf(person), person.codeNow());
    expect(opened.user).toMatchObject({ id: person.id, username: person.username });
    expect(await newest()).toMatchObject({ action: 'sign_in', details: { secondFactor: 'authenticator' } });
    expect(await world.whoHas(opened.token)).toMatchObject({ id: person.id });
  });

  it('is not asked for after a wrong password, nor before the set-up is confirmed', async () => {
    const person = await addUser();
    await begin(person.actor);
    await expect(
      world.call(confirmAuthenticator, person.actor, { code: '000000', currentPassword: password }),
    ).rejects.toMatchObject({ kind: 'invalid', details: { issues: [{ path: 'code' }] } });
    expect(await world.call(signIn, null, { username: person.username, password, origin })).toHaveProperty('token');
    const { username } = await withApp();
    await expect(
      world.call(signIn, null, { username, password: 'Wrong-Horse-9', origin: otherOrigin }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('takes the last, the present and the next code, each once and none before a used one', async () => {
    const person = await withApp();
    const ahead = person.codeNow(30_000);
    await expect(finish(await challengeOf(person), person.codeNow(60_000))).rejects.toMatchObject(invalid);
    await finish(await challengeOf(person), ahead);
    for (const used of [ahead, person.codeNow(), person.codeNow(-30_000)]) {
      await expect(finish(await challengeOf(person), used)).rejects.toMatchObject(invalid);
    }
    expect(await newest()).toMatchObject({
      action: 'second_step_failed',
      outcome: 'refused',
      subject: person.username,
    });
  });

  it('opens one session of two that race with one code or one challenge', async () => {
    const person = await withApp();
    const race = async (attempts: Promise<unknown>[]) =>
      (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;
    const [one, other] = [await challengeOf(person), await challengeOf(person)];
    expect(await race([finish(one, person.codeNow()), finish(other, person.codeNow())])).toBe(1);
    const challenge = await challengeOf(person);
    const [first, second] = person.recoveryCodes as [string, string];
    expect(await race([finish(challenge, first), finish(challenge, second)])).toBe(1);
  });

  it('ends a challenge by its use, after ten minutes, and when the password changes', async () => {
    const person = await withApp();
    const used = await challengeOf(person);
    await finish(used, person.codeNow());
    await expect(finish(used, person.recoveryCodes[0]!)).rejects.toMatchObject(expired);
    await expect(finish('', person.codeNow())).rejects.toMatchObject(expired);
    const old = await challengeOf(person);
    world.clock.forward(10 * minute);
    await expect(finish(old, person.codeNow())).rejects.toMatchObject(expired);
    const before = await challengeOf(person);
    await world.call(changeOwnPassword, person.actor, { currentPassword: password, newPassword: 'Another-Horse-8' });
    await expect(finish(before, person.codeNow())).rejects.toMatchObject(expired);
  });

  it('allows five wrong codes in 15 minutes, and a known browser five of its own', async () => {
    const person = await withApp();
    const challenge = await challengeOf(person);
    for (let wrong = 1; wrong <= 5; wrong++) await expect(finish(challenge, '000000')).rejects.toMatchObject(invalid);
    await expect(finish(challenge, person.codeNow())).rejects.toMatchObject({ kind: 'limited' });
    expect(await finish(await challengeOf(person, [person.device]), person.codeNow())).toHaveProperty('token');
    world.clock.forward(15 * minute);
    expect(await finish(await challengeOf(person), person.codeNow())).toHaveProperty('token');
  });

  it('takes each recovery code once, without regard to case and hyphens, and reports it by mail', async () => {
    const person = await withApp();
    const [code] = person.recoveryCodes;
    expect(person.recoveryCodes).toHaveLength(10);
    await finish(await challengeOf(person), code!.toLowerCase().replaceAll('-', ' '));
    await expect(finish(await challengeOf(person), code!)).rejects.toMatchObject(invalid);
    expect(await world.call(getSecondFactor, person.actor, {})).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await newestMailTo(person)).toContain('9 are left');
    const renewed = await world.call(renewRecoveryCodes, person.actor, { currentPassword: password });
    await expect(finish(await challengeOf(person), person.recoveryCodes[1]!)).rejects.toMatchObject(invalid);
    expect(await finish(await challengeOf(person), renewed.recoveryCodes![0]!)).toHaveProperty('token');
  });

  it("refuses another user's codes", async () => {
    const [mine, theirs] = [await withApp(), await withApp()];
    const challenge = await challengeOf(mine);
    await expect(finish(challenge, theirs.codeNow())).rejects.toMatchObject(invalid);
    await expect(finish(challenge, theirs.recoveryCodes[0]!)).rejects.toMatchObject(invalid);
  });

  it('changes only with the present password, and reports each change by mail', async () => {
    const person = await withApp();
    expect(await newestMailTo(person)).toContain('an authenticator app was added');
    const wrong = { currentPassword: 'Wrong-Horse-9' };
    const refused = { kind: 'invalid', details: { issues: [{ path: 'currentPassword' }] } };
    await expect(world.call(removeAuthenticator, person.actor, wrong)).rejects.toMatchObject(refused);
    await expect(world.call(renewRecoveryCodes, person.actor, wrong)).rejects.toMatchObject(refused);
    await expect(
      world.call(confirmAuthenticator, person.actor, { ...wrong, code: person.codeNow() }),
    ).rejects.toMatchObject(refused);
    await world.call(removeAuthenticator, person.actor, { currentPassword: password });
    expect(await newestMailTo(person)).toContain('was removed');
    expect(await world.call(getSecondFactor, person.actor, {})).toEqual({
      authenticatorSince: null,
      recoveryCodesLeft: 0,
      passkeys: [],
      remembered: [],
    });
    const { username } = person;
    expect(await world.call(signIn, null, { username, password, origin })).toHaveProperty('token');
  });

  it('is reset by an administrator, who ends the sessions, and not for the own account', async () => {
    const person = await withApp();
    const { users } = await world.call(listUsers, world.ada, { q: person.username, page: 1 });
    expect(users).toMatchObject([{ secondFactorSince: expect.any(String) }]);
    await world.call(resetSecondFactor, world.ada, { id: person.id });
    await expect(world.whoHas(person.token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await newest()).toMatchObject({ action: 'second_factor_reset', actor: 'ada', subject: person.username });
    expect(await newestMailTo(person)).toContain('an administrator reset');
    const { username } = person;
    expect(await world.call(signIn, null, { username, password, origin })).toHaveProperty('token');
    await expect(world.call(resetSecondFactor, world.ada, { id: world.ada.id })).rejects.toMatchObject({
      code: 'not_yourself',
    });
  });

  it('stores no secret and no code that a reader of the database could use', async () => {
    const { id, recoveryCodes } = await withApp();
    const stored = await world.database.query<Record<string, string>>(
      'select secret, code_hash from authenticators join recovery_codes using (user_id) where user_id = $1',
      [id],
    );
    expect(stored).toHaveLength(10);
    for (const { secret, code_hash } of stored) {
      expect(secret).toMatch(/^settings\.[\w-]{60,}$/);
      expect(recoveryCodes).not.toContain(code_hash);
    }
    const other = await withApp();
    await world.database.query(
      'update authenticators set secret = (select secret from authenticators where user_id = $1) where user_id = $2',
      [id, other.id],
    );
    await expect(finish(await challengeOf(other), other.codeNow())).rejects.toMatchObject({ kind: 'internal' });
    expect(await finish(await challengeOf(other), other.recoveryCodes[0]!)).toHaveProperty('token');
  });

  describe('that administrators require', () => {
    const missing = async ({ token }: Pick<Person, 'token'>) =>
      (await world.call(checkSession, null, { token, used: false })).user.secondFactor;
    const require = (actor: Actor, requiredFor: 'none' | 'admins' | 'leaders' | 'all', from = '2026-03-10') =>
      world.call(setSecondFactorRule, actor, { requiredFor, from });
    const inRole = async (role: 'manager' | 'user') => {
      const person = await addUser(role);
      return { ...person, role };
    };
    const byProvider = async () => {
      const person = await addUser();
      await world.database.query(
        "insert into provider_sessions (session_id, subject) select id, 'sub' from sessions where user_id = $1",
        [person.id],
      );
      return person;
    };
    let admin: Awaited<ReturnType<typeof withApp>>;
    beforeAll(async () => void (admin = await withApp('admin')));
    afterAll(() => require(admin.actor, 'none'));

    it('is missing for the roles that need it, is due from the start of the day, and no longer missing once set up', async () => {
      const [manager, user] = [await inRole('manager'), await inRole('user')];
      await require(admin.actor, 'leaders');
      expect(await missing(manager)).toEqual({ from: '2026-03-10', isDue: false });
      expect(await missing(user)).toBeUndefined();
      expect(await missing(admin)).toBeUndefined();
      await require(admin.actor, 'all', '2026-03-01');
      expect(await missing(user)).toEqual({ from: '2026-03-01', isDue: true });
      expect(await missing(await byProvider())).toBeUndefined();
      const codeNow = await begin(user.actor);
      world.doubted.length = 0;
      await world.call(confirmAuthenticator, user.actor, { code: codeNow(), currentPassword: password });
      expect(world.doubted).toContain(user.id);
      expect(await missing(user)).toBeUndefined();
      await require(admin.actor, 'none');
      expect(await missing(manager)).toBeUndefined();
      expect(await newest()).toMatchObject({
        action: 'second_factor_required',
        actor: admin.username,
        details: { before: { requiredFor: 'all' }, after: { requiredFor: 'none' } },
      });
    });

    it('is not required by an administrator who has none', async () => {
      await expect(require(world.ada, 'all')).rejects.toMatchObject({
        kind: 'invalid',
        details: { issues: [{ path: 'requiredFor' }] },
      });
      expect(await world.call(getSecondFactorRule, world.ada, {})).toMatchObject({ requiredFor: 'none' });
    });

    it('is not removed as the last one while it is due, except by another administrator', async () => {
      const person = await withApp();
      await require(admin.actor, 'all', '2026-03-01');
      await expect(world.call(removeAuthenticator, person.actor, { currentPassword: password })).rejects.toMatchObject({
        kind: 'conflict',
        code: 'last_factor',
      });
      expect(await world.call(getSecondFactor, person.actor, {})).toMatchObject({ recoveryCodesLeft: 10 });
      await world.call(resetSecondFactor, admin.actor, { id: person.id });
      const { token } = await world.call(signIn, null, { username: person.username, password, origin });
      expect(await missing({ token })).toMatchObject({ isDue: true });
    });
  });

  it('is not asked for in a remembered browser for 30 days, nor after the password or the factor changed', async () => {
    const person = await withApp();
    const remembered = async () => {
      const challenge = await challengeOf(person);
      const { device } = await world.call(finishSignIn, null, {
        challenge,
        code: person.codeNow(),
        remember: true,
        origin: otherOrigin,
      });
      world.clock.forward(minute);
      return device;
    };
    const enter = (device: Person['device']) =>
      world.call(signIn, null, { username: person.username, password, origin: otherOrigin, devices: [device] });
    const device = await remembered();
    expect(await enter(device)).toHaveProperty('token');
    expect(await world.call(getSecondFactor, person.actor, {})).toMatchObject({ remembered: [{ userAgent: 'spec' }] });
    await expect(enter(person.device)).rejects.toMatchObject({ code: 'second_step_required' });
    world.clock.forward(30 * 24 * 60 * minute);
    await expect(enter(device)).rejects.toMatchObject({ code: 'second_step_required' });

    const forgotten = await remembered();
    await world.call(forgetBrowsers, person.actor, {});
    await expect(enter(forgotten)).rejects.toMatchObject({ code: 'second_step_required' });
    const before = await remembered();
    await world.call(renewRecoveryCodes, person.actor, { currentPassword: password });
    await expect(enter(before)).rejects.toMatchObject({ code: 'second_step_required' });
    const old = await remembered();
    await world.call(resetUserPassword, world.ada, { id: person.id, newPassword: 'Another-Horse-8' });
    await world.call(resetUserPassword, world.ada, { id: person.id, newPassword: password });
    await expect(enter(old)).rejects.toMatchObject({ code: 'second_step_required' });
  });

  const newestMailTo = async ({ username }: Person) => {
    const [mail] = await world.database.query<{ text: string }>(
      'select text from mails where recipient = $1 order by created_at desc limit 1',
      [`${username}@example.com`],
    );
    return mail!.text;
  };
});
