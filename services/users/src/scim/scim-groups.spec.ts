import {
  addLeave,
  createIdentityProvider,
  createScimToken,
  createTeam,
  createUser,
  getLeaverRule,
  getProvisioning,
  listProviderSignIns,
  listUsers,
  previewGroupRules,
  provision,
  provisioningNeedsAdmin,
  setGroupRules,
  setLeaverRule,
  setUserActive,
  startBulkJob,
  updateUser,
  type BulkJob,
  type IdentityProvider,
  type InputOf,
  type Role,
} from '@lead-finder/contracts';
import { AppError } from '@lead-finder/platform';
import { eventually, fake } from '@lead-finder/testing';
import { entra } from '../../test/scim/entra-id.js';
import { okta } from '../../test/scim/okta.js';
import { password, startUsers, type UsersWorld } from '../../test/start-users.js';

let world: UsersWorld;
let provider: IdentityProvider;
let token: string;
let names = 0;
let isLeadsAway = false;
const jobs: InputOf<typeof startBulkJob>[] = [];

const starting = fake(startBulkJob, (input) => {
  if (isLeadsAway) throw new AppError('unavailable', 'unavailable', 'Away');
  jobs.push(input);
  const user = { id: 1, username: 'ada', fullName: 'Ada Admin' };
  const moment = new Date().toISOString();
  const counts = { total: 2, done: 0, failed: 0, undone: 0, kept: 0 };
  const rest = {
    toStatus: null,
    newUser: null,
    createdBy: user,
    createdAt: moment,
    finishedAt: null,
    undoableUntil: null,
  };
  return { id: jobs.length, action: 'reassign', status: 'running', ...counts, ...rest } as unknown as BulkJob;
});

beforeAll(async () => {
  world = await startUsers({}, [starting]);
  world.clock.time = new Date();
  const form = { name: 'Northfield ID', issuer: 'https://id.northfield.example', clientId: 'lead-finder' };
  provider = await world.call(createIdentityProvider, world.ada, form);
  token = (await world.call(createScimToken, world.ada, { id: provider.id })).token;
});
afterAll(() => world?.stop());

interface Shown {
  id: string;
  displayName: string;
  members?: { value: string }[];
  detail?: string;
  totalResults?: number;
  Resources?: Shown[];
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
async function send(resource: 'Users' | 'Groups', method: Method, request: object = {}) {
  const { status, body } = await world.call(provision, null, { method, resource, token, ...request });
  return { status, body: body as Shown };
}
const groups = (method: Method, request: object = {}) => send('Groups', method, request);
async function person() {
  const name = `member${++names}`;
  return { name, id: (await send('Users', 'POST', { body: entra.user(name) })).body.id };
}
async function group(body: object = entra.group(`Group ${++names}`)) {
  const created = await groups('POST', { body });
  expect(created.status).toBe(201);
  return created.body;
}
const membersOf = async (scimId: string) =>
  (await groups('GET', { scimId })).body.members?.map(({ value }) => value) ?? [];
const account = async (name: string) => (await world.call(listUsers, world.ada, { q: name })).users[0]!;
const becomes = (name: string, expected: { role?: Role; teamId?: number | null; active?: boolean }) =>
  eventually(async () => expect(await account(name)).toMatchObject(expected));
const team = (name: string) => world.call(createTeam, world.ada, { name, parentId: null });
const rules = (...list: { groupId: number; role: Role; teamId?: number | null }[]) => ({
  id: provider.id,
  rules: list,
});

describe('a group of a provider', () => {
  it("has the members that Entra ID's operations leave", async () => {
    const [one, two] = [await person(), await person()];
    const { id: scimId, displayName } = await group();
    expect((await groups('PATCH', { scimId, body: entra.addMembers(one.id, two.id) })).status).toBe(200);
    await groups('PATCH', { scimId, body: entra.addMembers(one.id) });
    expect(await membersOf(scimId)).toEqual([one.id, two.id]);
    await groups('PATCH', { scimId, body: entra.removeMembers(one.id) });
    await groups('PATCH', { scimId, body: entra.removeMemberStrictly(two.id) });
    expect(await membersOf(scimId)).toEqual([]);
    await groups('PATCH', { scimId, body: entra.renameGroup(`${displayName} West`) });
    const found = await groups('GET', {
      query: { filter: `displayName eq "${displayName} west"`, excludedAttributes: 'members' },
    });
    expect(found.body).toMatchObject({
      totalResults: 1,
      Resources: [{ id: scimId, displayName: `${displayName} West` }],
    });
    expect((await groups('DELETE', { scimId })).status).toBe(204);
    expect((await groups('GET', { scimId })).status).toBe(404);
  });

  it("has the members of Okta's push", async () => {
    const [one, two] = [await person(), await person()];
    const { id: scimId } = await group(okta.group('Sales'));
    await groups('PATCH', { scimId, body: okta.pushGroup(scimId, 'Sales', one.id) });
    expect(await membersOf(scimId)).toEqual([one.id]);
    await groups('PATCH', { scimId, body: okta.changeMembers(one.id, two.id) });
    expect(await membersOf(scimId)).toEqual([two.id]);
    await groups('PUT', {
      scimId,
      body: { ...okta.group('Sales East'), members: [{ value: one.id }, { value: two.id }] },
    });
    expect(await membersOf(scimId)).toEqual([one.id, two.id]);
  });

  it('counts in each page of the list, also behind the last one', async () => {
    await group();
    const { totalResults } = (await groups('GET')).body;
    expect(totalResults).toBeGreaterThan(0);
    for (const query of [{ startIndex: '400' }, { count: '0' }])
      expect((await groups('GET', { query })).body).toMatchObject({ totalResults, Resources: [] });
  });

  it('takes no member whom the provider does not manage, and no second group of its name', async () => {
    const { id: scimId, displayName } = await group();
    const refused = await groups('PATCH', { scimId, body: entra.addMembers(String(world.ada.id)) });
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('members') as string } });
    expect((await groups('POST', { body: entra.group(displayName.toUpperCase()) })).status).toBe(409);
  });
});

describe('the rules of groups', () => {
  it('show who becomes what, and give members role and team, the first rule that fits', async () => {
    const west = await team('West');
    const [boss, seller] = [await person(), await person()];
    const [leaders, sales] = [await group(), await group()];
    await groups('PATCH', { scimId: leaders.id, body: entra.addMembers(boss.id) });
    await groups('PATCH', { scimId: sales.id, body: entra.addMembers(boss.id, seller.id) });
    const asked = rules(
      { groupId: Number(leaders.id), role: 'manager' },
      { groupId: Number(sales.id), role: 'user', teamId: west.id },
    );
    expect(await world.call(previewGroupRules, world.ada, asked)).toMatchObject({
      total: 2,
      changes: [
        { username: boss.name, before: { role: 'user', team: null }, after: { role: 'manager', team: null } },
        { username: seller.name, before: { role: 'user', team: null }, after: { role: 'user', team: 'West' } },
      ],
    });
    expect((await account(boss.name)).role).toBe('user');
    const saved = await world.call(setGroupRules, world.ada, asked);
    expect(saved.rules).toEqual(asked.rules.map((rule) => ({ teamId: null, ...rule })));
    await becomes(boss.name, { role: 'manager', teamId: null });
    await becomes(seller.name, { role: 'user', teamId: west.id });

    await groups('PATCH', { scimId: leaders.id, body: entra.addMembers(seller.id) });
    await becomes(seller.name, { role: 'manager', teamId: west.id });
    await groups('PATCH', { scimId: leaders.id, body: entra.removeMembers(seller.id, boss.id) });
    await becomes(boss.name, { role: 'user', teamId: west.id });
    await groups('DELETE', { scimId: sales.id });
    const { entries } = await world.call(listProviderSignIns, world.ada, {});
    expect(entries.map(({ details }) => details)).toContain('changed the role from user to manager');
    const after = await world.call(getProvisioning, world.ada, { id: provider.id });
    expect(after.rules).toEqual([{ groupId: Number(leaders.id), role: 'manager', teamId: null }]);
  });

  it('take effect after a stop between the request and the change', async () => {
    const late = await person();
    const { id } = await group();
    await world.call(setGroupRules, world.ada, rules({ groupId: Number(id), role: 'manager' }));
    const leased = new Date(world.clock.now().getTime() + 60_000);
    await world.database.query('insert into scim_group_members (group_id, user_id) values ($1, $2)', [id, late.id]);
    await world.database.query(
      "insert into provisioning_tasks (kind, user_id, provider, due_at) values ('place', $1, 'Northfield ID', $2)",
      [late.id, leased],
    );
    world.clock.time = new Date(leased.getTime() + 1_000);
    await groups('PATCH', { scimId: id, body: entra.addMembers((await person()).id) });
    await becomes(late.name, { role: 'manager' });
  });

  it('name a group or a team that does not exist in no case', async () => {
    const { id } = await group();
    for (const [rule, path] of [
      [{ groupId: 999_999, role: 'user' as const }, 'rules.0.groupId'],
      [{ groupId: Number(id), role: 'user' as const, teamId: 999_999 }, 'rules.0.teamId'],
    ] as const)
      for (const contract of [previewGroupRules, setGroupRules])
        await expect(world.call(contract, world.ada, rules(rule))).rejects.toMatchObject({
          details: { issues: [{ path }] },
        });
  });
});

describe('the leads of a user whom a provider deactivates', () => {
  const leave = async (leaver: { id: string }) => send('Users', 'PATCH', { scimId: leaver.id, body: entra.disable });
  const receiver = (username: string, teamId: number | null = null) =>
    world.call(createUser, world.ada, {
      username,
      email: `${username}@example.com`,
      fullName: `${username} One`,
      password,
      teamId,
    });

  it('wait for an administrator, who is notified, unless a rule says where they go', async () => {
    expect(await world.call(getLeaverRule, world.ada, {})).toEqual({ handOver: 'ask', user: null });
    const leaver = await person();
    await leave(leaver);
    const needs = await world.emitted(provisioningNeedsAdmin, 1);
    expect(needs).toEqual([
      expect.objectContaining({ what: 'leads_left', userId: Number(leaver.id), adminIds: [world.ada.id] }),
    ]);
    expect(jobs).toEqual([]);
  });

  it('move to the chosen user once, also if the leads service was away', async () => {
    const { id } = await receiver('taker');
    expect((await world.call(setLeaverRule, world.ada, { handOver: 'person', userId: id })).user?.username).toBe(
      'taker',
    );
    isLeadsAway = true;
    const leaver = await person();
    await leave(leaver);
    await eventually(async () => {
      const [task] = await world.database.query<{ failures: number }>('select failures from provisioning_tasks');
      expect(task?.failures).toBe(1);
    });
    isLeadsAway = false;
    world.clock.time = new Date(world.clock.now().getTime() + 60_000);
    const other = await person();
    await leave(other);
    await eventually(() => expect(jobs).toHaveLength(2));
    expect(jobs.map(({ filter, newUserIds }) => [filter.userId, newUserIds])).toEqual(
      expect.arrayContaining([
        [Number(leaver.id), [id]],
        [Number(other.id), [id]],
      ]),
    );
  });

  describe('who is in a team', () => {
    const vacation = (userId: number) => {
      const to = new Date(world.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
      return world.call(addLeave, world.ada, { userId, from: world.clock.now().toISOString().slice(0, 10), to });
    };
    async function leaverOf(teamId: number) {
      const leaver = await person();
      const { username, email, fullName, role, monthlyGoal, id } = await account(leaver.name);
      await world.call(updateUser, world.ada, { id, username, email, fullName, role, monthlyGoal, teamId });
      await leave(leaver);
      return id;
    }
    beforeAll(() => world.call(setLeaverRule, world.ada, { handOver: 'team' }));
    beforeEach(() => void (jobs.length = 0));

    it('are shared evenly by the active people of the team who are not on leave', async () => {
      const east = await team('East');
      const [one, two, gone, away] = [
        await receiver('one', east.id),
        await receiver('two', east.id),
        await receiver('gone', east.id),
        await receiver('away', east.id),
      ];
      await world.call(setUserActive, world.ada, { id: gone.id, active: false });
      await vacation(away.id);
      await leaverOf(east.id);
      await eventually(() => expect(jobs).toMatchObject([{ action: 'reassign', newUserIds: [one.id, two.id] }]));
    });

    it('wait for an administrator while the rest of the team is on leave', async () => {
      const north = await team('North');
      await vacation((await receiver('sunny', north.id)).id);
      const userId = await leaverOf(north.id);
      await eventually(async () => {
        const needs = await world.emitted(provisioningNeedsAdmin, 2);
        expect(needs.at(-1)).toMatchObject({ what: 'leads_left', userId });
      });
      expect(jobs).toEqual([]);
    });
  });

  it('go to the pool if the rule says so', async () => {
    jobs.length = 0;
    await world.call(setLeaverRule, world.ada, { handOver: 'pool' });
    const leaver = await person();
    await leave(leaver);
    await eventually(() =>
      expect(jobs).toMatchObject([
        { action: 'return-to-pool', reason: 'owner_left', filter: { userId: Number(leaver.id), archived: 'any' } },
      ]),
    );
  });

  it('have a rule that names an active user', async () => {
    await expect(world.call(setLeaverRule, world.ada, { handOver: 'person' })).rejects.toMatchObject({
      details: { issues: [{ path: 'userId' }] },
    });
    await expect(world.call(setLeaverRule, world.ada, { handOver: 'person', userId: 999_999 })).rejects.toMatchObject({
      message: 'Please choose an active user',
    });
  });
});

describe('the role of a group', () => {
  it('ends with a DELETE of the user, also for the account that is taken up again', async () => {
    const boss = await person();
    const { id } = await group();
    await world.call(setGroupRules, world.ada, rules({ groupId: Number(id), role: 'admin' }));
    await groups('PATCH', { scimId: id, body: entra.addMembers(boss.id) });
    await becomes(boss.name, { role: 'admin' });
    await send('Users', 'DELETE', { scimId: boss.id });
    await becomes(boss.name, { role: 'user', active: false });
    expect((await send('Users', 'POST', { body: entra.user(boss.name) })).body.id).toBe(boss.id);
    expect(await account(boss.name)).toMatchObject({ role: 'user', active: true });
  });
});
