/**
 * Bodies as Entra ID sends them, after the requests that Microsoft documents:
 * https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups and, for the flag
 * `aadOptscim062020` and the behaviour without it,
 * https://learn.microsoft.com/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility
 */
const patchOp = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export const entra = {
  user: (name: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
    externalId: `${name}-object-id`,
    userName: `${name}@northfield.example`,
    active: true,
    addresses: [{ primary: false, type: 'work', country: 'US', formatted: 'Little Rock', locality: 'Little Rock' }],
    displayName: `${name} Northfield`,
    emails: [{ primary: true, type: 'work', value: `${name}@northfield.example` }],
    meta: { resourceType: 'User' },
    name: { formatted: `${name} Northfield`, familyName: 'Northfield', givenName: name },
    phoneNumbers: [{ primary: false, type: 'work', value: '+1 501 555 0100' }],
    roles: [],
    title: 'Sales Representative',
    [enterprise]: { department: 'Sales', employeeNumber: '17' },
  }),
  /** Without the flag, flags are texts, and operations begin with a capital. */
  disable: { schemas: patchOp, Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
  enable: { schemas: patchOp, Operations: [{ op: 'Replace', path: 'active', value: 'True' }] },
  /** With the flag. */
  disableStrictly: { schemas: patchOp, Operations: [{ op: 'replace', path: 'active', value: false }] },
  update: (name: string, email: string) => ({
    schemas: patchOp,
    Operations: [
      { op: 'Replace', path: 'displayName', value: name },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Replace', path: 'name.familyName', value: name.split(' ').at(-1) },
      { op: 'Add', path: 'title', value: 'Team Lead' },
      { op: 'Replace', path: 'addresses[type eq "work"].locality', value: 'Conway' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Field Sales' },
    ],
  }),
  /** Without the flag, several attributes can come without a path, with paths as keys. */
  updateWithoutPath: (email: string) => ({
    schemas: patchOp,
    Operations: [
      {
        op: 'Add',
        value: {
          'emails[type eq "home"].value': email,
          'name.givenName': 'Robin',
          [`${enterprise}:department`]: 'Sales',
        },
      },
    ],
  }),
  missingAddress: (email: string) => ({
    schemas: patchOp,
    Operations: [{ op: 'Replace', path: 'emails[type eq "other"].value', value: email }],
  }),
  group: (name: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    externalId: `${name}-object-id`,
    displayName: name,
    meta: { resourceType: 'Group' },
  }),
  addMembers: (...ids: string[]) => ({
    schemas: patchOp,
    Operations: [{ op: 'Add', path: 'members', value: ids.map((value) => ({ $ref: null, value })) }],
  }),
  removeMembers: (...ids: string[]) => ({
    schemas: patchOp,
    Operations: [{ op: 'Remove', path: 'members', value: ids.map((value) => ({ $ref: null, value })) }],
  }),
  /** With the flag. */
  removeMemberStrictly: (id: string) => ({
    schemas: patchOp,
    Operations: [{ op: 'remove', path: `members[value eq "${id}"]` }],
  }),
  renameGroup: (displayName: string) => ({
    schemas: patchOp,
    Operations: [{ op: 'Replace', path: 'displayName', value: displayName }],
  }),
};
