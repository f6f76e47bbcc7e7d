import {
  createIdentityProvider,
  createUser,
  finishProviderSignIn,
  getProviderTest,
  getSamlMetadata,
  listProviderSignIns,
  receiveSamlResponse,
  resolveProviderMetadata,
  setIdentityProviderEnabled,
  startProviderSignIn,
  startProviderTest,
  unlinkUser,
  updateIdentityProvider,
  type IdentityProvider,
  type IdentityProviderForm,
} from '@lead-finder/contracts';
import { makeSigner, startSamlPeer, type SamlAccount, type SamlForm, type SamlPeer } from '@lead-finder/testing';
import { wrappings } from '../../../test/signature-wrapping.js';
import { minute, origin, password, startUsers, type UsersWorld } from '../../../test/start-users.js';

let peer: SamlPeer;
let world: UsersWorld;
let provider: IdentityProvider;
let people = 0;

beforeAll(async () => {
  peer = await startSamlPeer();
  world = await startUsers({ INTERNAL_IDENTITY_PROVIDERS: new URL(peer.entityId).origin });
  world.clock.time = new Date();
  const read = await world.call(resolveProviderMetadata, world.ada, { xml: peer.metadata });
  provider = await world.call(createIdentityProvider, world.ada, { ...form(), ...read });
  peer.register((await world.call(getSamlMetadata, null, { id: provider.id })).xml);
});
beforeEach(async () => {
  world.clock.time = new Date();
  peer.tamper = {};
  await use({});
});
afterAll(async () => {
  await world?.stop();
  await peer?.stop();
});

const form = (): IdentityProviderForm => ({
  kind: 'saml',
  name: 'Northfield SAML',
  issuer: peer.entityId,
  signInAddress: new URL('/sign-in', peer.entityId).href,
  certificates: [peer.signer.certificate],
  domains: ['example.com'],
  linkByEmail: true,
  createAccounts: true,
});
/** An account of the peer that is new in each test. */
const person = (attributes: SamlAccount['attributes'] = {}): SamlAccount => {
  const nameId = `person${++people}x`;
  return { nameId, attributes: { email: `${nameId}@example.com`, displayName: `Person ${people}`, ...attributes } };
};

async function test(account = person()) {
  peer.account = account;
  const started = await world.call(startProviderTest, world.ada, { id: provider.id, origin });
  await comeBack(await peer.signIn(started.address), started.browserToken);
  return world.call(getProviderTest, world.ada, { id: provider.id });
}

/** Gives the provider these settings, and enables it. */
async function use(settings: Partial<IdentityProviderForm>, tester = person()) {
  provider = await world.call(updateIdentityProvider, world.ada, { ...form(), ...settings, id: provider.id });
  if (!provider.isTested) await test(tester);
  provider = await world.call(setIdentityProviderEnabled, world.ada, { id: provider.id, enabled: true });
}

const start = () => world.call(startProviderSignIn, null, { id: provider.id, returnTo: '/my-day', origin });
const receive = (posted: SamlForm) => world.call(receiveSamlResponse, null, { ...posted, id: provider.id, origin });
const finish = (state: string, browserToken: string) =>
  world.call(finishProviderSignIn, null, { id: provider.id, query: `state=${state}`, browserToken, origin });

/** Does what the browser does with the page of the provider: it posts, and follows to the callback. */
async function comeBack(posted: SamlForm, browserToken: string) {
  const received = await receive(posted);
  return received.outcome === 'received' ? finish(received.state, browserToken) : received;
}

async function signInAs(account: SamlAccount, change = (posted: SamlForm) => posted) {
  peer.account = account;
  const { address, browserToken } = await start();
  return comeBack(change(await peer.signIn(address)), browserToken);
}

async function signedIn(account: SamlAccount) {
  const finished = await signInAs(account);
  if (finished.outcome !== 'signed in') throw new Error(`${JSON.stringify(finished)} ${(await newest()).details}`);
  return finished;
}

const refused = (problem: string) => ({ outcome: 'refused', problem });
const newest = async () => (await world.call(listProviderSignIns, world.ada, {})).entries[0]!;
const xmlOf = (posted: SamlForm) => Buffer.from(posted.SAMLResponse, 'base64').toString();
const written = (posted: SamlForm, xml: string) => ({ ...posted, SAMLResponse: Buffer.from(xml).toString('base64') });

describe('a sign-in by SAML', () => {
  it('creates an account from the attributes, opens a session and returns to the page that was asked for', async () => {
    const { user, returnTo } = await signedIn(person({ uid: 'zoe.mueller', email: 'zoe@example.com' }));
    expect(user).toMatchObject({ username: 'zoe.mueller', email: 'zoe@example.com', role: 'user' });
    expect(returnTo).toBe('/my-day');
    expect(await newest()).toMatchObject({ provider: 'Northfield SAML', outcome: 'done', username: 'zoe.mueller' });
  });

  it('reads the names that Entra ID sends, and an address from the NameID', async () => {
    const schema = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
    const attributes = { [`${schema}/givenname`]: 'Kim', [`${schema}/surname`]: 'Fields' };
    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    const { user } = await signedIn({ nameId: 'kim@example.com', format, attributes });
    expect(user).toMatchObject({ email: 'kim@example.com', fullName: 'Kim Fields', username: 'kim' });
  });

  it('links an account by its address in a domain of the provider, and never one that the provider denies', async () => {
    const account = person();
    const email = account.attributes.email as string;
    const { id } = await world.call(createUser, world.ada, {
      username: account.nameId,
      email,
      fullName: 'Local One',
      password,
    });
    expect(await signInAs({ ...account, attributes: { email, emailVerified: 'false' } })).toEqual(
      refused('email_unverified'),
    );
    expect((await signedIn(account)).user.id).toBe(id);
    expect(await signInAs(person({ email: 'kim@other.example' }))).toEqual(refused('domain'));
    expect((await newest()).details).toBe('other.example is not in the list');
  });

  it('rejects a second person with the same address and a changed NameID, until an administrator unlinks', async () => {
    const first = person();
    const { user } = await signedIn(first);
    const second = { ...person(), attributes: first.attributes };
    expect(await signInAs(second)).toEqual(refused('subject_changed'));
    await world.call(unlinkUser, world.ada, { id: user.id });
    expect((await signedIn(second)).user.id).toBe(user.id);
  });

  it('does not take the NameID for the subject of OpenID Connect of the same server', async () => {
    const account = person();
    const { user } = await signedIn(person());
    await world.database.query('update identities set issuer = $1, subject = $2 where user_id = $3', [
      peer.entityId,
      account.nameId,
      user.id,
    ]);
    expect((await signedIn(account)).user.id).not.toBe(user.id);
  });

  it('gives the role by an attribute with several values, also of a name that is an address', async () => {
    const roleClaim = 'http://schemas.xmlsoap.org/claims/Group';
    const account = person({ [roleClaim]: ['staff', 'bosses'] });
    await use({ roleClaim, claimRules: [{ value: 'bosses', role: 'manager' }], unmatched: 'refuse' }, account);
    expect((await signedIn(account)).user.role).toBe('manager');
    expect(await signInAs(person())).toEqual(refused('no_role'));
  });
});

describe('a response is refused', () => {
  it('if it is posted again, with the state of another sign-in, late, or in another browser', async () => {
    peer.account = person();
    const [one, two] = [await start(), await start()];
    const [first, second] = [await peer.signIn(one.address), await peer.signIn(two.address)];
    expect(await receive({ ...first, RelayState: second.RelayState })).toEqual(refused('state_unknown'));
    expect(await receive(second)).toEqual(refused('state_unknown'));
    const received = await receive(first);
    expect(received).toEqual({ outcome: 'received', state: first.RelayState });
    expect(await receive(first)).toEqual(refused('state_unknown'));
    expect(await finish(first.RelayState, two.browserToken)).toEqual(refused('other_browser'));
    expect(await finish(first.RelayState, one.browserToken)).toEqual(refused('state_unknown'));
    const third = await start();
    const late = await peer.signIn(third.address);
    world.clock.forward(11 * minute);
    expect(await comeBack(late, third.browserToken)).toEqual(refused('state_unknown'));
  });

  it('has no way around the post: the callback alone signs in no one', async () => {
    const { address, browserToken } = await start();
    const { RelayState } = await peer.signIn(address);
    expect(await finish(RelayState, browserToken)).toEqual(refused('state_unknown'));
  });

  it('with one sentence if it began at the provider, also if a response of ours is put around its assertion', async () => {
    peer.tamper = { parts: { inResponseTo: '', confirmedFor: '' } };
    expect(await signInAs(person())).toEqual(refused('not_started'));
    expect(await signInAs(person(), (posted) => ({ ...posted, RelayState: '' }))).toEqual(refused('not_started'));
    peer.tamper = { parts: { confirmedFor: '' } };
    expect(await signInAs(person())).toEqual(refused('not_started'));
    peer.tamper = { parts: { confirmedFor: '_of-another-sign-in' } };
    expect(await signInAs(person())).toEqual(refused('state_unknown'));
  });

  it.each(wrappings.map((wrap, index) => [index + 1, wrap] as const))(
    'or stays that of its signer if a signature is wrapped, as XSW %i',
    async (shape, wrap) => {
      const [own, victim] = [person(), person()];
      const { user } = await signedIn(victim);
      peer.tamper = { sign: 'both' };
      const wrapped = (posted: SamlForm) =>
        written(posted, wrap({ xml: xmlOf(posted), own: own.nameId, victim: victim.nameId }));
      const finished = await signInAs(own, wrapped);
      if (finished.outcome === 'signed in') expect([shape, finished.user.id]).not.toEqual([shape, user.id]);
      else expect(finished).toEqual(refused('provider_error'));
      expect(finished.outcome).toBe(shape === 7 ? 'signed in' : 'refused');
    },
  );

  it.each([
    ['is changed after it was signed', /person\d+x</g, 'another<', 'signature'],
    ['has a comment in a name', /person(\d+)x</g, 'person$1x<!---->.evil.example<', 'comment'],
    ['has a document type', /^/, '<!DOCTYPE r [<!ENTITY a "aa">]>', 'document type'],
    ['has a processing instruction', /<samlp:Status>/, '<?xml-stylesheet href="x"?>$&', 'processing instruction'],
    ['is too deep', /<samlp:Status>/, `${'<a>'.repeat(65)}${'</a>'.repeat(65)}$&`, '64 levels'],
    ['has too many tags', /<samlp:Status>/, `<a>${'<b/>'.repeat(2_500)}</a>$&`, '2500 tags'],
    ['has too many elements', /<samlp:Status>/, `${'<a/>'.repeat(20)}$&`, 'no SAML response'],
    ['has too many attributes', /<samlp:Status>/, `<a ${'b="" '.repeat(5_000)}/>$&`, '5000 attributes'],
    ['is too large', /<samlp:Status>/, `<a>${'x'.repeat(256 * 1024)}</a>$&`, '256 KiB'],
    ['is cut', /<\/samlp:Response>/, '', 'well-formed'],
    ['is encrypted', /saml:Assertion/g, 'saml:EncryptedAssertion', 'encrypted'],
    ['has no assertion', /<saml:Assertion[\s\S]*<\/saml:Assertion>/, '', 'assertion'],
  ])('if it %s', async (_, pattern, replacement, details) => {
    const change = (posted: SamlForm) => written(posted, xmlOf(posted).replace(pattern, replacement));
    expect(await signInAs(person(), change)).toEqual(refused('provider_error'));
    expect((await newest()).details).toContain(details);
  });

  it('if the user says no at the provider, with its words', async () => {
    const status =
      '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/><samlp:StatusMessage>Not assigned</samlp:StatusMessage></samlp:Status>';
    const change = (posted: SamlForm) =>
      written(posted, xmlOf(posted).replace(/<samlp:Status>[\s\S]*<\/saml:Assertion>/, status));
    expect(await signInAs(person(), change)).toEqual(refused('provider_refused'));
    expect((await newest()).details).toContain('Not assigned');
  });

  it.each([3, -3])('unless the clock of the provider is only %i minutes off', async (minutes) => {
    world.clock.forward(-minutes * minute);
    expect((await signInAs(person())).outcome).toBe('signed in');
  });

  it.each([
    [10, 'ahead of'],
    [-10, 'behind'],
  ])('with one sentence if the clock of the provider is %i minutes off', async (minutes, side) => {
    world.clock.forward(-minutes * minute);
    expect(await signInAs(person())).toEqual(refused('clock'));
    expect((await newest()).details).toBe(`The clock of the provider is 10 minutes ${side} ours`);
  });
});

describe('the test of a SAML provider', () => {
  it('passes, and shows the attributes and what a sign-in would do', async () => {
    const report = await test(person({ groups: ['a', 'b'] }));
    expect(report).toMatchObject({ state: 'passed', field: null });
    expect(report.claims).toContainEqual({ name: 'groups', value: '["a","b"]' });
    expect(report.effect).toMatch(/^A sign-in would create an account for person\d+x@example\.com/);
  });

  it.each<[string, string, SamlPeer['tamper']]>([
    ['issuer', 'names the issuer https://another.example', { parts: { issuer: 'https://another.example' } }],
    ['audience', 'https://another.example, not for http', { parts: { audience: 'https://another.example' } }],
    ['ACS address', 'https://another.example/acs, not', { parts: { recipient: 'https://another.example/acs' } }],
    ['ACS address', 'https://another.example/acs', { parts: { destination: 'https://another.example/acs' } }],
    ['clock', 'behind ours', { parts: { issuedAt: '2026-01-01T00:00:00Z' } }],
    ['clock', 'The assertion has ended', { parts: { notOnOrAfter: '2026-01-01T00:00:00Z' } }],
    ['signature', 'The assertion is not signed', { sign: 'response' }],
    ['certificate', 'a certificate that is not entered here', { signer: makeSigner() }],
  ])('names the %s if it is wrong: %s', async (field, message, tamper) => {
    peer.tamper = tamper;
    const report = await test();
    expect(report).toMatchObject({ state: 'failed', field });
    expect(report.message).toContain(message);
  });

  it('names a missing attribute, and a NameID that changes at each sign-in', async () => {
    await world.call(updateIdentityProvider, world.ada, {
      ...form(),
      id: provider.id,
      roleClaim: 'groups',
      claimRules: [{ value: 'staff', role: 'user' }],
    });
    const message = 'The attribute groups of the table is missing.';
    expect(await test()).toMatchObject({ state: 'failed', field: 'attribute', message });
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expect(await test({ ...person(), format })).toMatchObject({ state: 'failed', field: 'NameID' });
    expect((await test({ nameId: 'x', attributes: {} })).field).toBe('attribute');
  });

  it.each<[string, Partial<IdentityProviderForm>]>([
    ['issuer', { issuer: '' }],
    ['provider', { signInAddress: '' }],
    ['certificate', { certificates: [] }],
  ])('names the %s if it is not entered yet', async (field, settings) => {
    await world.call(updateIdentityProvider, world.ada, { ...form(), ...settings, id: provider.id });
    const { id } = provider;
    await expect(world.call(startProviderTest, world.ada, { id, origin })).rejects.toMatchObject({
      kind: 'bad_gateway',
    });
    expect(await world.call(getProviderTest, world.ada, { id })).toMatchObject({ state: 'failed', field });
  });

  it('names a certificate that has ended', async () => {
    const old = makeSigner({ from: -30, until: -1 });
    await world.call(updateIdentityProvider, world.ada, {
      ...form(),
      id: provider.id,
      certificates: [old.certificate, peer.signer.certificate],
    });
    peer.tamper = { signer: old };
    const report = await test();
    expect(report).toMatchObject({ state: 'failed', field: 'certificate' });
    expect(report.message).toMatch(/^The certificate of the provider ended on \d{4}-\d\d-\d\d/);
  });
});

describe('the settings of a SAML provider', () => {
  const change = (settings: Partial<IdentityProviderForm>) =>
    world.call(updateIdentityProvider, world.ada, { ...form(), ...settings, id: provider.id });
  const problem = (path: string, message: string) => ({
    details: { issues: [{ path, message: expect.stringContaining(message) as string }] },
  });

  it('stay on while a second certificate comes, and both sign people in', async () => {
    const next = makeSigner();
    provider = await change({ certificates: [`${peer.signer.certificate}\n${next.certificate}`] });
    expect(provider).toMatchObject({ enabled: true, certificatesEnd: [expect.any(String), expect.any(String)] });
    await signedIn(person());
    peer.tamper = { signer: next };
    await signedIn(person());
    expect(await change({ certificates: [next.certificate] })).toMatchObject({ enabled: false, isTested: false });
  });

  it.each<[string, string, Partial<IdentityProviderForm>]>([
    ['certificates', 'cannot be read', { certificates: ['made up'] }],
    ['certificates', '2,048 bits', { certificates: [makeSigner({ bits: 1_024 }).certificate] }],
    [
      'certificates',
      'At most 4',
      { certificates: [Array.from({ length: 5 }, () => makeSigner().certificate).join('')] },
    ],
    ['signInAddress', 'Must be an address', { signInAddress: 'javascript:alert(1)' }],
    ['domains', 'Please enter the domains of your company', { domains: [] }],
    ['kind', 'keeps its protocol', { kind: 'oidc', issuer: 'https://login.example.com', clientId: 'x' }],
  ])('are refused by the field %s: %s', async (path, message, settings) => {
    await expect(change(settings)).rejects.toMatchObject(problem(path, message));
  });

  it('are read from metadata, as text or from its address', async () => {
    const address = peer.metadataAddress;
    const [byText, byAddress] = await Promise.all([
      world.call(resolveProviderMetadata, world.ada, { xml: `<!-- a comment -->${peer.metadata}` }),
      world.call(resolveProviderMetadata, world.ada, { address }),
    ]);
    expect(byText).toMatchObject({ issuer: peer.entityId, signInAddress: form().signInAddress });
    expect(byText.certificates).toEqual(byAddress.certificates);
    expect(byText.certificatesEnd).toHaveLength(1);
  });

  it.each([
    ['no XML', 'This is no well-formed XML'],
    ['<!DOCTYPE a><a/>', 'The XML has a document type'],
    ['<!-- never closed', 'comment'],
    ['<html/>', 'This is no SAML metadata'],
    ['<EntityDescriptor entityID="x"><SPSSODescriptor/></EntityDescriptor>', 'describes no identity provider'],
    ['<EntityDescriptor entityID="x"><IDPSSODescriptor/></EntityDescriptor>', 'binding HTTP-Redirect'],
  ])('are not read from %s', async (xml, message) => {
    await expect(world.call(resolveProviderMetadata, world.ada, { xml })).rejects.toMatchObject(
      problem('xml', message),
    );
  });

  it('are not read from an address inside the network, which an administrator could spy out by it', async () => {
    const read = world.call(resolveProviderMetadata, world.ada, { address: 'http://127.0.0.1:1/' });
    await expect(read).rejects.toMatchObject({ kind: 'bad_gateway' });
  });

  it('offer the metadata of Lead Finder, and none for what is no SAML provider', async () => {
    const { xml } = await world.call(getSamlMetadata, null, { id: provider.id });
    expect(xml).toContain(`entityID="${provider.entityId}"`);
    expect(xml).toContain(`Location="${provider.redirectAddress}"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
    const none = world.call(getSamlMetadata, null, { id: 9_999 });
    await expect(none).rejects.toMatchObject({ kind: 'not_found' });
  });
});
