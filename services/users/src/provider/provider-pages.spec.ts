import { readFileSync } from 'node:fs';
import {
  createIdentityProvider,
  createUser,
  finishProviderSignIn,
  getProviderTest,
  setIdentityProviderEnabled,
  startProviderSignIn,
  startProviderTest,
  type IdentityProviderForm,
} from '@lead-finder/contracts';
import { startOidcPeer, type OidcPeer, type PeerAccount } from '@lead-finder/testing';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

const pageOf = (provider: string) => {
  const name = `${provider.toLowerCase().replaceAll(' ', '-')}.md`;
  return readFileSync(new URL(`../../../../docs/sign-in/${name}`, import.meta.url), 'utf8');
};
const sectionOf = (page: string, heading: string) =>
  page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';

/** Returns what a section of the page says to enter here, by the name of the field. */
function fieldsOf(section: string): Map<string, string> {
  const tables = section
    .split(/(?=\| (?:field|here|at [^|]+) \| what \|)/)
    .filter((each) => /^\| (field|here)/.test(each));
  const rows = tables.flatMap((each) => [...each.matchAll(/^ *\| ([^|]+) \| ([^|]+) \|$/gm)]);
  return new Map(rows.map(([, field, what]) => [field!, what!]));
}
const codeIn = (text = '') => /`([^`]+)`/.exec(text)?.[1];

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
  const page = pageOf(section);
  const fields = fieldsOf(sectionOf(page, 'OpenID Connect'));
  const claim = codeIn(fields.get('Claim of the table'));
  let peer: OidcPeer;
  let world: UsersWorld;
  beforeAll(async () => {
    peer = await startOidcPeer(shape);
    world = await startUsers({ INTERNAL_IDENTITY_PROVIDERS: peer.issuer });
    world.clock.time = new Date();
  });
  afterAll(async () => {
    await world?.stop();
    await peer?.stop();
  });

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
        'Claim of the table',
      ]),
    );
    const saml = sectionOf(page, 'SAML');
    expect([...fieldsOf(saml).keys()]).toEqual(expect.arrayContaining(['Metadata', 'Attribute of the table']));
    for (const field of ['issuer', 'redirect address', 'audience', 'clock', 'claim', 'signature'])
      expect(sectionOf(page, 'OpenID Connect')).toContain(`| ${field} |`);
    for (const field of ['ACS address', 'attribute', 'certificate', 'NameID']) expect(saml).toContain(`| ${field} |`);
  });

  it('names an issuer of the form that the provider has', () => {
    const paths = [...fields.get('Issuer')!.matchAll(/`https:\/\/[^/`]+([^`]*)`/g)].map(([, after]) => after!);
    const patterns = paths.map((text) => new RegExp(`^${text.replace(/\{[^}]+\}/g, '[^/]+')}$`));
    expect(patterns.some((pattern) => pattern.test(shape.path))).toBe(true);
  });

  it('is enough to sign in with an account that exists and with a new one, with the role of the table', async () => {
    const lou = { username: 'lou', email: 'lou@northfield.example', fullName: 'Lou Local', password };
    const local = await world.call(createUser, world.ada, lou);
    const form: IdentityProviderForm = {
      name: section,
      issuer: peer.issuer,
      clientId: peer.clientId,
      ...(fields.has('Scopes') && { scopes: codeIn(fields.get('Scopes')!)! }),
      domains: ['northfield.example'],
      linkByEmail: true,
      createAccounts: true,
      ...(claim && { roleClaim: claim, claimRules: [{ value: roleOf, role: 'manager' }] }),
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
    const kim = { sub: 'kim', email: 'kim@northfield.example', email_verified: true, name: 'Kim Fields' };
    peer.account = { ...kim, ...shape.account };
    await finish(await world.call(startProviderTest, world.ada, { id, origin }));
    expect(await world.call(getProviderTest, world.ada, { id })).toMatchObject({ state: 'passed', field: null });
    await world.call(setIdentityProviderEnabled, world.ada, { id, enabled: true });

    const signedIn = await finish(await world.call(startProviderSignIn, null, { id, origin }));
    const role = claim ? 'manager' : 'user';
    expect(signedIn).toMatchObject({ outcome: 'signed in', user: { fullName: 'Kim Fields', role } });
    peer.account = { ...kim, ...shape.account, sub: 'lou', email: lou.email };
    const linked = await finish(await world.call(startProviderSignIn, null, { id, origin }));
    expect(linked).toMatchObject({ outcome: 'signed in', user: { id: local.id, fullName: 'Lou Local', role } });
  });
});
