import { enterprise, groupSchema, none, patch, userSchema, type PublishedRequests } from './published.js';

const address = 'kim.west@northfield.example';
const manager = `${enterprise}:manager`;
const { schemas } = patch();

/** What tenants of Entra ID sent, as receivers show it in logs and reports, with the order of keys and operations. */
const recorded: PublishedRequests = {
  source: 'Entra ID as received',
  requests: [
    {
      what: 'a search by userName',
      recorded: 'https://github.com/grokability/snipe-it/issues/19090',
      request: 'GET /Users?filter=userName%20eq%20%22Kim.West%40northfield.example%22',
      status: 200,
      answer: none,
    },
    {
      what: 'a new user with nothing but a userName',
      recorded: 'https://github.com/jelhub/scimgateway/issues/36',
      request: 'POST /Users',
      body: { schemas: [userSchema, enterprise], userName: address, active: true, meta: { resourceType: 'User' } },
      status: 201,
      answer: { userName: address, active: true, emails: [{ value: address }] },
      saves: 'user',
    },
    {
      what: 'the user by the searched name in other letters',
      request: 'GET /Users?filter=userName%20eq%20%22Kim.West%40northfield.example%22',
      status: 200,
      answer: { totalResults: 1, Resources: [{ id: '{user}' }] },
    },
    {
      what: 'another user',
      request: 'POST /Users',
      body: { schemas: [userSchema], userName: 'lou.lake@northfield.example', externalId: 'loulake', active: true },
      status: 201,
      saves: 'other',
    },
    {
      what: 'a search by externalId with + for a space',
      recorded: 'https://github.com/MicrosoftDocs/azure-docs/issues/11784',
      request: 'GET /Users?filter=externalId+eq+%22loulake%22',
      status: 200,
      answer: { totalResults: 1, Resources: [{ id: '{other}' }] },
    },
    {
      what: 'an address, and attributes that are not stored',
      recorded: 'https://github.com/limosa-io/laravel-scim-server/issues/34',
      request: 'PATCH /Users/{user}',
      body: patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'kimV2@northfield.example' },
        { op: 'Replace', path: 'addresses[type eq "work"].formatted', value: '18/2111' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Retail' },
      ),
      status: 200,
      answer: { userName: address, emails: [{ value: 'kimV2@northfield.example', type: 'work' }] },
    },
    {
      // The report lost a quotation mark at the last value.
      what: 'a user with another name',
      recorded: 'https://github.com/ssoready/ssoready/issues/228',
      request: 'PATCH /Users/{user}',
      body: {
        Operations: [
          { op: 'Replace', path: 'displayName', value: 'Kim Moss' },
          { op: 'Replace', path: 'emails[type eq "work"].value', value: 'kim.moss@northfield.example' },
          { op: 'Replace', path: 'userName', value: 'kim.moss@northfield.example' },
          { op: 'Replace', path: 'name.familyName', value: 'Mooss' },
          { op: 'Replace', path: 'name.formatted', value: 'Kim Moss' },
        ],
        schemas,
      },
      status: 200,
      answer: {
        userName: 'kim.moss@northfield.example',
        displayName: 'Kim Moss',
        name: { familyName: 'Mooss', formatted: 'Kim Moss' },
        emails: [{ value: 'kim.moss@northfield.example' }],
      },
    },
    {
      what: 'names without a path, replaced',
      recorded: 'https://github.com/pingidentity/scim2/issues/224',
      request: 'PATCH /Users/{user}',
      body: {
        Operations: [{ op: 'replace', value: { 'name.familyName': 'Lake', 'name.formatted': 'Kim Lake' } }],
        schemas,
      },
      status: 200,
      answer: { displayName: 'Kim Lake', name: { familyName: 'Lake', formatted: 'Kim Lake' } },
    },
    {
      what: 'names without a path, added',
      recorded: 'https://github.com/pond/scimitar/issues/123',
      request: 'PATCH /Users/{user}',
      body: patch({
        op: 'add',
        value: {
          displayName: 'Kim Reed',
          title: 'Site Lead',
          'name.givenName': 'Kim',
          'name.familyName': 'Reed',
          'name.formatted': 'Kim Reed',
        },
      }),
      status: 200,
      answer: { displayName: 'Kim Reed', name: { givenName: 'Kim', familyName: 'Reed', formatted: 'Kim Reed' } },
    },
    {
      what: 'a displayName that begins with a space',
      recorded: 'https://github.com/Azure/AzureAD-BYOA-Provisioning-Samples/issues/22',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'Replace', path: 'displayName', value: ' Kim X' }),
      status: 200,
      answer: { displayName: 'Kim X', name: { givenName: 'Kim', familyName: 'Reed' } },
    },
    {
      what: 'a manager as a text',
      recorded: 'https://github.com/Captain-P-Goldfish/SCIM-SDK/issues/541',
      request: 'PATCH /Users/{user}',
      body: { Operations: [{ op: 'Add', path: manager, value: '{other}' }], schemas },
      status: 200,
      answer: { displayName: 'Kim X' },
    },
    {
      what: 'a manager as a text, in small letters',
      recorded: 'https://github.com/Captain-P-Goldfish/SCIM-SDK/issues/686',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'add', path: manager, value: '{other}' }),
      status: 200,
      answer: { displayName: 'Kim X' },
    },
    {
      what: 'a group',
      request: 'POST /Groups',
      body: { schemas: [groupSchema], displayName: 'Sales in logs' },
      status: 201,
      saves: 'group',
    },
    {
      what: 'a new member with an empty $ref',
      recorded: 'https://github.com/Azure/AzureAD-BYOA-Provisioning-Samples/issues/24',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
      status: 200,
    },
    {
      what: 'a new member in small letters',
      recorded: 'https://github.com/Captain-P-Goldfish/scim-for-keycloak/issues/31',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'add', path: 'members', value: [{ value: '{other}' }] }),
      status: 200,
    },
    {
      what: 'the group with both members',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { members: [{ value: '{user}' }, { value: '{other}' }] },
    },
    {
      what: 'a removed member as a value',
      recorded: 'https://github.com/Captain-P-Goldfish/SCIM-SDK/issues/167',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'Remove', path: 'members', value: [{ value: '{user}' }] }),
      status: 200,
    },
    {
      what: 'the group with the other member',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { members: [{ value: '{other}' }] },
    },
    {
      what: 'replaced members',
      recorded: 'https://github.com/grokability/snipe-it/issues/19096',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'replace', path: 'members', value: [{ value: '{user}' }] }),
      status: 200,
    },
    {
      what: 'the group with the new member alone',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { members: [{ value: '{user}' }] },
    },
    {
      what: 'a deleted user as "False"',
      recorded: 'https://github.com/jelhub/scimgateway/issues/47',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'Replace', path: 'active', value: 'False' }),
      status: 200,
      answer: { active: false },
    },
    {
      what: 'an unassigned user as "false"',
      recorded: 'https://github.com/scimmyjs/scimmy/issues/86',
      request: 'PATCH /Users/{other}',
      body: patch({ op: 'Replace', path: 'active', value: 'false' }),
      status: 200,
      answer: { active: false },
    },
  ],
};

export const entraRecorded = [recorded];
