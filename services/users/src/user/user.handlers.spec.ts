import { mock } from 'node:test';
import {
  createUser,
  listSelectableUsers,
  listUsers,
  removeUser,
  resetUserPassword,
  resolveUsers,
  setUserActive,
  signIn,
  updateUser,
  type Actor,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { Passwords } from '../password/passwords.js';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

const bob = { username: 'bob', email: 'bob@example.com', fullName: 'Bob Builder', password };

describe('user management', () => {
  let world: UsersWorld;
  const create = (fields: object = {}) => world.call(createUser, world.ada, { ...bob, ...fields });
  const enter = (username: string) => world.call(signIn, null, { username, password, origin });

  beforeAll(async () => void (world = await startUsers({}, [], { hashCost: 'in the product' })));
  afterAll(() => world.stop());

  it('creates a user with the default values', async () => {
    const user = await create({ monthlyGoal: '' });
    expect(user).toMatchObject({
      username: 'bob',
      role: 'user',
      monthlyGoal: 100,
      active: true,
      failedLoginAttempts: 0,
      lockedUntil: null,
    });
    expect(user).not.toHaveProperty('password');
    expect(user).not.toHaveProperty('passwordHash');
  });

  it.each([
    [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    [{ username: 'a@b.c' }, 'username', 'Username may hold letters, digits, dots, underscores and hyphens'],
    [{ password: 'Short12' }, 'password', 'Password must be at least 8 characters'],
    [{ password: 'lower-case-1' }, 'password', 'Password must contain at least one uppercase letter'],
    [{ password: 'UPPER-CASE-1' }, 'password', 'Password must contain at least one lowercase letter'],
    [{ password: 'No-Number-Here' }, 'password', 'Password must contain at least one number'],
    [{ password: `Aa1${'x'.repeat(98)}` }, 'password', 'Password must be at most 100 characters'],
    [{ email: 'no-address' }, 'email', 'Must be a valid email'],
    [{ fullName: 'B' }, 'fullName', 'Full name must be at least 2 characters'],
    [{ monthlyGoal: 'many' }, 'monthlyGoal', 'Monthly goal must be a number'],
    [{ monthlyGoal: 0 }, 'monthlyGoal', 'Monthly goal must be at least 1'],
  ])('rejects %j and names field and rule', (fields, path, message) =>
    expect(create({ username: 'carl', email: 'carl@example.com', ...fields })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'validation_failed',
      message,
      details: { issues: [{ path, message }] },
    }),
  );

  it.each([
    [{ email: 'other@example.com', username: 'BOB' }, 'username_taken'],
    [{ username: 'bobby', email: 'Bob@Example.com' }, 'email_taken'],
  ])('rejects %j, which is taken in another case', (fields, code) =>
    expect(create(fields)).rejects.toMatchObject({ kind: 'conflict', code }),
  );

  it('lets only admins manage users', async () => {
    for (const role of ['manager', 'user'] as const) {
      const actor: Actor = { id: 99, username: 'x', fullName: 'X', role };
      await expect(world.call(listUsers, actor, {})).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(world.call(createUser, actor, { ...bob, username: 'new' })).rejects.toMatchObject({
        kind: 'forbidden',
      });
    }
    await expect(world.call(listUsers, null, {})).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('finds by username, address and full name in any case, by role and status, page by page', async () => {
    await create({ username: 'zoe', email: 'zoe@example.com', fullName: 'Zoe 100% Öztürk', role: 'manager' });
    const found = async (filter: object) =>
      (await world.call(listUsers, world.ada, filter)).users.map(({ username }) => username);
    expect(await found({ q: 'ÖZTÜRK' })).toEqual(['zoe']);
    expect(await found({ q: '100%' })).toEqual(['zoe']);
    expect(await found({ q: '%' })).toEqual(['zoe']);
    expect(await found({ q: 'BOB@' })).toEqual(['bob']);
    expect(await found({ role: 'manager' })).toEqual(['zoe']);
    expect(await found({ status: 'locked' })).toEqual([]);
    expect(await world.call(listUsers, world.ada, { page: 2, pageSize: 1 })).toMatchObject({
      total: 3,
      users: [{ username: 'bob' }],
    });
  });

  it('ends the sessions of a user whose role changes, but not after other edits', async () => {
    const { id } = await create({ username: 'dora', email: 'dora@example.com' });
    const { token } = await enter('dora');
    const fields = { id, username: 'dora', email: 'dora@example.com', fullName: 'Dora Newname', monthlyGoal: 50 };
    await world.call(updateUser, world.ada, { ...fields, role: 'user' });
    expect(await world.whoHas(token)).toMatchObject({ fullName: 'Dora Newname' });
    await world.call(updateUser, world.ada, { ...fields, role: 'manager' });
    await expect(world.whoHas(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    await eventually(() =>
      expect(world.revoked).toContainEqual(expect.objectContaining({ userId: id, tokenHash: null })),
    );
  });

  it('makes gateways check a changed user again, before the response', async () => {
    const { id } = await create({ username: 'nora', email: 'nora@example.com' });
    const fields = {
      id,
      username: 'nora',
      email: 'nora@example.com',
      fullName: 'Nora Newname',
      role: 'user' as const,
      monthlyGoal: 50,
    };
    world.doubted.length = 0;
    await world.call(updateUser, world.ada, fields);
    expect(world.doubted).toEqual([id]);
  });

  it('ends the sessions of a deactivated user, whom no list offers any more', async () => {
    const { id } = await create({ username: 'emil', email: 'emil@example.com', fullName: 'Emil Away' });
    const { token } = await enter('emil');
    expect(await world.call(setUserActive, world.ada, { id, active: false })).toMatchObject({
      user: { active: false },
    });
    await expect(world.whoHas(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect((await world.call(listSelectableUsers, world.ada, { q: 'emil' })).people).toEqual([]);
    expect((await world.call(resolveUsers, null, { ids: [id] })).users).toMatchObject([{ active: false }]);
    await world.call(setUserActive, world.ada, { id, active: true });
    expect((await world.call(listSelectableUsers, world.ada, { q: 'emil' })).people).toMatchObject([
      { id, fullName: 'Emil Away' },
    ]);
  });

  it("stores a password as argon2id, with its own salt and at least OWASP's minimum of work (ASVS 11.4.1)", async () => {
    for (const username of ['salt1', 'salt2']) await create({ username, email: `${username}@example.com` });
    const rows = await world.database.query<{ hash: string }>(
      "select password_hash as hash from users where username like 'salt_'",
    );
    const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(rows[0]!.hash) ?? [];
    expect([Number(memory) >= 19_456, Number(time) >= 2]).toEqual([true, true]);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
  });

  it('stores only argon2id digests of passwords, also of those with an Idempotency-Key', async () => {
    const { id } = await create({ username: 'keyed', email: 'keyed@example.com' });
    const reset = (newPassword: string) =>
      world.call(resetUserPassword, world.ada, { id, newPassword }, 'reset of keyed');
    const first = await reset('Green-Tractor-7');
    expect(await reset('Green-Tractor-7')).toEqual(first);
    await expect(reset('Other-Tractor-8')).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('Idempotency-Key'),
    });
    const account = { username: 'keyed2', email: 'keyed2@example.com', fullName: 'Some Body', password };
    await world.call(createUser, world.ada, account, 'creation of keyed2');
    const rows = await world.database.query<{ body_hash: string }>('select body_hash from idempotent_answers');
    expect(rows.map(({ body_hash }) => body_hash.slice(0, 10))).toEqual(['$argon2id$', '$argon2id$']);
  });

  it('sets a new password, which ends sessions and a lock', async () => {
    const { id } = await create({ username: 'finn', email: 'finn@example.com' });
    const { token } = await enter('finn');
    await world.call(resetUserPassword, world.ada, { id, newPassword: 'Brand-New-77' });
    await expect(world.whoHas(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(enter('finn')).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(world.call(resetUserPassword, world.ada, { id, newPassword: 'short' })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it("does not set the administrator's own password without the present one (ASVS 6.2.3)", async () => {
    const own = { id: world.ada.id, newPassword: 'Green-Tractor-7' };
    await expect(world.call(resetUserPassword, world.ada, own)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'not_yourself',
    });
    await enter('ada');
  });

  it('rejects the removal of oneself and of the last active administrator', async () => {
    const id = world.ada.id;
    const demoted = {
      id,
      username: 'ada',
      email: 'ada@example.com',
      fullName: 'Ada Admin',
      role: 'user' as const,
      monthlyGoal: 100,
    };
    await expect(world.call(removeUser, world.ada, { id })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'not_yourself',
    });
    await expect(world.call(setUserActive, world.ada, { id, active: false })).rejects.toMatchObject({
      code: 'not_yourself',
    });
    await expect(world.call(updateUser, world.ada, demoted)).rejects.toMatchObject({ code: 'not_yourself' });
    const ghost: Actor = { ...world.ada, id: 9_999 };
    await expect(world.call(removeUser, ghost, { id })).rejects.toMatchObject({ kind: 'conflict', code: 'last_admin' });
    await expect(world.call(updateUser, ghost, demoted)).rejects.toMatchObject({ code: 'last_admin' });
  });

  describe("an administrator's own e-mail address", () => {
    const own = () => ({
      id: world.ada.id,
      username: 'ada',
      fullName: 'Ada Admin',
      role: 'admin' as const,
      monthlyGoal: 100,
    });
    const change = (email: string, currentPassword?: string) =>
      world.call(updateUser, world.ada, { ...own(), email, currentPassword });
    const refusal = (message: string) => ({
      kind: 'invalid',
      code: 'validation_failed',
      details: { issues: [{ path: 'currentPassword', message }] },
    });
    const emailNow = async () => (await world.call(resolveUsers, null, { ids: [world.ada.id] })).users[0]!.email;

    it.each([undefined, ''])('is not changed without the password (%j)', async (typed) => {
      await expect(change('thief@example.com', typed)).rejects.toMatchObject(
        refusal('Please enter your password to change the e-mail address'),
      );
      expect(await emailNow()).toBe('ada@example.com');
    });

    it('is not changed with a wrong one, which the audit trail records without the typed text', async () => {
      await expect(change('thief@example.com', 'My-Wrong-Guess-1')).rejects.toMatchObject(
        refusal('Your current password is not right'),
      );
      expect(await emailNow()).toBe('ada@example.com');
      const [entry] = await world.database.query('select * from audit.entries order by id desc limit 1');
      expect(entry).toMatchObject({ action: 'user_changed', actor: 'ada', subject: 'ada', outcome: 'refused' });
    });

    it('is changed with the right one, which is not stored', async () => {
      await change('ada.new@example.com', password);
      expect(await emailNow()).toBe('ada.new@example.com');
      const rows = JSON.stringify(await world.database.query('select details from audit.entries'));
      for (const secret of [password, 'My-Wrong-Guess-1', '$argon2']) expect(rows).not.toContain(secret);
      await change('ada@example.com', password);
    });

    it('is not changed with a password that is replaced while it is checked', async () => {
      const matches = Passwords.prototype.matches;
      mock.method(Passwords.prototype, 'matches').mock.mockImplementationOnce(async function (
        this: Passwords,
        ...typed: Parameters<typeof matches>
      ) {
        const isRight = await matches.apply(this, typed);
        await world.database.query("update users set password_hash = 'another' where id = $1", [world.ada.id]);
        return isRight;
      });
      const [{ hash }] = (await world.database.query<{ hash: string }>(
        'select password_hash as hash from users where id = $1',
        [world.ada.id],
      )) as [{ hash: string }];
      await expect(change('thief@example.com', password)).rejects.toMatchObject(
        refusal('Your current password is not right'),
      );
      await world.database.query('update users set password_hash = $2 where id = $1', [world.ada.id, hash]);
      expect(await emailNow()).toBe('ada@example.com');
    });

    it('needs no password if it stays, and neither does the address of another user', async () => {
      await change('ada@example.com');
      const { id } = await create({ username: 'jana', email: 'jana@example.com' });
      const jana = { id, username: 'jana', email: 'jana.new@example.com', fullName: 'Jana New' };
      expect(await world.call(updateUser, world.ada, jana)).toMatchObject({ email: 'jana.new@example.com' });
    });
  });

  it('removes only one of two admins who remove each other at once', async () => {
    const admins = await Promise.all(
      ['gina', 'hans'].map((username) => create({ username, email: `${username}@example.com`, role: 'admin' })),
    );
    await world.call(setUserActive, { ...world.ada, id: admins[0]!.id }, { id: world.ada.id, active: false });
    const off = ([by, id]: number[]) =>
      world.call(setUserActive, { ...world.ada, id: by! }, { id: id!, active: false });
    const [gina, hans] = admins.map(({ id }) => id);
    const outcomes = await Promise.allSettled(
      [
        [gina!, hans!],
        [hans!, gina!],
      ].map(off),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await world.database.query("update users set active = true where role = 'admin'");
  });

  it('deletes a user with sessions and leads, and rejects with 404 afterwards', async () => {
    const { id } = await create({ username: 'ines', email: 'ines@example.com' });
    const { token } = await enter('ines');
    await world.call(removeUser, world.ada, { id });
    expect(world.dropped).toContain(id);
    await expect(world.whoHas(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(world.call(removeUser, world.ada, { id })).rejects.toMatchObject({ kind: 'not_found' });
    expect((await world.call(resolveUsers, null, { usernames: ['INES '] })).users).toEqual([]);
  });
});
