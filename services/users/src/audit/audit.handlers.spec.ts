import {
  createUser,
  endOtherSessions,
  forgotPassword,
  leadsAudited,
  listAudit,
  recordExport,
  removeUser,
  resetForgottenPassword,
  resetUserPassword,
  setUserActive,
  signIn,
  signOut,
  unlockUser,
  updateUser,
  type AuditEntry,
  type InputOf,
} from '@lead-finder/contracts';
import { replayPublished } from '@lead-finder/platform';
import { minute, origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

describe('the audit trail', () => {
  let world: UsersWorld;
  let people = 0;
  const enter = (username: string, typed = password) => world.call(signIn, null, { username, password: typed, origin });
  const fail = (username: string) => enter(username, 'wrong-one').catch(() => undefined);
  const addUser = () => {
    const username = `user${++people}`;
    const fields = { username, email: `${username}@example.com`, fullName: 'Some Body', password };
    return world.call(createUser, world.ada, fields);
  };
  const entries = async (filter: InputOf<typeof listAudit> = {}) =>
    (await world.call(listAudit, world.ada, filter)).entries;
  const of = async (username: string) =>
    (await entries({ q: username })).filter(({ subject }) => subject === username).reverse();
  const actionsOf = async (username: string) => (await of(username)).map(({ action }) => action);

  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());

  it('records who did what to an account, in order', async () => {
    const { id, username } = await addUser();
    const fields = { username, email: 'other@example.com', fullName: 'Some Body', role: 'manager' as const };
    await world.call(updateUser, world.ada, { id, ...fields });
    await world.call(resetUserPassword, world.ada, { id, newPassword: 'Another-Horse-8' });
    await world.call(setUserActive, world.ada, { id, active: false });
    await world.call(setUserActive, world.ada, { id, active: true });
    await world.call(unlockUser, world.ada, { id });
    await world.call(removeUser, world.ada, { id });
    expect(await actionsOf(username)).toEqual([
      'user_created',
      'user_changed',
      'password_set',
      'user_deactivated',
      'user_activated',
      'user_unlocked',
      'user_deleted',
    ]);
    const [, changed] = await of(username);
    expect(changed).toMatchObject<Partial<AuditEntry>>({
      actorId: world.ada.id,
      actor: 'ada',
      outcome: 'done',
      address: '192.0.2.1',
      requestId: expect.any(String),
      details: { id, changed: { role: ['user', 'manager'], email: [`${username}@example.com`, 'other@example.com'] } },
    });
  });

  it('records sign-ins, failures, the failure that locks, and the ends of sessions', async () => {
    const { username } = await addUser();
    const { token } = await enter(username);
    const second = await enter(username);
    await world.call(endOtherSessions, await world.whoHas(token), {});
    await world.call(signOut, null, { token: second.token });
    await world.call(signOut, null, { token });
    for (let failure = 1; failure <= 6; failure++) await fail(username);
    const done = ['user_created', 'sign_in', 'sign_in', 'sessions_ended', 'sign_out'];
    expect(await actionsOf(username)).toEqual([
      ...done,
      ...Array(4).fill('sign_in_failed'),
      'account_locked',
      'sign_in_failed',
    ]);
    expect((await of(username)).at(-1)).toMatchObject({
      outcome: 'refused',
      actorId: null,
      details: { code: 'account_locked' },
    });
  });

  it('records no unknown identifier and no secret', async () => {
    await fail('My-Secret-Password-1');
    const { id, username } = await addUser();
    await world.call(forgotPassword, null, { email: `${username}@example.com`, origin });
    const token = /token=([\w-]+)/.exec(await world.mail(1))![1]!;
    await world.call(resetForgottenPassword, null, { token, password: 'Another-Horse-8', origin });
    await world.call(resetUserPassword, world.ada, { id, newPassword: 'Green-Tractor-7' });
    const rows = JSON.stringify(await world.database.query('select * from audit.entries'));
    for (const secret of [
      'My-Secret-Password-1',
      token,
      password,
      'Another-Horse-8',
      'Green-Tractor-7',
      world.adaToken,
      '$argon2',
    ]) {
      expect(rows).not.toContain(secret);
    }
    expect(await actionsOf(username)).toEqual(['user_created', 'password_reset', 'password_set']);
    expect(await entries({ q: 'unknown account' })).toHaveLength(1);
  });

  it('has no entry for a rejected change that is rolled back', async () => {
    const before = await entries({ pageSize: 100 });
    await expect(world.call(removeUser, world.ada, { id: world.ada.id })).rejects.toMatchObject({
      code: 'not_yourself',
    });
    await expect(addUserNamed('ada')).rejects.toMatchObject({ code: 'username_taken' });
    expect(await entries({ pageSize: 100 })).toEqual(before);
  });
  const addUserNamed = (username: string) =>
    world.call(createUser, world.ada, { username, email: 'x@example.com', fullName: 'Some Body', password });

  it('records a fact of another service once, for any number of deliveries', async () => {
    const fact = { action: 'lead_deleted' as const, actor: { id: 7, username: 'sam' }, address: '192.0.2.7' };
    await world.publish(leadsAudited, {
      ...fact,
      subject: 'Line\nbreak\u001b[31m\u202eBakery',
      details: { name: 'a\u0000b' },
    });
    const [entry] = await entries({ actor: 'SAM' });
    expect(entry).toMatchObject({
      action: 'lead_deleted',
      actorId: 7,
      address: '192.0.2.7',
      subject: 'Line break [31m Bakery',
      details: { name: 'a b' },
    });
    await replayPublished(world.database);
    expect(await entries({ actor: 'sam' })).toHaveLength(1);
  });

  it('can be filtered by user, action, time and text, and read page by page', async () => {
    const start = world.clock.now().toISOString();
    world.clock.forward(10 * minute);
    for (let count = 1; count <= 5; count++)
      await world.call(recordExport, world.ada, { action: 'businesses_exported', details: { count } });
    const mine = {
      action: 'businesses_exported',
      actor: 'Ada',
      from: start,
      to: new Date(world.clock.now().getTime() + 1).toISOString(),
    } as const;
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.call(listAudit, world.ada, { ...mine, pageSize: 2, cursor });
      seen.push(...page.entries.map(({ details }) => details.count));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([5, 4, 3, 2, 1]);
    expect(await entries({ ...mine, to: start })).toEqual([]);
    expect(await entries({ q: '100%_\\' })).toEqual([]);
    await expect(entries({ from: '0000-01-01T00:00:00Z' })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(world.call(listAudit, { ...world.ada, role: 'manager' }, {})).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it.each([
    ["update audit.entries set actor = 'unknown'", /permission denied for table entries/],
    ['delete from audit.entries', /permission denied for table entries/],
    ['truncate audit.entries', /permission denied for table entries/],
    ['drop table audit.entries', /must be owner of table entries/],
    ['alter table audit.entries disable trigger all', /must be owner of table entries/],
    ['set role lf_leads; select * from audit.entries', /permission denied for schema audit/],
    ['select audit.forget(89, 1)', /are kept for 90 days at least/],
    ['select audit.forget(null, 1)', /are kept for 90 days at least/],
  ])("refuses the service's own role: %s", async (sql, refusal) => {
    await expect(world.database.query(sql)).rejects.toThrow(refusal);
  });
});
