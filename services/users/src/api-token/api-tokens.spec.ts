import {
  addPasskey,
  checkApiToken,
  createOwnToken,
  createServiceToken,
  createTeam,
  createUser,
  linkProvisionedUsers,
  listAudit,
  listOwnTokens,
  listSelectableUsers,
  listServiceTokens,
  listUsers,
  removeTeam,
  removeUser,
  resetUserPassword,
  resolveBranch,
  resolveUsers,
  revokeOwnToken,
  revokeServiceToken,
  scopesOf,
  setTeamOfUsers,
  setUserActive,
  signIn,
  updateUser,
  type Actor,
  type ApiScope,
  type Role,
} from '@lead-finder/contracts';
import { days } from '@lead-finder/platform';
import { eventually } from '@lead-finder/testing';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';
import { usersRetention } from '../users.retention.js';

let world: UsersWorld;
let names = 0;
beforeAll(async () => {
  world = await startUsers();
  world.clock.time = new Date();
});
afterAll(() => world?.stop());

const scopes: ApiScope[] = ['leads:read'];
async function user(role: Role = 'user') {
  const username = `owner${++names}`;
  const { id } = await world.call(createUser, world.ada, {
    username,
    fullName: 'Owner One',
    email: `${username}@example.com`,
    password,
    role,
  });
  return { id, username, fullName: 'Owner One', role };
}
const create = (owner: Actor, form: object = {}) =>
  world.call(createOwnToken, owner, { name: 'Script', scopes, ...form });
const check = (token: string) => world.call(checkApiToken, null, { token });
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    ({ kind, code, message }: { kind: string; code: string; message: string }) => `${kind} ${code}: ${message}`,
  );
const wrong = 'unauthenticated unauthenticated: This token is wrong or was revoked';
const newestEntry = async () => (await world.call(listAudit, world.ada, { pageSize: 1 })).entries[0]!;

describe('an API token', () => {
  it('is shown once and stored as a hash, and names its user, scopes and end', async () => {
    const owner = await user('manager');
    const { token, ...shown } = await create(owner, { networks: ['203.0.113.0/24'], days: 30 });
    expect(token).toMatch(/^lf_pat_[\w-]{54}$/);
    expect(await world.call(listOwnTokens, owner, {})).toEqual([shown]);
    expect(shown).toMatchObject({ name: 'Script', scopes, networks: ['203.0.113.0/24'], lastUsedAt: null });
    expect(token.startsWith(shown.beginsWith)).toBe(true);
    expect(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)).toBe(days(30));
    const stored = JSON.stringify(await world.database.query('select * from api_tokens'));
    expect(stored).not.toContain(token.slice(0, 20));
    expect(await check(token)).toMatchObject({
      actor: { id: owner.id, role: 'manager', token: { id: shown.id, name: 'Script' } },
      user: { username: owner.username },
      scopes,
      networks: ['203.0.113.0/24'],
      expiresAt: shown.expiresAt,
    });
    expect((await check(token)).actor.sessionId).toBeUndefined();
    expect((await world.call(listOwnTokens, owner, {}))[0]!.lastUsedAt).not.toBeNull();
  });

  it('is in the audit trail when it is created and revoked, without its text', async () => {
    const owner = await user();
    const { token, id, expiresAt } = await create(owner);
    const details = { id, scopes, networks: [], expiresAt };
    expect(await newestEntry()).toMatchObject({ action: 'api_token_created', subject: 'Script', details });
    await world.call(revokeOwnToken, owner, { tokenId: id });
    expect(await newestEntry()).toMatchObject({ action: 'api_token_revoked', actor: owner.username, details: { id } });
    const [{ trail }] = (await world.database.query('select json_agg(e)::text as trail from audit.entries e')) as [
      { trail: string },
    ];
    expect(trail).not.toContain(token);
  });

  it.each(['user', 'manager', 'admin'] as const)('of a %s has at most the scopes of the role', async (role) => {
    const owner = await user(role);
    const all = scopesOf(role);
    expect(await create(owner, { scopes: all })).toMatchObject({ scopes: all });
    const other = scopesOf('admin').find((scope) => !all.includes(scope));
    if (other)
      expect(await refusal(create(owner, { scopes: [other] }))).toBe(
        `invalid validation_failed: The role ${role} does not have the scope ${other}`,
      );
  });

  it('takes the role from the database, not from the session that creates it', async () => {
    const owner = await user();
    expect(await refusal(create({ ...owner, role: 'admin' }, { scopes: ['admin.users:read'] }))).toMatch(/^invalid/);
  });

  it('is one of at most 20', async () => {
    const owner = await user();
    for (let count = 0; count < 20; count++) await create(owner);
    expect(await refusal(create(owner))).toMatch(/^conflict too_many_tokens/);
  });

  it('is revoked by its owner alone, and gateways learn of it', async () => {
    const owner = await user();
    const { id, token } = await create(owner);
    const revoke = (by: Actor) => world.call(revokeOwnToken, by, { tokenId: id });
    expect(await refusal(revoke(await user()))).toBe('not_found not_found: Token not found');
    world.doubted.length = 0;
    await revoke(owner);
    expect(await refusal(check(token))).toBe(wrong);
    expect(world.doubted).toContain(owner.id);
    await eventually(() =>
      expect(world.revoked.some(({ userId, tokenHash }) => userId === owner.id && tokenHash)).toBe(true),
    );
  });

  it('ends when it expires, and is listed for 30 days more', async () => {
    const owner = await user();
    const { token } = await create(owner, { days: 1 });
    const before = world.clock.time;
    const at = async (day: number) => {
      world.clock.time = new Date(before.getTime() + days(day));
      for (const rule of usersRetention({ AUDIT_KEEP_DAYS: 731 } as never))
        if (rule.what === 'expired API tokens')
          while (
            await rule.forget({ database: world.database, now: world.clock.time, app: { get: world.get } as never })
          );
      return (await world.call(listOwnTokens, owner, {})).length;
    };
    try {
      world.clock.time = new Date(before.getTime() + days(1) - 1);
      expect(await check(token)).toBeTruthy();
      expect(await at(1)).toBe(1);
      expect(await refusal(check(token))).toBe('unauthenticated unauthenticated: This token has expired');
      expect(await at(30)).toBe(1);
      expect(await at(31.1)).toBe(0);
    } finally {
      world.clock.time = before;
    }
  });

  it('ends with the deactivation of its user, also if the account is activated again', async () => {
    const owner = await user();
    const { token } = await create(owner);
    await world.call(setUserActive, world.ada, { id: owner.id, active: false });
    expect(await refusal(check(token))).toBe(wrong);
    await world.call(setUserActive, world.ada, { id: owner.id, active: true });
    expect(await refusal(check(token))).toBe(wrong);
    expect(await world.call(listOwnTokens, owner, {})).toEqual([]);
  });

  it('ends with the account', async () => {
    const owner = await user();
    const { token } = await create(owner);
    await world.call(removeUser, world.ada, { id: owner.id });
    expect(await refusal(check(token))).toBe(wrong);
  });

  it('has the present role of its user, and gateways check it again', async () => {
    const owner = await user('admin');
    const { token } = await create(owner, { scopes: ['admin.users:read'] });
    world.doubted.length = 0;
    const account = { id: owner.id, username: owner.username, fullName: 'Owner One' };
    await world.call(updateUser, world.ada, { ...account, email: `${owner.username}@example.com`, role: 'user' });
    expect((await check(token)).actor.role).toBe('user');
    expect(world.doubted).toContain(owner.id);
  });

  it('has the present teams of its user, and gateways check it again', async () => {
    const owner = await user();
    const { token } = await create(owner);
    const team = await world.call(createTeam, world.ada, { name: `Team ${names}` });
    world.doubted.length = 0;
    await world.call(setTeamOfUsers, world.ada, { teamId: team.id, userIds: [owner.id] });
    expect((await check(token)).actor.teams).toEqual([team.id]);
    expect(world.doubted).toContain(owner.id);
    await world.call(setTeamOfUsers, world.ada, { teamId: null, userIds: [owner.id] });
    expect((await check(token)).actor.teams).toBeUndefined();
  });

  it('outlives a new password', async () => {
    const owner = await user();
    const { token } = await create(owner);
    await world.call(resetUserPassword, world.ada, { id: owner.id, newPassword: 'Other-Horse-8' });
    expect((await check(token)).actor.id).toBe(owner.id);
  });

  it('waits for the second factor that the role needs', async () => {
    const owner = await user();
    const { token } = await create(owner);
    await world.database.query(
      "insert into second_factor_rule (required_for, from_day, due_at) values ('all', '2020-01-01', '2020-01-01')",
    );
    try {
      expect((await check(token)).user.secondFactor?.isDue).toBe(true);
      const service = await world.call(createServiceToken, world.ada, { name: 'Robot', scopes, role: 'user' });
      expect((await check(service.token)).user.secondFactor).toBeUndefined();
    } finally {
      await world.database.query('delete from second_factor_rule');
    }
  });
});

describe('what no token may do', () => {
  const byToken = (owner: Actor): Actor => ({ ...owner, token: { id: 1, name: 'Script' } });
  const closed = /^forbidden session_required: No token may do this/;

  it('tokens, passwords and second factors', async () => {
    const admin = byToken(world.ada);
    const { id } = await user();
    expect(await refusal(create(admin))).toMatch(closed);
    expect(await refusal(world.call(listOwnTokens, admin, {}))).toMatch(closed);
    const service = { name: 'Robot', scopes, role: 'user' as const };
    expect(await refusal(world.call(createServiceToken, admin, service))).toMatch(closed);
    expect(await refusal(world.call(resetUserPassword, admin, { id, newPassword: 'Other-Horse-8' }))).toMatch(closed);
    expect(await refusal(world.call(addPasskey, admin, {} as never))).toMatch(closed);
  });

  it('administrators and managers, who could sign in then', async () => {
    const admin = byToken(world.ada);
    const other = await user('admin');
    const account = { username: 'made.up', fullName: 'Made Up', email: 'made.up@example.com' };
    const leaders = ['admin', 'manager'] as const;
    for (const role of leaders)
      expect(await refusal(world.call(createUser, admin, { ...account, password, role }))).toMatch(closed);
    const { id } = await world.call(createUser, admin, { ...account, password, role: 'user' });
    for (const role of leaders)
      expect(await refusal(world.call(updateUser, admin, { ...account, id, role }))).toMatch(closed);
    const renamed = { id: other.id, username: other.username, fullName: 'Owner One', email: 'mine@example.com' };
    expect(await refusal(world.call(updateUser, admin, { ...renamed, role: 'admin' }))).toMatch(closed);
    expect(await refusal(world.call(setUserActive, admin, { id: other.id, active: false }))).toMatch(closed);
    expect(await refusal(world.call(removeUser, admin, { id: other.id }))).toMatch(closed);
    const manager = await user('manager');
    for (const role of ['manager', 'user'] as const) {
      const own = { ...manager, email: `${manager.username}@example.com`, role };
      expect(await world.call(updateUser, admin, own)).toMatchObject({ id: manager.id, role });
    }
    await world.call(setUserActive, admin, { id, active: false });
    expect(await newestEntry()).toMatchObject({
      action: 'user_deactivated',
      actor: 'ada',
      details: { id, token: 'Script' },
    });
  });

  it('the e-mail address of an account, to which its password link goes', async () => {
    const admin = byToken(world.ada);
    const { id, username } = await user();
    const account = { id, username, fullName: 'Owner One', role: 'user' as const };
    const taken = { ...account, email: 'attacker@evil.example' };
    expect(await refusal(world.call(updateUser, admin, taken))).toMatch(closed);
    expect(await world.call(updateUser, world.ada, taken)).toMatchObject({ email: taken.email });
  });
});

describe('a wrong token', () => {
  it('costs no query, and 60 of a network make further ones of it wait', async () => {
    const owner = await user();
    const { token } = await create(owner);
    const from = (address: string, sent: string) =>
      refusal(world.call(checkApiToken, null, { token: sent }, undefined, { address }));
    const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    for (const made of ['', 'x', 'lf_pat_', flipped, `lf_svc_${token.slice(7)}`, `lf_pat_${'a'.repeat(54)}`])
      expect(await from('198.51.100.1', made)).toBe(wrong);
    for (let sent = 6; sent < 60; sent++) expect(await from('198.51.100.1', flipped)).toBe(wrong);
    expect(await from('198.51.100.1', flipped)).toMatch(/^limited rate_limited: Too many requests with a wrong token/);
    expect(await from('198.51.100.1', token)).toBe('accepted');
    expect(await from('198.51.100.2', flipped)).toBe(wrong);
    expect(await from('198.51.100.2', token)).toBe('accepted');
    const signedIn = world.call(signIn, null, {
      username: owner.username,
      password,
      origin: { address: '198.51.100.1' },
    });
    expect(await refusal(signedIn)).toBe('accepted');
  });
});

describe('a service token', () => {
  const service = (form: object = {}) =>
    world.call(createServiceToken, world.ada, { name: 'Nightly Import', scopes, role: 'user', ...form });

  it('acts as an account of its own with a role and a team', async () => {
    const team = await world.call(createTeam, world.ada, { name: 'West' });
    const member = await user();
    await world.call(setTeamOfUsers, world.ada, { teamId: team.id, userIds: [member.id] });
    const { token, ...shown } = await service({ role: 'manager', teamId: team.id });
    expect(token).toMatch(/^lf_svc_/);
    expect(shown).toMatchObject({ role: 'manager', team: { id: team.id, name: 'West' }, createdBy: 'ada' });
    expect(await world.call(listServiceTokens, world.ada, {})).toContainEqual(shown);
    const { actor } = await check(token);
    expect(actor).toMatchObject({ fullName: 'Nightly Import', role: 'manager', teams: [team.id] });
    expect(actor.username).toMatch(/^nightly-import-[0-9a-f]{6}$/);
    expect((await world.call(resolveBranch, null, { managerId: actor.id })).people).toContain(member.id);
    expect(await refusal(world.call(removeTeam, world.ada, { id: team.id }))).toMatch(/^conflict team_in_use/);
    await world.call(revokeServiceToken, world.ada, { tokenId: shown.id });
    expect(await refusal(check(token))).toBe(wrong);
  });

  it('has no account that a person could use', async () => {
    const { token } = await service();
    const { actor } = await check(token);
    const { id, username } = actor;
    const attempt = { username, password: 'no account has this password', origin };
    expect(await refusal(world.call(signIn, null, attempt))).toMatch(/^unauthenticated invalid_credentials/);
    expect((await world.call(listUsers, world.ada, { q: username })).users).toEqual([]);
    expect((await world.call(listSelectableUsers, world.ada, { q: username })).people).toEqual([]);
    for (const change of [
      world.call(setUserActive, world.ada, { id, active: true }),
      world.call(resetUserPassword, world.ada, { id, newPassword: 'Other-Horse-8' }),
      world.call(removeUser, world.ada, { id }),
      world.call(linkProvisionedUsers, world.ada, { id: 1, userId: id }),
    ])
      expect(await refusal(change)).toMatch(/^not_found/);
    const { users } = await world.call(resolveUsers, null, { ids: [id] });
    expect(users[0]).toMatchObject({ active: false, isService: true });
  });

  it('has the scopes of its role alone, and is one of at most 100', async () => {
    expect(await refusal(service({ scopes: ['admin.imports:write'] }))).toMatch(/does not have the scope/);
    expect(await refusal(service({ teamId: 9_999_999 }))).toBe('invalid validation_failed: There is no such team');
    const present = (await world.call(listServiceTokens, world.ada, {})).length;
    for (let count = present; count < 100; count++) await service();
    expect(await refusal(service())).toMatch(/^conflict too_many_tokens/);
  });

  it('ends with its account 30 days after it expired', async () => {
    const before = world.clock.time;
    const [newest] = await world.call(listServiceTokens, world.ada, {});
    world.clock.time = new Date(Date.parse(newest!.expiresAt) + days(31));
    try {
      for (const rule of usersRetention({ AUDIT_KEEP_DAYS: 731 } as never))
        if (rule.what === 'expired API tokens')
          while (
            await rule.forget({ database: world.database, now: world.clock.time, app: { get: world.get } as never })
          );
      expect(await world.call(listServiceTokens, world.ada, {})).toEqual([]);
      expect(await world.database.query('select id from users where is_service')).toEqual([]);
    } finally {
      world.clock.time = before;
    }
  });
});
