import type { ProviderSettings } from '../stored-provider.js';
import type { Assertion } from './saml-assertion.rules.js';
import { claimsOf } from './saml-claims.rules.js';

const schema = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

function claims(
  attributes: Record<string, string[]>,
  { nameId = 'kim', nameIdFormat = persistent, domains = [] as string[] } = {},
) {
  const assertion = { attributes: new Map(Object.entries(attributes)), nameId, nameIdFormat } as unknown as Assertion;
  return claimsOf(assertion, { domains } as unknown as ProviderSettings);
}

describe('the claims of an assertion', () => {
  it('are its attributes by their own names, single values alone and several as a list', () => {
    expect(claims({ Role: ['a', 'b'], team: ['x'], empty: [] })).toEqual({
      Role: ['a', 'b'],
      team: 'x',
      empty: [],
      sub: 'kim',
    });
  });

  it.each([
    [
      'email',
      [
        'email',
        'mail',
        'emailAddress',
        'User.Email',
        `${schema}/emailaddress`,
        'urn:oid:0.9.2342.19200300.100.1.3',
        'urn:oid:1.2.840.113549.1.9.1',
      ],
    ],
    ['email_verified', ['email_verified', 'emailVerified']],
    ['given_name', ['given_name', 'givenName', 'firstName', 'first_name', `${schema}/givenname`, 'urn:oid:2.5.4.42']],
    ['family_name', ['family_name', 'surname', 'lastName', 'last_name', 'sn', `${schema}/surname`, 'urn:oid:2.5.4.4']],
    [
      'name',
      [
        'displayName',
        'http://schemas.microsoft.com/identity/claims/displayname',
        'urn:oid:2.16.840.1.113730.3.1.241',
        'cn',
        'urn:oid:2.5.4.3',
      ],
    ],
    [
      'preferred_username',
      [
        'preferred_username',
        'username',
        'uid',
        'urn:oid:0.9.2342.19200300.100.1.1',
        `${schema}/upn`,
        `${schema}/name`,
        'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
      ],
    ],
  ])('have %s by each name that providers give it, and the first that is not empty', (claim, names) => {
    for (const name of names) expect(claims({ [name]: ['', 'value', 'more'] })[claim]).toBe('value');
    const both = Object.fromEntries(names.map((name) => [name, [`of ${name}`]]).reverse()) as Record<string, string[]>;
    expect(claims(both)[claim]).toBe(`of ${names[0]}`);
    expect(claims({ other: ['value'] })).not.toHaveProperty(claim);
    expect(claims({ [names[1]!]: ['value'] }).sub).toBe('kim');
  });

  it('have an e-mail address from a NameID of that form, unless an attribute has one', () => {
    const nameId = 'kim@example.com';
    for (const nameIdFormat of [emailAddress, unspecified, ''])
      expect(claims({}, { nameId, nameIdFormat }).email).toBe(nameId);
    expect(claims({}, { nameId, nameIdFormat: persistent })).not.toHaveProperty('email');
    expect(claims({}, { nameId: 'kim', nameIdFormat: emailAddress })).not.toHaveProperty('email');
    expect(claims({ mail: ['lee@example.com'] }, { nameId, nameIdFormat: emailAddress }).email).toBe('lee@example.com');
  });

  it('are verified in the domains of the provider alone, unless the provider denies it', () => {
    const domains = ['example.com'];
    expect(claims({ email: ['kim@Example.com'] }, { domains }).email_verified).toBe(true);
    expect(claims({ email: ['kim@other.com'] }, { domains })).not.toHaveProperty('email_verified');
    expect(claims({ email: ['kim@example.com@other.com'] }, { domains })).not.toHaveProperty('email_verified');
    expect(claims({ email: ['kim@example.com'] })).not.toHaveProperty('email_verified');
    expect(claims({ email: ['kim@example.com'], email_verified: ['false'] }, { domains }).email_verified).toBe('false');
    expect(claims({}, { domains })).not.toHaveProperty('email_verified');
  });

  it('have the NameID as their subject, whatever an attribute says', () => {
    expect(claims({ sub: ['admin'] }).sub).toBe('kim');
  });
});
