import { groupSchema, none, patch, userSchema, type PublishedRequests } from './published.js';

const walkthrough =
  'https://github.com/oktadev/okta-blog/blob/01fb1721904fa31a41fc34651965eab34d0490bd/_source/_posts/2021-07-14-flask-scim-server.md';
const mock = 'https://github.com/princemaple/mock-scim/blob/25e7a619558792dbaee948eae92aaaa8c5de03d0/README.md';
const address = 'kit.moss@northfield.example';
const otherAddress = 'o-2@northfield.example';
const created = {
  created: '2018-02-13T15:05:24.000-08:00',
  lastModified: '2018-02-13T15:05:55.000-08:00',
  location: 'https://leads.northfield.example/scim/v2/Users/{user}',
  resourceType: 'User',
};
const both = [
  { value: '{other}', display: otherAddress },
  { value: '{user}', display: address },
];

/** What organisations of Okta sent, as receivers show it in logs and reports, with the order of keys and operations. */
const recorded: PublishedRequests = {
  source: 'Okta as received',
  requests: [
    {
      what: 'a search by userName',
      recorded: walkthrough,
      request: 'GET /Users?filter=userName%20eq%20%22kit.moss%40northfield.example%22&startIndex=1&count=100',
      status: 200,
      answer: none,
    },
    {
      what: 'an assigned user',
      recorded: walkthrough,
      request: 'POST /Users',
      body: {
        schemas: [userSchema],
        userName: address,
        name: { givenName: 'Ki-Tt', familyName: 'Moss' },
        emails: [{ primary: true, value: address, type: 'work' }],
        displayName: 'Ki-Tt Moss',
        locale: 'en-US',
        externalId: '00u1kitmoss0000004x6',
        groups: [],
        password: 'aB^c&dEF',
        active: true,
      },
      status: 201,
      answer: { userName: address, displayName: 'Ki-Tt Moss', externalId: '00u1kitmoss0000004x6', active: true },
      saves: 'user',
    },
    {
      what: 'a user of an assigned group, with a name of one letter',
      recorded: walkthrough,
      request: 'POST /Users',
      body: {
        schemas: [userSchema],
        userName: otherAddress,
        name: { givenName: 'O', familyName: '2PO' },
        emails: [{ primary: true, value: otherAddress, type: 'work' }],
        displayName: 'O 2PO',
        locale: 'en-US',
        externalId: '00u1otherone000014x6',
        groups: [],
        password: 'aB&&cdEf',
        active: true,
      },
      status: 201,
      answer: { displayName: 'O 2PO', name: { givenName: 'O', familyName: '2PO' }, emails: [{ value: otherAddress }] },
      saves: 'other',
    },
    {
      // The log has a third member here and in the next request.
      what: 'a pushed group with its members',
      recorded: walkthrough,
      request: 'POST /Groups',
      body: { schemas: [groupSchema], displayName: 'Logged sales', members: both },
      status: 201,
      answer: { displayName: 'Logged sales' },
      saves: 'group',
    },
    {
      what: 'the members of the pushed group again',
      recorded: walkthrough,
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'add', path: 'members', value: both }),
      status: 200,
    },
    {
      what: 'a name that did not change, without a path',
      recorded: 'https://github.com/imulab/go-scim/issues/57',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'replace', value: { id: '{group}', displayName: 'Logged sales' } }),
      status: 200,
    },
    {
      what: 'the group with both members',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { displayName: 'Logged sales', members: [{ value: '{user}' }, { value: '{other}' }] },
    },
    {
      what: 'a removed member in the path, without schemas',
      recorded: 'https://github.com/goauthentik/authentik/issues/24173',
      request: 'PATCH /Groups/{group}',
      body: { Operations: [{ op: 'remove', path: 'members[value eq "{other}"]' }] },
      status: 200,
    },
    {
      what: 'the group with one member',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { members: [{ value: '{user}' }] },
    },
    {
      what: 'a pushed group that is empty',
      recorded: 'https://github.com/Captain-P-Goldfish/SCIM-SDK/issues/757',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'replace', path: 'members', value: [] }),
      status: 200,
    },
    { what: 'the group without members', request: 'GET /Groups/{group}', status: 200, answer: { members: [] } },
    {
      what: 'a new member with a display in capitals',
      recorded: 'https://github.com/Captain-P-Goldfish/SCIM-SDK/issues/419',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'add', path: 'members', value: [{ value: '{other}', display: 'O-2@Northfield.Example' }] }),
      status: 200,
    },
    {
      what: 'the group with its new member',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { members: [{ value: '{other}' }] },
    },
    {
      what: 'replaced members without a path',
      recorded: 'https://github.com/Metatavu/keycloak-scim-server/issues/100',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'replace', value: { members: [{ value: '{user}' }] } }),
      status: 200,
    },
    {
      what: 'the group with the member that replaced the other',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { members: [{ value: '{user}' }] },
    },
    {
      what: 'no members, with id and name, without a path and schemas',
      recorded: 'https://github.com/jelhub/scimgateway/issues/113',
      request: 'PATCH /Groups/{group}',
      body: { Operations: [{ op: 'replace', value: { members: [], id: '{group}', displayName: 'Logged sales' } }] },
      status: 200,
    },
    {
      what: 'the emptied group',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { displayName: 'Logged sales', members: [] },
    },
    {
      // The log sorts the keys.
      what: 'the whole user with the former name in name.formatted',
      recorded: mock,
      request: 'PUT /Users/{user}',
      body: {
        active: true,
        displayName: 'Jo Reed',
        emails: [{ primary: true, type: 'work', value: address }],
        externalId: '00u1joreed000000F5d7',
        groups: [],
        id: '{user}',
        locale: 'en-US',
        meta: created,
        name: { familyName: 'Reed', formatted: 'Ki-Tt Moss', givenName: 'Jo' },
        schemas: [userSchema],
        userName: address,
      },
      status: 200,
      answer: {
        active: true,
        displayName: 'Jo Reed',
        externalId: '00u1joreed000000F5d7',
        name: { familyName: 'Reed', givenName: 'Jo' },
      },
    },
    {
      what: 'the whole user without access, and an address without a type',
      recorded: mock,
      request: 'PUT /Users/{user}',
      body: {
        active: false,
        displayName: 'Jo Reed',
        emails: [{ primary: true, value: address }],
        externalId: '00u1joreed000000L1d8',
        id: '{user}',
        meta: created,
        name: { familyName: 'Reed', formatted: 'Jo Reed', givenName: 'Jo' },
        schemas: [userSchema],
        userName: address,
      },
      status: 200,
      answer: { active: false, displayName: 'Jo Reed', emails: [{ value: address }] },
    },
    {
      what: 'an unassigned user',
      recorded: walkthrough,
      request: 'PATCH /Users/{other}',
      body: patch({ op: 'replace', value: { active: false } }),
      status: 200,
      answer: { active: false, displayName: 'O 2PO' },
    },
  ],
};

export const oktaRecorded = [recorded];
