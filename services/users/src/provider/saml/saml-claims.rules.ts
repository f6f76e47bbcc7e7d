import type { Claims } from '../sign-in-protocol.js';
import type { ProviderSettings } from '../stored-provider.js';
import type { Assertion } from './saml-assertion.rules.js';

const schema = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** The names under which providers send a claim, in lower case and in order. */
const namesOf = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'user.email',
    `${schema}/emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
  ],
  email_verified: ['email_verified', 'emailverified'],
  given_name: ['given_name', 'givenname', 'firstname', 'first_name', `${schema}/givenname`, 'urn:oid:2.5.4.42'],
  family_name: ['family_name', 'surname', 'lastname', 'last_name', 'sn', `${schema}/surname`, 'urn:oid:2.5.4.4'],
  name: [
    'displayname',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'cn',
    'urn:oid:2.5.4.3',
  ],
  preferred_username: [
    'preferred_username',
    'username',
    'uid',
    'urn:oid:0.9.2342.19200300.100.1.1',
    `${schema}/upn`,
    `${schema}/name`,
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
  ],
};
const emailFormats = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  '',
];

/**
 * Returns all attributes, and the claims of OpenID Connect that follow from them. SAML has no word for a verified address:
 * an administrator says by the domains of the provider for which it vouches.
 */
export function claimsOf({ attributes, nameId, nameIdFormat }: Assertion, { domains }: ProviderSettings): Claims {
  const named = new Map([...attributes].map(([name, values]) => [name.toLowerCase(), values]));
  const firstOf = (names: string[]) => names.flatMap((name) => named.get(name) ?? []).find((value) => value !== '');
  const own = [...attributes].map(([name, values]) => [name, values.length === 1 ? values[0] : values]);
  const known = Object.entries(namesOf).map(([claim, names]) => [claim, firstOf(names)]);
  const claims = Object.fromEntries([...own, ...known.filter(([, value]) => value !== undefined)]) as Claims;
  if (claims.email === undefined && nameId.includes('@') && emailFormats.includes(nameIdFormat)) claims.email = nameId;
  const domain = String(claims.email).split('@').at(-1)!.toLowerCase();
  if (claims.email_verified === undefined && domains.includes(domain)) claims.email_verified = true;
  return { ...claims, sub: nameId };
}
