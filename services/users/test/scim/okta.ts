/**
 * Bodies as Okta sends them, after the requests that Okta documents:
 * https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20/
 */
const patchOp = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];

export const okta = {
  user: (name: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `${name}@northfield.example`,
    name: { givenName: name, familyName: 'Northfield' },
    emails: [{ primary: true, value: `${name}@northfield.example`, type: 'work' }],
    displayName: `${name} Northfield`,
    locale: 'en-US',
    externalId: `00u${name}`,
    groups: [],
    password: '1mz050nq',
    active: true,
  }),
  /** The whole profile, also for one changed attribute. */
  replace: (id: string, name: string, familyName: string, active = true) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id,
    userName: `${name}@northfield.example`,
    name: { givenName: name, middleName: null, familyName },
    emails: [{ primary: true, value: `${name}@northfield.example`, type: 'work', display: null }],
    active,
    groups: [],
    meta: { resourceType: 'User' },
  }),
  deactivate: { schemas: patchOp, Operations: [{ op: 'replace', value: { active: false } }] },
  group: (displayName: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName,
    members: [],
  }),
  /** A push of a group names it and replaces or adds members. */
  pushGroup: (id: string, displayName: string, ...members: string[]) => ({
    schemas: patchOp,
    Operations: [
      { op: 'replace', value: { id, displayName } },
      { op: 'replace', path: 'members', value: members.map((value) => ({ value, display: 'someone' })) },
    ],
  }),
  changeMembers: (removed: string, added: string) => ({
    schemas: patchOp,
    Operations: [
      { op: 'remove', path: `members[value eq "${removed}"]` },
      { op: 'add', path: 'members', value: [{ value: added, display: 'someone' }] },
    ],
  }),
};
