import {
  createIdentityProvider,
  createScimToken,
  createUser,
  getProvisioning,
  linkProvisionedUsers,
  listAudit,
  listProviderSignIns,
  listUsers,
  provision,
  provisioningNeedsAdmin,
  removeScimToken,
  setUserActive,
  signIn,
  unlinkUser,
  type IdentityProvider,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { Client } from 'pg';
import { entra } from '../../test/scim/entra-id.js';
import { okta } from '../../test/scim/okta.js';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

let world: UsersWorld;
let provider: IdentityProvider;
let token: string;
let names = 0;

beforeAll(async () => {
  world = await startUsers();
  world.clock.time = new Date();
  const form = { name: 'Northfield ID', issuer: 'https://id.northfield.example', clientId: 'lead-finder' };
  provider = await world.call(createIdentityProvider, world.ada, form);
  token = (await world.call(createScimToken, world.ada, { id: provider.id })).token;
});
afterAll(() => world?.stop());

type Request = Partial<Parameters<typeof world.call<typeof provision>>[2]> & { resource?: 'Users' };
interface Shown {
  id: string;
  userName: string;
  active: boolean;
  displayName: string;
  emails: { value: string }[];
  name: { givenName?: string; familyName?: string };
  detail?: string;
  scimType?: string;
  totalResults?: number;
  itemsPerPage?: number;
  Resources?: Shown[];
}

async function scim(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', request: Request = {}) {
  const { status, body, location } = await world.call(provision, null, {
    method,
    resource: 'Users',
    token,
    ...request,
  });
  return { status, location, body: body as Shown };
}
const find = (filter: string) => scim('GET', { query: { filter } });
const newName = () => `person${++names}`;
async function made(name = newName(), body: object = entra.user(name)) {
  const created = await scim('POST', { body });
  expect(created.status).toBe(201);
  return { name, scimId: created.body.id };
}
const account = async (name: string) => {
  const { users } = await world.call(listUsers, world.ada, { q: name });
  return users[0]!;
};
const logged = async () => (await world.call(listProviderSignIns, world.ada, {})).entries;
const newest = async () => (await logged())[0]!;

describe('a user of a provider', () => {
  it('is not found before, is created, and is found by userName and externalId in any letters', async () => {
    const name = newName();
    expect((await find(`userName eq "${name}@northfield.example"`)).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const created = await scim('POST', { body: entra.user(name) });
    expect(created).toMatchObject({
      status: 201,
      location: expect.stringMatching(/\/scim\/v2\/Users\/\d+$/) as string,
      body: { userName: `${name}@northfield.example`, displayName: `${name} Northfield`, active: true },
    });
    expect(JSON.stringify(created.body)).not.toContain('501 555');
    expect(await account(name)).toMatchObject({
      username: name,
      role: 'user',
      fullName: `${name} Northfield`,
      active: true,
    });
    for (const filter of [
      `userName eq "${name.toUpperCase()}@northfield.example"`,
      `externalId eq "${name}-object-id"`,
      `emails[type eq "work"].value eq "${name}@northfield.example"`,
      `id eq "${created.body.id}" and userName eq "${name}@northfield.example"`,
    ])
      expect((await find(filter)).body).toMatchObject({ totalResults: 1, Resources: [{ id: created.body.id }] });
    expect(await newest()).toMatchObject({
      kind: 'scim',
      outcome: 'done',
      details: `POST User: created the account ${name}`,
    });
  });

  it('cannot sign in with a password, and a second request for the same user is a conflict', async () => {
    const { name } = await made();
    await expect(world.call(signIn, null, { username: name, password, origin })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(await scim('POST', { body: entra.user(name) })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
  });

  it("takes Entra ID's updates, also without paths, and leaves out what Lead Finder does not store", async () => {
    const { name, scimId } = await made();
    const updated = await scim('PATCH', {
      scimId,
      body: entra.update(`${name} Southfield`, `${name}@southfield.example`),
    });
    expect(updated).toMatchObject({
      status: 200,
      body: { displayName: `${name} Southfield`, emails: [{ value: `${name}@southfield.example` }] },
    });
    const merged = await scim('PATCH', { scimId, body: entra.updateWithoutPath('home@southfield.example') });
    expect(merged.body).toMatchObject({
      name: { givenName: 'Robin' },
      emails: [{ value: `${name}@southfield.example` }],
    });
    expect(await account(name)).toMatchObject({ email: `${name}@southfield.example`, fullName: 'Robin Southfield' });
  });

  it('gets an address by a replacement at a filter that fits none', async () => {
    const { scimId, name } = await made();
    const patched = await scim('PATCH', { scimId, body: entra.missingAddress('other@northfield.example') });
    expect(patched).toMatchObject({ status: 200, body: { emails: [{ value: `${name}@northfield.example` }] } });
  });

  it("takes Okta's whole profile", async () => {
    const { name, scimId } = await made(newName(), okta.user(`okta${names}`));
    const replaced = await scim('PUT', { scimId, body: okta.replace(scimId, `okta${names}`, 'Westfield') });
    expect(replaced.body).toMatchObject({ displayName: `okta${names} Westfield`, name: { familyName: 'Westfield' } });
    expect((await account(`okta${names}`)).fullName).toBe(`okta${names} Westfield`);
    expect(name).toBeDefined();
  });

  it.each([
    ['no userName', { emails: [{ value: 'kim@northfield.example' }] }, 'userName'],
    ['an address that is none', { ...entra.user('wrong'), emails: [{ value: 'here' }] }, 'email'],
    ['a flag that is none', { ...entra.user('wrong'), active: 'perhaps' }, 'active'],
    ['a body that is a list', [], 'JSON object'],
  ])('is refused with the field in words for %s', async (_, body, word) => {
    const refused = await scim('POST', { body });
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain(word);
  });

  it('whose address is of another account is refused, until an administrator links the account', async () => {
    const name = newName();
    const { id } = await world.call(createUser, world.ada, {
      username: name,
      email: `${name}@northfield.example`,
      fullName: 'Local One',
      password,
    });
    const refused = await scim('POST', { body: entra.user(name) });
    expect(refused).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect(await newest()).toMatchObject({ outcome: 'refused', details: expect.stringContaining('Link it') as string });
    expect((await scim('GET', { scimId: String(id) })).status).toBe(404);
    expect((await scim('PATCH', { scimId: String(id), body: entra.disable })).status).toBe(404);

    expect(await world.call(linkProvisionedUsers, world.ada, { id: provider.id, userId: id })).toEqual({ linked: 1 });
    const found = await find(`userName eq "${name}@northfield.example"`);
    expect(found.body.Resources).toMatchObject([{ id: String(id), displayName: 'Local One' }]);
    await scim('PATCH', { scimId: String(id), body: entra.disable });
    expect((await account(name)).active).toBe(false);

    await world.call(unlinkUser, world.ada, { id });
    expect((await scim('PATCH', { scimId: String(id), body: entra.enable })).status).toBe(404);
  });
});

describe('a deactivation by a provider', () => {
  it.each([
    ['as a text', entra.disable],
    ['as a flag', entra.disableStrictly],
    ['without a path', okta.deactivate],
  ])('%s ends all sessions of the account', async (_, body) => {
    const { name, scimId } = await made();
    const user = await account(name);
    await world.database.query(
      `insert into sessions (token_hash, user_id, address, user_agent) values ($1, $2, '', '')`,
      [name, user.id],
    );
    expect(await scim('PATCH', { scimId, body })).toMatchObject({ status: 200, body: { active: false } });
    expect(await world.database.query('select 1 from sessions where user_id = $1', [user.id])).toEqual([]);
    expect(world.doubted).toContain(user.id);
    // The choice of where the leads go, which the product asks for in the background, may follow at once.
    const ofUser = (await logged()).filter((entry) => entry.userId === user.id);
    expect(ofUser.map(({ details }) => details)).toContain('PATCH User: deactivated the account');
    const { entries } = await world.call(listAudit, world.ada, { action: 'user_deactivated' });
    expect(entries[0]).toMatchObject({ subject: name, details: { provider: 'Northfield ID' } });
  });

  it('of the last administrator is refused, and administrators are notified once a day', async () => {
    await world.call(linkProvisionedUsers, world.ada, { id: provider.id, userId: world.ada.id });
    const scimId = String(world.ada.id);
    for (const method of ['PATCH', 'DELETE', 'PATCH'] as const) {
      const refused = await scim(method, { scimId, body: entra.disable });
      expect(refused).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('last active admin') as string },
      });
    }
    expect((await account('ada')).active).toBe(true);
    await eventually(async () => {
      const needs = await world.emitted(provisioningNeedsAdmin, 1);
      expect(needs.filter(({ what }) => what === 'last_admin')).toEqual([
        expect.objectContaining({ fullName: 'Ada Admin', adminIds: [world.ada.id] }),
      ]);
    });
    await world.call(unlinkUser, world.ada, { id: world.ada.id });
  });

  it('of an administrator here stays, until the provider says that the account is inactive and then active again', async () => {
    const { name, scimId } = await made();
    const { id } = await account(name);
    await world.call(setUserActive, world.ada, { id, active: false });
    await scim('PUT', { scimId, body: okta.replace(scimId, name, 'Eastfield') });
    expect((await account(name)).active).toBe(false);
    await scim('PATCH', { scimId, body: entra.disable });
    await scim('PATCH', { scimId, body: entra.enable });
    expect((await account(name)).active).toBe(true);
    await world.call(setUserActive, world.ada, { id, active: false });
    await world.call(setUserActive, world.ada, { id, active: true });
    await scim('PATCH', { scimId, body: entra.disable });
    expect((await account(name)).active).toBe(false);
  });

  it('by DELETE hides the user from the provider, and a new user of the same name takes the account up again', async () => {
    const { name, scimId } = await made();
    expect(await scim('DELETE', { scimId })).toMatchObject({ status: 204, body: null });
    expect((await account(name)).active).toBe(false);
    expect((await scim('GET', { scimId })).status).toBe(404);
    expect((await find(`userName eq "${name}@northfield.example"`)).body.totalResults).toBe(0);
    expect((await made(name)).scimId).toBe(scimId);
    expect((await account(name)).active).toBe(true);
  });
});

const endServiceConnections = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'users'`;

describe('a batch of users', () => {
  it('is complete and without doubles after a stop in its middle, if the provider repeats what got no answer', async () => {
    const batch = Array.from({ length: 30 }, newName);
    let answered = 0;
    let ended = 0;
    const superuser = new Client({ connectionString: world.databaseUrl });
    await superuser.connect();
    const create = async (name: string): Promise<void> => {
      const status = await scim('POST', { body: entra.user(name) }).then(
        (answer) => answer.status,
        () => 503,
      );
      answered += 1;
      if (answered === 10) ended = (await superuser.query(endServiceConnections)).rowCount!;
      if (status === 503) return create(name);
      expect([201, 409]).toContain(status);
    };
    await Promise.all(batch.map(create));
    await superuser.end();
    expect(ended).toBeGreaterThan(0);
    for (const name of batch)
      expect((await find(`userName eq "${name}@northfield.example"`)).body).toMatchObject({ totalResults: 1 });
    const counted = await world.database.query<{ created: number }>(
      `select (select count(*)::int from users where username = any ($1)) as users,
         (select count(*)::int from audit.entries where action = 'user_created' and subject = any ($1)) as created,
         (select count(*)::int from provider_sign_ins where outcome = 'done' and username = any ($1)) as logged`,
      [batch],
    );
    expect(counted).toEqual([{ users: 30, created: 30, logged: 30 }]);
  });
});

describe('a list', () => {
  it('has pages of at most 100, and says how many there are', async () => {
    for (let at = 0; at < 3; at++) await made();
    const all = (await scim('GET')).body;
    expect(all.totalResults).toBeGreaterThanOrEqual(3);
    const page = (await scim('GET', { query: { startIndex: '2', count: '2' } })).body;
    expect(page).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 2 });
    expect(page.Resources!.map(({ id }) => id)).toEqual(all.Resources!.slice(1, 3).map(({ id }) => id));
    expect((await scim('GET', { query: { count: '1000000', startIndex: '-3' } })).body.totalResults).toBe(
      all.totalResults,
    );
    expect((await scim('GET', { query: { count: '0' } })).body).toMatchObject({
      Resources: [],
      totalResults: all.totalResults,
    });
  });

  it.each([
    'userName co "a"',
    'userName eq "a" or userName eq "b"',
    'title eq "Boss"',
    'userName',
    '((',
    `userName eq "${'a'.repeat(600)}"`,
  ])('refuses the filter %s', async (filter) =>
    expect(await find(filter)).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } }),
  );

  it.each(['ServiceProviderConfig', 'ResourceTypes', 'Schemas'])('of %s describes the service', async (resource) => {
    const { status, body } = await scim('GET', { resource: resource as 'Users' });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toMatch(/bearer|\/Users|userName/);
  });
});

describe('the tokens of a provider', () => {
  it('are two at most, each of which works until it is removed', async () => {
    const id = provider.id;
    const second = await world.call(createScimToken, world.ada, { id });
    await expect(world.call(createScimToken, world.ada, { id })).rejects.toMatchObject({ code: 'too_many_tokens' });
    for (const each of [token, second.token]) expect((await scim('GET', { token: each })).status).toBe(200);
    const { tokens } = await world.call(getProvisioning, world.ada, { id });
    expect(tokens).toMatchObject([{ createdBy: 'ada', lastUsedAt: expect.any(String) as string }, { id: second.id }]);
    expect(JSON.stringify(await world.database.query('select * from scim_tokens'))).not.toContain(second.token);
    await world.call(removeScimToken, world.ada, { id, tokenId: second.id });
    expect((await scim('GET', { token: second.token })).status).toBe(401);
    expect((await scim('GET')).status).toBe(200);
  });

  it('that are wrong are refused per network, while a valid one from the same network still works', async () => {
    const wrong = () => scim('GET', { token: 'lfscim_made-up' });
    expect((await wrong()).status).toBe(401);
    // Those of the same moment share one reading of the tokens.
    const many = Promise.all(Array.from({ length: 60 }, wrong));
    await expect(many).rejects.toMatchObject({ code: 'rate_limited' });
    expect((await scim('GET')).status).toBe(200);
    expect((await scim('GET', { token: '' })).status).toBe(401);
  });

  it("do not reach another provider's users", async () => {
    const { scimId, name } = await made();
    const other = await world.call(createIdentityProvider, world.ada, {
      name: 'Other ID',
      issuer: 'https://id.other.example',
      clientId: 'lead-finder',
    });
    const foreign = (await world.call(createScimToken, world.ada, { id: other.id })).token;
    expect((await scim('GET', { scimId, token: foreign })).status).toBe(404);
    expect((await scim('PATCH', { scimId, body: entra.disable, token: foreign })).status).toBe(404);
    expect((await scim('GET', { token: foreign })).body.totalResults).toBe(0);
    expect((await scim('POST', { body: entra.user(name), token: foreign })).status).toBe(409);
    expect((await account(name)).active).toBe(true);
  });
});
