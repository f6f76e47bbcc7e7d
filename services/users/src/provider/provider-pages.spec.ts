import {
  createIdentityProvider,
  createTeam,
  createUser,
  endProviderSessions,
  finishProviderSignIn,
  getProviderTest,
  getSamlMetadata,
  listIdentityProviders,
  listUsers,
  receiveSamlResponse,
  removeIdentityProvider,
  resolveProviderMetadata,
  setIdentityProviderEnabled,
  signOut,
  startProviderSignIn,
  startProviderTest,
  updateIdentityProvider,
  type IdentityProvider,
  type IdentityProviderForm,
} from '@lead-finder/contracts';
import {
  longRun,
  makeSigner,
  startOidcPeer,
  startSamlPeer,
  testSeed,
  type OidcPeer,
  type PeerAccount,
  type SamlPeer,
} from '@lead-finder/testing';
import { samlVendors, setUpAt } from '../../test/saml-vendors.js';
import { codeIn, rowOf, rowsOf, sectionOf, signInPageOf } from '../../test/sign-in-page.js';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

const here = /^(field|here)$/;
const checks = /^the report names$/;

const profile = ['name', 'preferred_username', 'given_name', 'family_name'];
const roleOf = 'lead-finder-manager';

interface Shape {
  path: string;
  claimsByScope: Record<string, string[]>;
  inIdToken: boolean;
  account: Partial<PeerAccount>;
  tamper?: OidcPeer['tamper'];
}

/** How each provider differs: the path of its issuer, where its claims stand, and which it has. */
const shapes: Record<string, Shape> = {
  'Entra ID': {
    path: '/7c0e5d1f-9b1e-4c55-8a51-0f6c9e2b77d1/v2.0',
    claimsByScope: { email: ['email', 'xms_edov'], profile: [...profile, 'oid', 'tid', 'roles'] },
    inIdToken: true,
    account: { email_verified: undefined, xms_edov: true, oid: '9', tid: '7c0e', roles: [roleOf] },
    tamper: { claims: (claims) => ({ ...claims, iat: claims.iat! - 300, nbf: claims.iat! - 300 }) },
  },
  Okta: {
    path: '/oauth2/default',
    claimsByScope: { email: ['email', 'email_verified'], profile, groups: ['groups'] },
    inIdToken: false,
    account: { groups: ['Everyone', roleOf] },
  },
  'Google Workspace': {
    path: '',
    claimsByScope: { email: ['email', 'email_verified', 'hd'], profile },
    inIdToken: true,
    account: { hd: 'northfield.example' },
  },
  Keycloak: {
    path: '/realms/staff',
    claimsByScope: { email: ['email', 'email_verified'], profile: [...profile, 'realm_access'] },
    inIdToken: true,
    account: { realm_access: { roles: ['offline_access', roleOf] } },
  },
};

describe.each(Object.entries(shapes))('what the page says about %s', (section, shape) => {
  const page = signInPageOf(section);
  const fields = rowsOf(sectionOf(page, 'OpenID Connect'), here);
  const claim = codeIn(fields.get('Claim of the table'));
  const vendor = samlVendors[section]!;
  const { entityId, metadataPath, username } = vendor;
  let peer: OidcPeer;
  let samlPeer: SamlPeer;
  let world: UsersWorld;
  let teamId: number;
  beforeAll(async () => {
    peer = await startOidcPeer(shape);
    samlPeer = await startSamlPeer({ metadataPath, ...(entityId && { entityId }) });
    const internal = [peer.issuer, new URL(samlPeer.metadataAddress).origin];
    world = await startUsers({ INTERNAL_IDENTITY_PROVIDERS: internal.join(',') });
    world.clock.time = new Date();
    ({ id: teamId } = await world.call(createTeam, world.ada, { name: 'North' }));
  });
  afterAll(async () => {
    await world?.stop();
    await peer?.stop();
    await samlPeer?.stop();
  });

  afterEach(async () => {
    for (const { id } of await world.call(listIdentityProviders, world.ada, {}))
      await world.call(removeIdentityProvider, world.ada, { id });
  });

  const person = (name: string) => ({
    username: name,
    email: `${name}@northfield.example`,
    fullName: `${name} Local`,
    password,
  });
  const teamOf = async (name: string) =>
    (await world.call(listUsers, world.ada, { q: name })).users.map((user) => [user.username, user.teamId]);

  it('stands on a page of its own: before, both protocols, accounts, and what a failed test means', () => {
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      'Before you begin',
      'OpenID Connect',
      'SAML',
      'Accounts by SCIM',
    ]);
    expect([...fields.keys()]).toEqual(
      expect.arrayContaining([
        'Name',
        'Issuer',
        'Client id',
        'Client secret',
        'Scopes',
        'Domains',
        'Sign out at the provider too',
        'Claim of the table',
      ]),
    );
    for (const field of ['issuer', 'redirect address', 'audience', 'clock', 'claim', 'signature'])
      expect([...rowsOf(sectionOf(page, 'OpenID Connect'), checks).keys()]).toContain(field);
  });

  it('names an issuer of the form that the provider has', () => {
    const paths = [...fields.get('Issuer')!.matchAll(/`https:\/\/[^/`]+([^`]*)`/g)].map(([, after]) => after!);
    const patterns = paths.map((text) => new RegExp(`^${text.replace(/\{[^}]+\}/g, '[^/]+')}$`));
    expect(patterns.some((pattern) => pattern.test(shape.path))).toBe(true);
  });

  it('is enough to sign in and out by OpenID Connect, with the role and team of the table', async () => {
    const local = await world.call(createUser, world.ada, person('lou'));
    const signsOutThere = fields.get('Sign out at the provider too')!.startsWith('on');
    const form: IdentityProviderForm = {
      name: section,
      issuer: peer.issuer,
      clientId: peer.clientId,
      scopes: codeIn(fields.get('Scopes')!)!,
      domains: ['northfield.example'],
      linkByEmail: true,
      createAccounts: true,
      signOutAtProvider: signsOutThere,
      ...(claim && { roleClaim: claim, claimRules: [{ value: roleOf, role: 'manager', teamId }] }),
    };
    const { clientSecret } = peer;
    const { id, redirectAddress, backChannelAddress } = await world.call(createIdentityProvider, world.ada, {
      ...form,
      clientSecret,
    });
    peer.register(redirectAddress, backChannelAddress);
    peer.tamper = shape.tamper;
    const finish = async ({ address, browserToken }: { address: string; browserToken: string }) => {
      const query = await peer.signIn(address);
      return world.call(finishProviderSignIn, null, { id, query, browserToken, origin });
    };
    const lee = { sub: 'lee', email: 'lee@northfield.example', email_verified: true, name: 'Lee Fields' };
    peer.account = { ...lee, ...shape.account };
    await finish(await world.call(startProviderTest, world.ada, { id, origin }));
    expect(await world.call(getProviderTest, world.ada, { id })).toMatchObject({ state: 'passed', field: null });
    await world.call(setIdentityProviderEnabled, world.ada, { id, enabled: true });

    const signedIn = await finish(await world.call(startProviderSignIn, null, { id, origin }));
    const role = claim ? 'manager' : 'user';
    expect(signedIn).toMatchObject({ outcome: 'signed in', user: { fullName: 'Lee Fields', role } });
    expect(await teamOf('lee')).toEqual([['lee', claim ? teamId : null]]);
    peer.account = { ...lee, ...shape.account, sub: 'lou', email: local.email };
    const linked = await finish(await world.call(startProviderSignIn, null, { id, origin }));
    expect(linked).toMatchObject({ outcome: 'signed in', user: { id: local.id, fullName: 'lou Local', role } });

    const { redirectTo = '' } = await world.call(signOut, null, {
      token: signedIn.outcome === 'signed in' ? signedIn.token : '',
    });
    const there = [...rowsOf(sectionOf(page, 'OpenID Connect'), /^at /).values()];
    expect(redirectTo.startsWith(`${peer.issuer}/session/end?`)).toBe(signsOutThere);
    expect(there.some((row) => row.includes('`{PUBLIC_URL}/auth`'))).toBe(signsOutThere);
    if (!there.some((row) => row.includes('the back-channel logout address of the card'))) return;
    const logout_token = await peer.logoutToken({ sub: 'lou' });
    expect(await world.call(endProviderSessions, null, { id, logout_token })).toEqual({ ended: 1 });
  });

  describe('of SAML', () => {
    /** Does what the browser does with the form of the provider. */
    async function comeBack(id: number, { address, browserToken }: { address: string; browserToken: string }) {
      const received = await world.call(receiveSamlResponse, null, { ...(await samlPeer.signIn(address)), id, origin });
      if (received.outcome !== 'received') return received;
      const query = `state=${received.state}`;
      return world.call(finishProviderSignIn, null, { id, query, browserToken, origin });
    }
    const signIn = async (id: number) =>
      comeBack(id, await world.call(startProviderSignIn, null, { id, returnTo: '/', origin }));
    async function test(id: number) {
      await comeBack(id, await world.call(startProviderTest, world.ada, { id, origin }));
      return world.call(getProviderTest, world.ada, { id });
    }

    /** Sets the provider up at both sides by what the text says alone. */
    async function follow(text: string): Promise<IdentityProvider> {
      const saml = sectionOf(text, 'SAML');
      const rows = rowsOf(saml, here);
      const isOn = (label: string) => rowOf(rows, label).startsWith('on');
      const form: IdentityProviderForm = {
        kind: rowOf(rows, 'Protocol') === "'SAML 2.0'" ? 'saml' : 'oidc',
        name: section,
        issuer: '',
        domains: rowOf(rows, 'Domains').startsWith("the domains of your company's addresses")
          ? ['northfield.example']
          : [],
        linkByEmail: isOn('Link accounts by e-mail address'),
        createAccounts: isOn('Create accounts at the first sign-in'),
      };
      const card = await world.call(createIdentityProvider, world.ada, form);
      const { id } = card;
      samlPeer.register((await world.call(getSamlMetadata, null, { id })).xml);
      Object.assign(samlPeer, setUpAt(vendor, rowsOf(saml, /^at /), card));

      const metadata = rowOf(rows, 'Metadata of the provider');
      const address = codeIn(metadata)?.replace('https://{host}', new URL(samlPeer.metadataAddress).origin);
      const source = metadata.includes("'Or its address'")
        ? { address: address?.replace('{realm}', 'staff') ?? samlPeer.metadataAddress }
        : { xml: samlPeer.metadata };
      const read = await world.call(resolveProviderMetadata, world.ada, source);
      const value = codeIn(rowOf(rows, 'Role and team from the provider'))!;
      return world.call(updateIdentityProvider, world.ada, {
        ...form,
        ...read,
        id,
        roleClaim: codeIn(rowOf(rows, 'Attribute of the table'))!,
        claimRules: [{ value, role: 'manager', teamId }],
      });
    }

    it('is enough to sign in with a new account and one that exists, with the role and team of the table', async () => {
      const local = await world.call(createUser, world.ada, person('mia'));
      const { id } = await follow(page);
      expect(await test(id)).toMatchObject({
        state: 'passed',
        field: null,
        effect: 'A sign-in would create an account for kim@northfield.example, as manager.',
      });
      await world.call(setIdentityProviderEnabled, world.ada, { id, enabled: true });
      const signedIn = await signIn(id);
      expect(signedIn).toMatchObject({
        outcome: 'signed in',
        user: { username, email: 'kim@northfield.example', fullName: 'Kim Fields', role: 'manager' },
      });
      expect(await teamOf('kim')).toEqual([[username, teamId]]);
      expect(await signIn(id)).toMatchObject({ user: { username } });
      const token = signedIn.outcome === 'signed in' ? signedIn.token : '';
      expect(await world.call(signOut, null, { token })).toEqual({});

      const { account } = samlPeer;
      const attributes = Object.entries(account.attributes).map(([name, value]) => [
        name,
        value === 'kim@northfield.example' ? local.email : value,
      ]);
      samlPeer.account = { ...account, nameId: 'mia', attributes: Object.fromEntries(attributes) };
      expect(await signIn(id)).toMatchObject({ user: { id: local.id, fullName: 'mia Local', role: 'manager' } });
    });

    it('says how the certificate is changed without a day on which no one can sign in', async () => {
      const { id, ...provider } = await follow(page);
      expect(await test(id)).toMatchObject({ state: 'passed' });
      await world.call(setIdentityProviderEnabled, world.ada, { id, enabled: true });
      const change = async (certificates: string[]) =>
        world.call(updateIdentityProvider, world.ada, { ...provider, id, certificates });
      expect(sectionOf(page, 'SAML')).toContain('The provider stays on.');
      const next = makeSigner();
      const both = await change([[...provider.certificates, next.certificate].join('')]);
      expect(both).toMatchObject({ enabled: true, isTested: true });
      expect(await signIn(id)).toMatchObject({ outcome: 'signed in' });
      samlPeer.tamper.signer = next;
      expect(await signIn(id)).toMatchObject({ outcome: 'signed in' });
      expect(sectionOf(page, 'SAML')).toContain('test again and switch the provider on');
      expect(await change([next.certificate])).toMatchObject({ enabled: false, isTested: false });
      expect(await test(id)).toMatchObject({ state: 'passed' });
    });

    it('says what each report of a failed test means', async () => {
      const { id } = await follow(page);
      const { tamper, account } = samlPeer;
      const wrong: [string, Partial<SamlPeer>][] = [
        ['issuer', { tamper: { ...tamper, parts: { ...tamper.parts, issuer: 'https://another.example' } } }],
        ['audience', { tamper: { ...tamper, parts: { ...tamper.parts, audience: 'https://another.example' } } }],
        ['ACS address', { tamper: { ...tamper, parts: { ...tamper.parts, destination: 'https://another.example' } } }],
        ['clock', { tamper: { ...tamper, parts: { ...tamper.parts, issuedAt: '2026-01-01T00:00:00Z' } } }],
        ['attribute', { account: { ...account, attributes: {} } }],
        ['certificate', { tamper: { ...tamper, signer: makeSigner() } }],
        ['signature', { tamper: { ...tamper, sign: 'response' } }],
        ['NameID', { account: { ...account, format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' } }],
        [
          'provider',
          { tamper: { ...tamper, after: (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion') } },
        ],
      ];
      expect([...rowsOf(sectionOf(page, 'SAML'), checks).keys()]).toEqual(wrong.map(([field]) => field));
      for (const [field, change] of wrong) {
        Object.assign(samlPeer, { tamper, account }, change);
        expect(await test(id)).toMatchObject({ state: 'failed', field });
        const [card] = await world.call(listIdentityProviders, world.ada, {});
        expect(card).toMatchObject({ isTested: false, lastTest: { state: 'failed', field } });
      }
    });

    const mistakes = longRun ? vendor.mistakes : [vendor.mistakes[testSeed % vendor.mistakes.length]!];
    it.each(mistakes)('would be noticed here if it said %s instead of %s', async (wrong, right, field) => {
      const saml = sectionOf(page, 'SAML');
      expect(saml).toContain(right);
      const { id } = await follow(page.replace(saml, saml.replaceAll(right, wrong)));
      if (field === 'role') expect((await test(id)).effect).toMatch(/, as user\.$/);
      else expect(await test(id)).toMatchObject({ state: 'failed', field });
    });
  });
});
