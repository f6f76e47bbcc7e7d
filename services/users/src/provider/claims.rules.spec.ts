import { checkDomain, placeOf, profileOf, usernamesOf, valuesOf } from './claims.rules.js';
import type { ProviderSettings } from './stored-provider.js';

const issuer = 'https://login.northfield.example';
const google = 'https://accounts.google.com';
const kim = { sub: 'kim', email: 'kim@northfield.example' };

describe('the word of a provider for an e-mail address', () => {
  it.each([
    ['email_verified', issuer, { email_verified: true }, true],
    ['email_verified as text', issuer, { email_verified: 'true' }, true],
    ['nothing', issuer, {}, false],
    ['a denial', issuer, { email_verified: false }, false],
    ['xms_edov of Entra ID', issuer, { xms_edov: true }, true],
    ['xms_edov as a number', issuer, { xms_edov: '1' }, true],
    ['xms_edov that is off', issuer, { xms_edov: false }, false],
    ['hd of Google Workspace', google, { email_verified: true, hd: 'northfield.example' }, true],
    ['Google without hd for an address of another company', google, { email_verified: true }, false],
    ['Google without hd for its own address', google, { email: 'kim@gmail.com', email_verified: true }, true],
    ['hd of Google without email_verified', google, { hd: 'northfield.example' }, false],
  ])('is read from %s', (_, from, claims, isEmailVerified) => {
    expect(profileOf({ ...kim, ...claims }, from).isEmailVerified).toBe(isEmailVerified);
  });
});

describe('the profile', () => {
  it('has the name, and else what the provider has instead', () => {
    expect(profileOf({ ...kim, name: ' Kim Fields ' }, issuer).fullName).toBe('Kim Fields');
    expect(profileOf({ ...kim, given_name: 'Kim', family_name: 'Fields' }, issuer).fullName).toBe('Kim Fields');
    expect(profileOf({ ...kim, preferred_username: 'kf@x.example' }, issuer).fullName).toBe('kf@x.example');
    expect(profileOf({ sub: '7' }, issuer)).toMatchObject({ fullName: '7', handle: '7', email: null });
  });

  it('has no address that is none', () => {
    expect(profileOf({ sub: '7', email: 'kim at home' }, issuer).email).toBeNull();
    const long = `${'k'.repeat(64)}@${'northfield.'.repeat(17)}example`;
    expect(profileOf({ sub: '7', email: long }, issuer).email).toBeNull();
    expect(profileOf(kim, issuer).email).toBe(kim.email);
  });

  it('says whether the provider denies the address, which others do not mention', () => {
    const isDenied = (email_verified?: unknown) => profileOf({ ...kim, email_verified }, issuer).isEmailDenied;
    expect([false, 'false', true, 'true', '', undefined].map(isDenied)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('has a name that the database can store, of 200 characters', () => {
    expect(profileOf({ ...kim, name: 'Kim\tFields' }, issuer).fullName).toBe('Kim Fields');
    expect(profileOf({ ...kim, name: `K\0im ${'x'.repeat(300)}` }, issuer).fullName).toBe(`Kim ${'x'.repeat(196)}`);
  });

  it('proposes usernames of letters and digits, the best first', () => {
    const names = (preferred_username: string) => usernamesOf(profileOf({ sub: '7', preferred_username }, issuer));
    expect(names('Zoë.Müller@northfield.example').slice(0, 2)).toEqual(['Zoe.Muller', 'Zoe.Muller-2']);
    expect(names('李')[0]).toBe('user-');
    expect([names('kim')[0], names('ki')[0]]).toEqual(['kim', 'user-ki']);
    expect(names('k'.repeat(60)).at(-1)).toBe(`${'k'.repeat(44)}-99`);
  });
});

describe('the table', () => {
  const table = (change: Partial<ProviderSettings>) =>
    ({
      roleClaim: 'realm_access.roles',
      claimRules: [
        { value: 'bosses', role: 'manager', teamId: 4 },
        { value: 'staff', role: 'user', teamId: null },
      ],
      unmatched: 'refuse',
      domains: [],
      ...change,
    }) as unknown as ProviderSettings;
  const claims = { sub: '7', realm_access: { roles: ['staff', 'bosses'] } };

  it('reads a list inside an object, one value, and a claim whose name has a dot', () => {
    expect(valuesOf(claims, 'realm_access.roles')).toEqual(['staff', 'bosses']);
    expect(valuesOf({ sub: '7', department: 12 }, 'department')).toEqual(['12']);
    expect(valuesOf({ sub: '7', 'https://x.example/roles': 'a' }, 'https://x.example/roles')).toEqual(['a']);
    expect(valuesOf({ sub: '7', roles: null }, 'roles')).toEqual([]);
    expect(valuesOf({ sub: '7' }, 'constructor.name')).toEqual([]);
  });

  it('gives what the first row that fits says, and leaves the team if the row has none', () => {
    expect(placeOf(claims, table({}))).toEqual({ role: 'manager', teamId: 4 });
    expect(placeOf({ sub: '7', realm_access: { roles: ['staff'] } }, table({}))).toEqual({ role: 'user' });
    expect(placeOf({ sub: '7' }, table({ unmatched: 'user' }))).toEqual({ role: 'user' });
    expect(placeOf(claims, table({ claimRules: [] }))).toBeNull();
  });

  it('refuses a user whom no row fits, with what the provider sent', () => {
    const refusal = (values: string) =>
      expect.objectContaining({
        problem: 'no_role',
        details: `No row of the table fits realm_access.roles: ${values}`,
      });
    const placed = (roles: unknown) => () => placeOf({ sub: '7', realm_access: { roles } }, table({}));
    expect(placed(['guests', 'visitors'])).toThrow(refusal('guests, visitors'));
    expect(placed(['x'.repeat(300)])).toThrow(refusal('x'.repeat(200)));
    expect(placed(undefined)).toThrow(refusal('no value'));
    expect(() => valuesOf({ sub: '7', realm_access: null }, 'realm_access.roles')).not.toThrow();
  });

  it('lets in the domains of the provider alone', () => {
    const domains = ['northfield.example'];
    expect(() => checkDomain('kim@NORTHFIELD.example', table({ domains }))).not.toThrow();
    const refusal = (problem: string, details: string) => expect.objectContaining({ problem, details });
    expect(() => checkDomain('kim@sub.northfield.example', table({ domains }))).toThrow(
      refusal('domain', 'sub.northfield.example is not in the list'),
    );
    expect(() => checkDomain('"@northfield.example"@evil.example', table({ domains }))).toThrow();
    expect(() => checkDomain(null, table({ domains }))).toThrow(refusal('email_missing', 'The claim email is missing'));
    expect(() => checkDomain(null, table({}))).not.toThrow();
  });
});
