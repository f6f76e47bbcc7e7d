import { errorSchema, groupSchema, listSchema, none, patch, userSchema, type PublishedRequests } from './published.js';

const address = 'test.user@northfield.example';
const emails = [{ primary: true, value: address, type: 'work', display: address }];
const whole = { schemas: [userSchema], id: '{user}', userName: address, emails, groups: [] };

/** The operations in the order of Okta's reference of SCIM 2.0. */
const reference: PublishedRequests = {
  source: 'https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20/',
  requests: [
    {
      what: 'Determine if the User already exists',
      request: `GET /Users?filter=userName eq "${address}"&startIndex=1&count=100`,
      status: 200,
      answer: { ...none, startIndex: 1, itemsPerPage: 0 },
    },
    {
      what: 'Create the User',
      request: 'POST /Users',
      body: {
        schemas: [userSchema],
        userName: address,
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ primary: true, value: address, type: 'work' }],
        displayName: 'Test User',
        locale: 'en-US',
        externalId: '00ujl29u0le5T6Aj10h7',
        groups: [],
        password: '1mz050nq',
        active: true,
      },
      status: 201,
      answer: { userName: address, displayName: 'Test User', active: true },
      saves: 'user',
    },
    {
      what: 'Create another User',
      request: 'POST /Users',
      body: { schemas: [userSchema], userName: 'other.user@northfield.example', active: true },
      status: 201,
      saves: 'other',
    },
    {
      what: 'Create a User that exists',
      request: 'POST /Users',
      body: { schemas: [userSchema], userName: address, active: true },
      status: 409,
      answer: { schemas: [errorSchema] },
    },
    {
      what: 'Retrieve Users',
      request: 'GET /Users?startIndex=1&count=100',
      status: 200,
      answer: { schemas: [listSchema] },
    },
    { what: 'Retrieve a specific User', request: 'GET /Users/{user}', status: 200, answer: { userName: address } },
    {
      what: 'Update a specific User (PUT)',
      request: 'PUT /Users/{user}',
      body: {
        ...whole,
        name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
        active: true,
        meta: { resourceType: 'User' },
      },
      status: 200,
      answer: { name: { givenName: 'Another', familyName: 'User' }, displayName: 'Another User' },
    },
    {
      what: 'Update a specific User (PATCH), deactivation',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'replace', value: { active: false } }),
      status: 200,
      answer: { active: false },
    },
    {
      what: 'activation',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'replace', value: { active: true } }),
      status: 200,
      answer: { active: true },
    },
    {
      what: 'deactivation of an application of the wizard, by PUT',
      request: 'PUT /Users/{user}',
      body: { ...whole, name: { givenName: 'Another', middleName: '', familyName: 'User' }, active: false },
      status: 200,
      answer: { active: false },
    },
    {
      what: 'Create Groups',
      request: 'POST /Groups',
      body: { schemas: [groupSchema], displayName: 'Test SCIMv2', members: [] },
      status: 201,
      answer: { displayName: 'Test SCIMv2' },
      saves: 'group',
    },
    {
      what: 'Retrieve Groups',
      request: 'GET /Groups?startIndex=1&count=100',
      status: 200,
      answer: { schemas: [listSchema] },
    },
    { what: 'Retrieve specific Groups', request: 'GET /Groups/{group}', status: 200, answer: { members: [] } },
    {
      what: 'Update a specific Group name (PATCH)',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'replace', value: { id: '{group}', displayName: 'Test SCIMv20' } }),
      status: 200,
      answer: { id: '{group}', displayName: 'Test SCIMv20' },
    },
    {
      what: 'full push of the membership',
      request: 'PATCH /Groups/{group}',
      body: patch({
        op: 'replace',
        path: 'members',
        value: [
          { value: '{user}', display: address },
          { value: '{other}', display: 'other.user@northfield.example' },
        ],
      }),
      status: 200,
    },
    {
      what: 'Update specific Group membership (PATCH)',
      request: 'PATCH /Groups/{group}',
      body: patch(
        { op: 'remove', path: 'members[value eq "{other}"]' },
        { op: 'add', path: 'members', value: [{ value: '{user}', display: address }] },
      ),
      status: 200,
    },
    {
      what: 'the group with its member',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { displayName: 'Test SCIMv20', members: [{ value: '{user}' }] },
    },
    {
      what: 'Update specific Group membership (PUT)',
      request: 'PUT /Groups/{group}',
      body: {
        schemas: [groupSchema],
        id: '{group}',
        displayName: 'Test SCIMv20',
        members: [{ value: '{other}', display: 'other.user@northfield.example' }],
      },
      status: 200,
    },
    {
      what: 'the group with its new member',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { members: [{ value: '{other}' }] },
    },
    { what: 'Delete a specific Group', request: 'DELETE /Groups/{group}', status: 204 },
  ],
};

const random = 'Runscope300Hfluaklab151@northfield.example';
const made = {
  schemas: [userSchema],
  userName: random,
  name: { givenName: 'Runscope300', familyName: 'Hfluaklab151' },
  emails: [{ primary: true, value: random, type: 'work' }],
  displayName: 'Runscope300 Hfluaklab151',
  active: true,
};

/** The tests that Okta requires before it lists an application, with what each asserts. */
const suite: PublishedRequests = {
  source: 'https://developer.okta.com/standards/SCIM/SCIMFiles/Okta-SCIM-20-SPEC-Test.json',
  requests: [
    {
      what: 'one user, whom the suite wants before it begins',
      request: 'POST /Users',
      body: { ...made, userName: 'first@northfield.example', emails: [{ value: 'first@northfield.example' }] },
      status: 201,
    },
    {
      what: 'Test Users endpoint',
      request: 'GET /Users?count=1&startIndex=1',
      status: 200,
      answer: { schemas: [listSchema], itemsPerPage: 1, startIndex: 1 },
    },
    {
      what: 'Test invalid User by username',
      request: 'GET /Users?filter=userName eq "abcdefgh@northfield.example"',
      status: 200,
      answer: none,
    },
    {
      what: 'Test invalid User by ID',
      request: 'GET /Users/010101001010101011001010101011',
      status: 404,
      answer: { schemas: [errorSchema] },
    },
    {
      what: "Make sure random user doesn't exist",
      request: `GET /Users?filter=userName eq "${random}"`,
      status: 200,
      answer: none,
    },
    {
      what: 'Create Okta user with realistic values',
      request: 'POST /Users',
      body: made,
      status: 201,
      answer: { active: true, userName: random, name: made.name, schemas: [userSchema] },
      saves: 'user',
    },
    {
      what: 'Verify that user was created',
      request: 'GET /Users/{user}',
      status: 200,
      answer: { userName: random, name: made.name },
    },
    {
      what: 'Expect failure when recreating user with same values',
      request: 'POST /Users',
      body: made,
      status: 409,
    },
    {
      what: 'Username Case Sensitivity Check',
      request: `GET /Users?filter=userName eq "${random.toUpperCase()}"`,
      status: 200,
      answer: { totalResults: 1 },
    },
    { what: 'Verify Groups endpoint', request: 'GET /Groups', status: 200, answer: { schemas: [listSchema] } },
  ],
};

export const oktaPublished = [reference, suite];
