import {
  checkSession,
  createIdentityProvider,
  createTeam,
  createUser,
  endProviderSessions,
  finishProviderSignIn,
  getProviderOfDomain,
  getProviderTest,
  listAudit,
  listIdentityProviders,
  listProviderSignIns,
  listSignInProviders,
  listUsers,
  removeIdentityProvider,
  setIdentityProviderEnabled,
  setUserActive,
  signOut,
  startProviderSignIn,
  startProviderTest,
  unlinkUser,
  updateIdentityProvider,
  type IdentityProvider,
  type IdentityProviderForm,
} from '@lead-finder/contracts';
import { startOidcPeer, testActor, type OidcPeer, type PeerAccount } from '@lead-finder/testing';
import { minute, origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

let peer: OidcPeer;
let world: UsersWorld;
let provider: IdentityProvider;
let people = 0;

beforeAll(async () => {
  peer = await startOidcPeer();
  world = await startUsers({ INTERNAL_IDENTITY_PROVIDERS: peer.issuer });
  world.clock.time = new Date();
  provider = await world.call(createIdentityProvider, world.ada, { ...form(), clientSecret: peer.clientSecret });
  peer.register(provider.redirectAddress, provider.backChannelAddress);
  await test();
});
beforeEach(async () => {
  world.clock.time = new Date();
  peer.tamper = undefined;
  peer.failWith = undefined;
  await use({});
});
afterAll(async () => {
  await world?.stop();
  await peer?.stop();
});

const form = (): IdentityProviderForm => ({
  name: 'Northfield ID',
  issuer: peer.issuer,
  clientId: peer.clientId,
  linkByEmail: true,
  createAccounts: true,
});
/** An account of the peer that is new in each test. */
const person = (claims: Partial<PeerAccount> = {}): PeerAccount => {
  const sub = `person${++people}`;
  return { sub, email: `${sub}@example.com`, email_verified: true, name: `Person ${people}`, ...claims };
};

async function test(claims: Partial<PeerAccount> = { groups: ['staff'] }, actor = world.ada) {
  peer.account = person(claims);
  const { address, browserToken } = await world.call(startProviderTest, actor, { id: provider.id, origin });
  const query = await peer.signIn(address);
  await world.call(finishProviderSignIn, null, { id: provider.id, query, browserToken, origin });
  return world.call(getProviderTest, actor, { id: provider.id });
}

/** Gives the provider these settings, and enables it. */
async function use(settings: Partial<IdentityProviderForm>) {
  provider = await world.call(updateIdentityProvider, world.ada, { ...form(), ...settings, id: provider.id });
  if (!provider.isTested) await test();
  provider = await world.call(setIdentityProviderEnabled, world.ada, { id: provider.id, enabled: true });
}

async function start() {
  return world.call(startProviderSignIn, null, { id: provider.id, returnTo: '/my-day', origin });
}

async function signInAs(account: PeerAccount) {
  peer.account = account;
  const { address, browserToken } = await start();
  const query = await peer.signIn(address);
  return world.call(finishProviderSignIn, null, { id: provider.id, query, browserToken, origin });
}

async function signedIn(account: PeerAccount) {
  const finished = await signInAs(account);
  if (finished.outcome !== 'signed in') throw new Error(JSON.stringify(finished));
  return finished;
}

const refused = (problem: string) => ({ outcome: 'refused', problem });
const newest = async () => (await world.call(listProviderSignIns, world.ada, {})).entries[0]!;
const makeUser = (account: PeerAccount) =>
  world.call(createUser, world.ada, {
    username: account.sub,
    email: account.email as string,
    fullName: 'Local One',
    password,
  });

describe('a first sign-in by a provider', () => {
  it('creates an account, opens a session of it and returns to the page that was asked for', async () => {
    const account = person({ preferred_username: 'Zoë.Müller@northfield.example' });
    const { user, token, returnTo } = await signedIn(account);
    expect(user).toMatchObject({ username: 'Zoe.Muller', email: account.email, fullName: account.name, role: 'user' });
    expect(returnTo).toBe('/my-day');
    expect((await world.call(checkSession, null, { token, used: true })).user.id).toBe(user.id);
    expect(await newest()).toMatchObject({
      provider: 'Northfield ID',
      username: 'Zoe.Muller',
      outcome: 'done',
      details: 'created the account Zoe.Muller as user',
    });
    expect((await signedIn(account)).user.id).toBe(user.id);
    const { entries } = await world.call(listAudit, world.ada, { action: 'sign_in', actor: 'Zoe.Muller' });
    expect(entries[0]).toMatchObject({ actor: 'Zoe.Muller', details: { provider: 'Northfield ID' } });
  });

  it('links the account with the same verified e-mail address', async () => {
    const account = person();
    const { id } = await makeUser(account);
    expect((await signedIn({ ...account, email: String(account.email).toUpperCase() })).user.id).toBe(id);
    expect((await newest()).details).toBe('linked the account');
  });

  it('links none by an address that the provider does not vouch for, and creates none for a denied one', async () => {
    const account = person({ email_verified: undefined });
    await makeUser(account);
    expect(await signInAs(account)).toEqual(refused('email_unverified'));
    expect(await signInAs(person({ email_verified: false }))).toEqual(refused('email_unverified'));
    expect((await newest()).problem).toBe('email_unverified');
  });

  it('takes the word of Entra ID for a verified address', async () => {
    const account = person({ email_verified: undefined });
    const { id } = await makeUser(account);
    peer.tamper = { claims: (claims) => ({ ...claims, email: account.email, xms_edov: true }) };
    expect((await signedIn(account)).user.id).toBe(id);
  });

  it('needs the permission of the administrator for both', async () => {
    await use({ linkByEmail: false, createAccounts: false });
    const account = person();
    await makeUser(account);
    expect(await signInAs(account)).toEqual(refused('email_taken'));
    expect(await signInAs(person())).toEqual(refused('no_account'));
  });

  it('rejects a second person with the same address, until an administrator unlinks the first', async () => {
    const first = person();
    const { user, token } = await signedIn(first);
    const second = { ...person(), email: first.email };
    expect(await signInAs(second)).toEqual(refused('subject_changed'));
    await world.call(unlinkUser, world.ada, { id: user.id });
    await expect(world.whoHas(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect((await signedIn(second)).user.id).toBe(user.id);
  });

  it('rejects a deactivated user, linked or not, and addresses outside the domains', async () => {
    const account = person();
    const { user } = await signedIn(account);
    await world.call(setUserActive, world.ada, { id: user.id, active: false });
    expect(await signInAs(account)).toEqual(refused('account_deactivated'));
    await use({ domains: ['northfield.example'] });
    expect(await signInAs(person())).toEqual(refused('domain'));
    expect((await signedIn(person({ email: 'kim@Northfield.example' }))).user.email).toBe('kim@Northfield.example');
  });

  it('makes one account of two sign-ins at the same time', async () => {
    const account = person();
    peer.account = account;
    const starts = await Promise.all([start(), start()]);
    const queries = await Promise.all(starts.map(({ address }) => peer.signIn(address)));
    const finished = await Promise.all(
      starts.map(({ browserToken }, index) =>
        world.call(finishProviderSignIn, null, { id: provider.id, query: queries[index]!, browserToken, origin }),
      ),
    );
    expect(finished.map(({ outcome }) => outcome)).toEqual(['signed in', 'signed in']);
    const { users } = await world.call(listUsers, world.ada, { q: account.email as string });
    expect(users).toHaveLength(1);
  });
});

describe('the table of claims', () => {
  it('gives role and team at each sign-in, by the first row that fits', async () => {
    const team = await world.call(createTeam, world.ada, { name: 'North' });
    const claimRules = [
      { value: 'bosses', role: 'manager' as const, teamId: team.id },
      { value: 'staff', role: 'user' as const },
    ];
    await use({ roleClaim: 'groups', claimRules });
    const account = person({ groups: ['staff', 'bosses'] });
    const { user, token } = await signedIn(account);
    const { users } = await world.call(listUsers, world.ada, { q: user.username });
    expect(users).toMatchObject([{ role: 'manager', teamId: team.id }]);
    expect((await signedIn({ ...account, groups: ['staff'] })).user.role).toBe('user');
    expect((await newest()).details).toBe('changed the role from manager to user');
    await expect(world.whoHas(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect((await signedIn({ ...account, groups: ['bosses'] })).user.role).toBe('manager');
    expect((await signedIn({ ...account, groups: ['others'] })).user.role).toBe('user');
  });

  it('can refuse users without a row, and never takes the last administrator', async () => {
    await use({ roleClaim: 'groups', claimRules: [{ value: 'staff', role: 'user' }], unmatched: 'refuse' });
    expect(await signInAs(person({ groups: ['others'] }))).toEqual(refused('no_role'));
    const ada = person({ email: 'ada@example.com', groups: ['staff'] });
    expect((await signedIn(ada)).user.role).toBe('admin');
    expect((await newest()).details).toContain('left the role');
    await world.call(unlinkUser, world.ada, { id: world.ada.id });
  });
});

describe('a sign-in is refused', () => {
  const finish = (query: string, browserToken: string, id = provider.id) =>
    world.call(finishProviderSignIn, null, { id, query, browserToken, origin });

  it('if its state is used again, unknown, old, or of another browser', async () => {
    peer.account = person();
    const first = await start();
    const query = await peer.signIn(first.address);
    expect(await finish(query, first.browserToken)).toMatchObject({ outcome: 'signed in' });
    expect(await finish(query, first.browserToken)).toEqual(refused('state_unknown'));
    expect(await finish('code=made-up&state=made-up', first.browserToken)).toEqual(refused('state_unknown'));
    const second = await start();
    const other = await peer.signIn(second.address);
    expect(await finish(other, first.browserToken)).toEqual(refused('other_browser'));
    const third = await start();
    const late = await peer.signIn(third.address);
    world.clock.forward(11 * minute);
    expect(await finish(late, third.browserToken)).toEqual(refused('state_unknown'));
  });

  it('if its code was used before', async () => {
    peer.account = person();
    const [one, two] = await Promise.all([start(), start()]);
    const [first, second] = await Promise.all([peer.signIn(one.address), peer.signIn(two.address)]);
    await finish(first, one.browserToken);
    const replayed = new URLSearchParams(second);
    replayed.set('code', new URLSearchParams(first).get('code')!);
    expect(await finish(String(replayed), two.browserToken)).toEqual(refused('provider_error'));
    expect((await newest()).details).not.toContain(replayed.get('code'));
  });

  it.each([
    [
      'for another client',
      { claims: (claims: object) => ({ ...claims, aud: 'another' }) },
      'provider_error',
      'another client',
    ],
    [
      'of another issuer',
      { claims: (claims: object) => ({ ...claims, iss: 'http://127.0.0.1:1' }) },
      'provider_error',
      'issuer',
    ],
    [
      'of another sign-in',
      { claims: (claims: object) => ({ ...claims, nonce: 'another' }) },
      'provider_error',
      'nonce',
    ],
    ['without a signature', { sign: 'none' as const }, 'provider_error', 'sign'],
    ['that another key signed', { sign: 'other key' as const }, 'provider_error', 'signature'],
    ['that has ended', { claims: (claims: object) => ({ ...claims, exp: 1_000 }) }, 'clock', 'exp'],
  ])('if its token is one %s', async (_, tamper, problem, details) => {
    peer.tamper = tamper;
    expect(await signInAs(person())).toEqual(refused(problem));
    expect((await newest()).details).toContain(details);
  });

  it.each([3, -3])('unless the clock of the provider is only %i minutes off', async (minutes) => {
    world.clock.forward(-minutes * minute);
    expect((await signInAs(person())).outcome).toBe('signed in');
  });

  it.each([10, -10])('if the clock of the provider is %i minutes off', async (minutes) => {
    world.clock.forward(-minutes * minute);
    expect(await signInAs(person())).toEqual(refused('clock'));
  });

  it('if the user says no at the provider', async () => {
    const { address, browserToken } = await start();
    const state = new URL(address).searchParams.get('state')!;
    const query = String(new URLSearchParams({ error: 'access_denied', state, iss: peer.issuer }));
    expect(await finish(query, browserToken)).toEqual(refused('provider_refused'));
  });

  it('at its start, with one sentence and an entry of the log, if the provider is down and was never asked', async () => {
    const other = await world.call(createIdentityProvider, world.ada, { ...form(), name: 'Second ID' });
    await world.database.query('update identity_providers set enabled = true where id = $1', [other.id]);
    peer.failWith = 503;
    const started = world.call(startProviderSignIn, null, { id: other.id, origin });
    await expect(started).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The identity provider did not answer. Please try again in a moment.',
    });
    expect(await newest()).toMatchObject({ provider: 'Second ID', problem: 'provider_away', outcome: 'refused' });
    peer.failWith = undefined;
    await world.call(removeIdentityProvider, world.ada, { id: other.id });
  });

  it('with one sentence if the provider is down, and the sign-in page still has its button', async () => {
    peer.account = person();
    const { address, browserToken } = await start();
    const query = await peer.signIn(address);
    peer.failWith = 503;
    expect(await finish(query, browserToken)).toEqual(refused('provider_away'));
    await use({ scopes: 'openid email' }).catch(() => undefined);
    await expect(world.call(startProviderTest, world.ada, { id: provider.id, origin })).rejects.toMatchObject({
      code: 'unavailable',
    });
    peer.failWith = undefined;
    await use({ scopes: 'openid profile email' });
    expect((await world.call(listSignInProviders, null, {})).providers).toEqual([
      { id: provider.id, kind: 'oidc', name: 'Northfield ID' },
    ]);
  });
});

describe('a provider', () => {
  it('is found by a domain of its own, which no other provider can have', async () => {
    await use({ domains: ['northfield.example'] });
    expect(await world.call(getProviderOfDomain, null, { email: 'Kim@NORTHFIELD.example' })).toEqual({
      id: provider.id,
      kind: 'oidc',
      name: 'Northfield ID',
    });
    await expect(world.call(getProviderOfDomain, null, { email: 'kim@other.example' })).rejects.toMatchObject({
      kind: 'not_found',
    });
    const second = { ...form(), name: 'Second', domains: ['northfield.example'] };
    await expect(world.call(createIdentityProvider, world.ada, second)).rejects.toMatchObject({
      details: { issues: [{ path: 'domains', message: 'northfield.example belongs to another identity provider' }] },
    });
  });

  it('is enabled only after a test of that administrator passed with the present settings', async () => {
    const changed = await world.call(updateIdentityProvider, world.ada, {
      ...form(),
      scopes: 'openid email',
      id: provider.id,
    });
    expect(changed).toMatchObject({ enabled: false, isTested: false, lastTest: null, hasSecret: true });
    const enable = (actor = world.ada) =>
      world.call(setIdentityProviderEnabled, actor, { id: provider.id, enabled: true });
    await expect(enable()).rejects.toMatchObject({ code: 'not_tested' });
    expect(await test()).toMatchObject({ state: 'passed', field: null });
    expect(await enable()).toMatchObject({ enabled: true, isTested: true, lastTest: { state: 'passed' } });
    await expect(enable(testActor(99, 'admin'))).rejects.toMatchObject({ code: 'not_tested' });
    const renamed = await world.call(updateIdentityProvider, world.ada, {
      ...form(),
      scopes: 'openid email',
      name: 'Northfield',
      id: provider.id,
    });
    expect(renamed).toMatchObject({ name: 'Northfield', enabled: true });
  });

  it('is for administrators alone, and no answer holds its secret', async () => {
    await expect(world.call(listIdentityProviders, testActor(7), {})).rejects.toMatchObject({ kind: 'forbidden' });
    const everything = JSON.stringify(await world.call(listIdentityProviders, world.ada, {}));
    expect(everything).not.toContain(peer.clientSecret);
    const [row] = await world.database.query<{ secret: string }>('select secret from identity_providers');
    expect(Buffer.from(row!.secret, 'base64url').toString()).not.toContain(peer.clientSecret);
    const { entries } = await world.call(listAudit, world.ada, { q: 'Northfield' });
    expect(JSON.stringify(entries)).not.toContain(peer.clientSecret);
  });

  it.each([
    ['issuer', { issuer: 'https://127.0.0.1/' }, undefined],
    ['issuer', { issuer: 'http://127.0.0.1:1' }, undefined],
    ['client secret', {}, 'wrong'],
  ])('has a test that names the %s if it is wrong: %j', async (field, settings, clientSecret) => {
    await world.call(updateIdentityProvider, world.ada, { ...form(), ...settings, id: provider.id, clientSecret });
    const report = await test().catch(() => world.call(getProviderTest, world.ada, { id: provider.id }));
    expect(report).toMatchObject({ state: 'failed', field });
    await world.call(updateIdentityProvider, world.ada, {
      ...form(),
      id: provider.id,
      clientSecret: peer.clientSecret,
    });
  });

  it.each<[string, OidcPeer['tamper'], string]>([
    ['audience', { claims: (claims) => ({ ...claims, aud: 'another' }) }, 'another client'],
    ['issuer', { claims: (claims) => ({ ...claims, iss: 'http://127.0.0.1:1' }) }, 'another issuer'],
    ['clock', { claims: (claims) => ({ ...claims, iat: claims.iat! + 660 }) }, '11 minutes ahead of ours'],
    ['clock', { claims: (claims) => ({ ...claims, iat: claims.iat! - 900 }) }, '15 minutes behind ours'],
    ['signature', { sign: 'other key' }, 'not valid'],
    [
      'claim',
      { claims: ({ sub, iss, aud, exp, iat, nonce }) => ({ sub, iss, aud, exp, iat, nonce }) },
      'email_verified',
    ],
  ])('has a test that names the %s if a token has another one: %j', async (field, tamper, sentence) => {
    peer.tamper = tamper;
    const report = await test({ email_verified: undefined });
    expect(report).toMatchObject({ state: 'failed', field });
    expect(report.message).toContain(sentence);
  });

  it('has a test that names the redirect address while the provider does not send the browser back', async () => {
    const { redirectAddress, backChannelAddress } = provider;
    peer.register('https://other.example/api/sign-in/oidc/1/callback');
    await expect(test()).rejects.toThrow('The peer answered 400');
    const report = await world.call(getProviderTest, world.ada, { id: provider.id });
    expect(report).toMatchObject({ state: 'running', field: 'redirect address' });
    const { startedAt, state, field, message } = report;
    const [card] = await world.call(listIdentityProviders, world.ada, {});
    expect(card).toMatchObject({ isTested: false, lastTest: { startedAt, state, field, message } });
    peer.register(redirectAddress, backChannelAddress);
  });

  it('has a test that names a missing claim, shows the claims that came, and says what a sign-in would do', async () => {
    await world.call(updateIdentityProvider, world.ada, {
      ...form(),
      id: provider.id,
      roleClaim: 'realm_access.roles',
      claimRules: [{ value: 'staff', role: 'user' }],
    });
    const report = await test({});
    expect(report).toMatchObject({
      state: 'failed',
      field: 'claim',
      message: 'The claim realm_access.roles of the table is missing.',
    });
    expect(report.claims).toContainEqual({ name: 'email', value: peer.account.email });
    expect(report.effect).toBe(`A sign-in would create an account for ${String(peer.account.email)}, as user.`);
    expect(report.claims.map(({ name }) => name)).not.toContain('nonce');
  });
});

describe('many sign-ins', () => {
  it('read the description and the keys of their provider once', async () => {
    await signedIn(person());
    const read = () => [peer.calls.get('/.well-known'), peer.calls.get('/jwks')];
    const before = read();
    for (let count = 0; count < 5; count++) await signedIn(person());
    expect(read()).toEqual(before);
  });
});

describe('the sign-out', () => {
  it('leads to the provider if the administrator wants it', async () => {
    const first = await signedIn(person());
    expect(await world.call(signOut, null, { token: first.token })).toEqual({});
    await use({ signOutAtProvider: true });
    const { token } = await signedIn(person());
    const { redirectTo } = await world.call(signOut, null, { token });
    expect(redirectTo).toContain(`${peer.issuer}/session/end?`);
    expect(new URL(redirectTo!).searchParams.get('id_token_hint')).toMatch(/^eyJ/);
  });

  it('at the provider ends the sessions of that user, and a token works once', async () => {
    const account = person();
    const { token } = await signedIn(account);
    const other = await signedIn(person());
    const logout_token = await peer.logoutToken({ sub: account.sub });
    expect(await world.call(endProviderSessions, null, { id: provider.id, logout_token })).toEqual({ ended: 1 });
    await expect(world.whoHas(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect((await world.whoHas(other.token)).id).toBe(other.user.id);
    const again = await signedIn(account);
    expect(await world.call(endProviderSessions, null, { id: provider.id, logout_token })).toEqual({ ended: 0 });
    expect((await world.whoHas(again.token)).id).toBe(again.user.id);
  });

  it('is typed, or not, and a token of another type ends nothing', async () => {
    const account = person();
    const ends = async (typ?: string) => {
      await signedIn(account);
      const logout_token = await peer.logoutToken({ sub: account.sub }, typ);
      return world.call(endProviderSessions, null, { id: provider.id, logout_token });
    };
    for (const typ of ['logout+jwt', 'application/logout+JWT', 'JWT', undefined])
      expect(await ends(typ)).toEqual({ ended: 1 });
    await expect(ends('at+jwt')).rejects.toMatchObject({ details: { issues: [{ path: 'logout_token' }] } });
  });

  it.each([
    ['for another client', { aud: 'another' }],
    ['with a nonce, as in an ID token', { nonce: 'n' }],
    ['without the event', { events: {} }],
    ['of no user', {}],
    ['that is old', { sub: 'x', iat: 1_000, exp: 2_000 }],
  ])('rejects a logout token %s', async (_, claims) => {
    const logout_token = await peer.logoutToken(claims);
    await expect(world.call(endProviderSessions, null, { id: provider.id, logout_token })).rejects.toMatchObject({
      details: { issues: [{ path: 'logout_token' }] },
    });
  });
});
