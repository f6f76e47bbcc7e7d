import type { IdentityProvider } from '@lead-finder/contracts';
import type { SamlAccount, SamlPeer } from '@lead-finder/testing';
import { codeIn, rowOf, valuesIn, type Rows } from './sign-in-page.js';

/** How a vendor differs from others: its addresses, its labels, and what it sends by itself. */
export interface SamlVendor {
  metadataPath: string;
  entityId?: string;
  /** The labels of the fields in which it wants our names, and the NameID. */
  labels: { audience: string; acs: string; nameId: string; attributes: string };
  /** The person who signs in, by the vendor's names of the fields. */
  person: Record<string, string>;
  username: string;
  /** A NameID that the vendor makes by itself. */
  ownNameId?: string;
  namespaceIn?: (row: string) => string;
  sent?: SamlAccount['attributes'];
  isSplit?: boolean;
  /** Words that would be wrong on the page, the right ones, and what a test then names. */
  mistakes: [wrong: string, right: string, field: string][];
  roles(rows: Rows): SamlAccount['attributes'];
  signs(rows: Rows): NonNullable<SamlPeer['tamper']['sign']>;
}

const formats: Record<string, string> = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
};
const tenant = '7c0e5d1f-9b1e-4c55-8a51-0f6c9e2b77d1';
const microsoft = 'http://schemas.microsoft.com/identity/claims';
const email = 'kim@northfield.example';

const withSha256 = (row: string) => {
  if (!/SHA[-_]?256/.test(row)) throw new Error('The page does not choose SHA-256');
  return row;
};

export const samlVendors: Record<string, SamlVendor> = {
  'Entra ID': {
    metadataPath: `/${tenant}/federationmetadata/2007-06/federationmetadata.xml`,
    entityId: `https://sts.windows.net/${tenant}/`,
    labels: {
      audience: 'Upload metadata file',
      acs: 'Upload metadata file',
      nameId: 'Unique User Identifier (Name ID)',
      attributes: 'Additional claims',
    },
    person: {
      'user.objectid': '0d9b6a1e-3c1f-4e39-9a0e-5b8a1c2d3e4f',
      'user.mail': email,
      'user.givenname': 'Kim',
      'user.surname': 'Fields',
      'user.userprincipalname': 'kim.fields@northfield.example',
    },
    username: 'kim.fields',
    namespaceIn: (row) => `${/`(http[^`]+)`/.exec(row)![1]}/`,
    sent: {
      [`${microsoft}/tenantid`]: tenant,
      [`${microsoft}/objectidentifier`]: '0d9b6a1e-3c1f-4e39-9a0e-5b8a1c2d3e4f',
      [`${microsoft}/displayname`]: 'Kim Fields',
      [`${microsoft}/identityprovider`]: `https://sts.windows.net/${tenant}/`,
    },
    mistakes: [
      ["'Transient'", "'Persistent'", 'NameID'],
      ["'Sign SAML response'", "'Sign SAML assertion'", 'signature'],
      ['`address`', '`emailaddress`', 'attribute'],
      ['claims/group`', 'claims/role`', 'attribute'],
      ['value, such as `manager`', 'value, such as `lead-finder-manager`', 'role'],
    ],
    roles: (rows) => ({
      'http://schemas.microsoft.com/ws/2008/06/identity/claims/role': [codeIn(rowOf(rows, 'Create app role'))!],
    }),
    signs: (rows) =>
      (({ 'Sign SAML assertion': 'assertion', 'Sign SAML response and assertion': 'both' }) as const)[
        valuesIn(withSha256(rowOf(rows, 'Signing Option')))[0]!
      ] ?? 'response',
  },
  Okta: {
    metadataPath: '/app/exk1f0c2ab3D4e5F6g7/sso/saml/metadata',
    entityId: 'http://www.okta.com/exk1f0c2ab3D4e5F6g7',
    labels: {
      audience: 'Audience URI (SP Entity ID)',
      acs: 'Single sign-on URL',
      nameId: 'Name ID format',
      attributes: 'Profile attribute statements',
    },
    person: {
      'user.getInternalProperty("id")': '00u1f0c2ab3D4e5F6g7',
      'user.email': email,
      'user.firstName': 'Kim',
      'user.lastName': 'Fields',
    },
    username: 'kim',
    mistakes: [
      ["'Transient'", "'Persistent'", 'NameID'],
      ["Assertion Signature 'Unsigned'", "Assertion Signature 'Signed'", 'signature'],
      ['`address` is', '`email` is', 'attribute'],
      ['| `teams`.', '| `groups`.', 'attribute'],
      ["'Starts with' `sales`", "'Starts with' `lead-finder`", 'attribute'],
      ['URL | our entity ID', 'URL | our ACS address', 'ACS address'],
      ['ID) | our ACS address', 'ID) | our entity ID', 'audience'],
      ['value, such as `manager`', 'value, such as `lead-finder-manager`', 'role'],
    ],
    roles(rows) {
      const [name, filter, prefix] = valuesIn(rowOf(rows, 'Group attribute statements'));
      if (filter !== 'Starts with') throw new Error('The filter of the groups is another one');
      const groups = ['Everyone', codeIn(rowOf(rows, 'Directory, Groups'))!];
      return { [name!]: groups.filter((each) => each.startsWith(prefix!)) };
    },
    signs: (rows) =>
      withSha256(rowOf(rows, 'Show Advanced Settings')).includes("Assertion Signature 'Signed'") ? 'both' : 'response',
  },
  'Google Workspace': {
    metadataPath: '/metadata.xml',
    entityId: 'https://accounts.google.com/o/saml2?idpid=C01abc2de',
    labels: { audience: 'Entity ID', acs: 'ACS URL', nameId: 'Name ID format', attributes: 'Add mapping' },
    person: {
      'Basic Information > Primary email': email,
      'Primary email': email,
      'First name': 'Kim',
      'Last name': 'Fields',
    },
    username: 'kim',
    mistakes: [
      ["'TRANSIENT'", "'PERSISTENT'", 'NameID'],
      ['Signed response | switch it on', 'Signed response | leave it off', 'signature'],
      ['`address` is', '`email` is', 'attribute'],
      ['| `teams`.', '| `groups`.', 'attribute'],
      ['URL | our entity ID', 'URL | our ACS address', 'ACS address'],
      ['ID | our ACS address', 'ID | our entity ID', 'audience'],
      ['value, such as `manager`', 'value, such as `lead-finder-manager`', 'role'],
    ],
    roles(rows) {
      const [group, attribute] = valuesIn(rowOf(rows, 'Group membership'));
      return { [attribute!]: [group!] };
    },
    signs: (rows) => (rowOf(rows, 'Signed response').startsWith('leave it off') ? 'assertion' : 'response'),
  },
  Keycloak: {
    metadataPath: '/realms/staff/protocol/saml/descriptor',
    labels: {
      audience: 'Import client',
      acs: 'Import client',
      nameId: 'Name ID format',
      attributes: 'Configure a new mapper, User Property',
    },
    person: { email, firstName: 'Kim', lastName: 'Fields', username: 'kim.f' },
    username: 'kim.f',
    ownNameId: 'G-5b8a1c2d-0d9b-6a1e-3c1f-4e399a0e5b8a',
    isSplit: true,
    mistakes: [
      ['`transient`', '`persistent`', 'NameID'],
      ['Sign assertions | off', 'Sign assertions | on', 'signature'],
      ['`address` is', '`email` is', 'attribute'],
      ['| `Roles`.', '| `Role`.', 'attribute'],
      ['value, such as `manager`', 'value, such as `lead-finder-manager`', 'role'],
    ],
    roles: (rows) => ({
      Role: ['offline_access', 'uma_authorization', 'manage-account', codeIn(rowOf(rows, 'Create role'))!],
    }),
    signs: (rows) => (withSha256(rowOf(rows, 'Sign assertions')).startsWith('on') ? 'both' : 'response'),
  },
};

/** Fills in the vendor's fields as the rows of the page say. Returns the account that the vendor then sends, and how. */
export function setUpAt(vendor: SamlVendor, rows: Rows, { entityId, redirectAddress }: IdentityProvider) {
  const { labels, person, namespaceIn = () => '' } = vendor;
  const ours = (label: string, ofMetadata: string) => {
    const row = rowOf(rows, label);
    if (row.includes('our metadata')) return ofMetadata;
    if (row.includes('our entity ID')) return entityId;
    if (row.includes('our ACS address')) return redirectAddress;
    throw new Error(`The page does not say which of our addresses ${label} gets`);
  };
  const nameIdRow = valuesIn(rowOf(rows, labels.nameId));
  const format = formats[nameIdRow[0]!.toLowerCase()];
  const nameId = vendor.ownNameId ?? person[nameIdRow.at(-1)!];
  if (format === undefined || nameId === undefined) throw new Error(`No such NameID: ${nameIdRow.join(', ')}`);
  const row = rowOf(rows, labels.attributes);
  const mapped = [...row.matchAll(/`([^`]+)` is [`']([^`']+)[`']/g)].map(([, name, source]) => {
    if (!(source! in person)) throw new Error(`The provider has no field ${source}`);
    return [`${namespaceIn(row)}${name}`, person[source!]!];
  });
  const attributes = { ...vendor.sent, ...Object.fromEntries(mapped), ...vendor.roles(rows) };
  const account: SamlAccount = { nameId, format, attributes, ...(vendor.isSplit && { isSplit: true }) };
  const acs = ours(labels.acs, redirectAddress);
  const parts = { audience: ours(labels.audience, entityId), destination: acs, recipient: acs };
  return { account, tamper: { parts, sign: vendor.signs(rows) } };
}
