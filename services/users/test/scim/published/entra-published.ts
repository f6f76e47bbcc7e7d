import { enterprise, groupSchema, none, patch, userSchema, type PublishedRequests } from './published.js';

const learn = 'https://learn.microsoft.com/entra/identity/app-provisioning';
const address = 'joy.young@northfield.example';

/** The user and group operations in the order of the page, with the requests of 'Test Connection' before them. */
const page: PublishedRequests = {
  source: `${learn}/use-scim-to-provision-users-and-groups`,
  requests: [
    {
      what: 'Test Connection looks for a user that does not exist',
      request: 'GET /Users?filter=userName eq "8ef5c2b6-8a3b-4f16-9b8a-6a2c9b1d2f70"',
      status: 200,
      answer: none,
    },
    {
      what: 'Test Connection looks for a group that does not exist',
      request: 'GET /Groups?excludedAttributes=members&filter=displayName eq "8ef5c2b6-8a3b-4f16-9b8a-6a2c9b1d2f70"',
      status: 200,
      answer: none,
    },
    {
      what: 'Create User',
      request: 'POST /Users',
      body: {
        schemas: [userSchema, enterprise],
        externalId: '0a21f0f2-8d2a-4f8e-bf98-000000000001',
        userName: address,
        active: true,
        emails: [{ primary: true, type: 'work', value: address }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Joy Young', familyName: 'Young', givenName: 'Joy' },
        roles: [],
      },
      status: 201,
      answer: { userName: address, active: true, name: { familyName: 'Young', givenName: 'Joy' } },
      saves: 'user',
    },
    {
      what: 'Create User with null for what is empty',
      request: 'POST /Users',
      body: {
        // The page writes the second schema so.
        schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0User'],
        externalId: 'max.mueller',
        userName: 'max.mueller@northfield.example',
        active: true,
        addresses: null,
        displayName: 'Max Müller',
        emails: [{ type: 'work', value: 'max.mueller@northfield.example', primary: true }],
        meta: { resourceType: 'User' },
        name: { familyName: 'Müller', givenName: 'Max' },
        phoneNumbers: null,
        preferredLanguage: null,
        title: null,
        department: null,
        manager: null,
      },
      status: 201,
      answer: { displayName: 'Max Müller', externalId: 'max.mueller' },
      saves: 'other',
    },
    { what: 'Get User', request: 'GET /Users/{user}', status: 200, answer: { userName: address } },
    { what: 'Get User that is not found', request: 'GET /Users/5171a35d82074e068ce2', status: 404 },
    {
      what: 'Get User by query',
      request: `GET /Users?filter=userName eq "${address}"`,
      status: 200,
      answer: { totalResults: 1, Resources: [{ userName: address }] },
    },
    {
      what: 'Get User by the filtered address',
      request: `GET /Users?filter=emails[type eq "work"].value eq "${address}"`,
      status: 200,
      answer: { totalResults: 1 },
    },
    {
      what: 'Get User by externalId',
      request: 'GET /Users?filter=externalId eq "max.mueller"',
      status: 200,
      answer: { totalResults: 1 },
    },
    {
      what: 'Get User by query with zero results',
      request: 'GET /Users?filter=userName eq "non-existent user"',
      status: 200,
      answer: none,
    },
    {
      what: 'Update User, multi-valued properties',
      request: 'PATCH /Users/{user}',
      body: patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'joy.old@northfield.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Old' },
      ),
      status: 200,
      answer: { name: { familyName: 'Old' }, emails: [{ value: 'joy.old@northfield.example' }] },
    },
    {
      what: 'Update User, single-valued properties',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'Replace', path: 'userName', value: 'joy.old@northfield.example' }),
      status: 200,
      answer: { userName: 'joy.old@northfield.example' },
    },
    {
      what: 'Query of a reference: is this the manager',
      request: 'GET /Users?filter=id eq "{user}" and manager eq "{other}"&attributes=id',
      status: 200,
      answer: none,
    },
    {
      what: 'Update of a reference: the manager',
      request: 'PATCH /Users/{user}',
      body: patch({
        op: 'Add',
        path: 'manager',
        value: [{ $ref: 'http://example.com/scim/Users/{other}', value: '{other}' }],
      }),
      status: 200,
      answer: { userName: 'joy.old@northfield.example' },
    },
    {
      what: 'Disable User',
      request: 'PATCH /Users/{user}',
      body: { Operations: [{ op: 'Replace', path: 'active', value: false }], schemas: patch().schemas },
      status: 200,
      answer: { active: false },
    },
    {
      what: 'Create Group',
      request: 'POST /Groups',
      body: {
        schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: '8aa1a0c0-c4c3-4bc0-b4a5-000000000002',
        displayName: 'Sales of Entra',
        meta: { resourceType: 'Group' },
      },
      status: 201,
      answer: { displayName: 'Sales of Entra' },
      saves: 'group',
    },
    {
      what: 'Get Group',
      request: 'GET /Groups/{group}?excludedAttributes=members',
      status: 200,
      answer: { displayName: 'Sales of Entra' },
    },
    {
      what: 'Get Group by displayName',
      request: 'GET /Groups?excludedAttributes=members&filter=displayName eq "Sales of Entra"',
      status: 200,
      answer: { totalResults: 1, Resources: [{ externalId: '8aa1a0c0-c4c3-4bc0-b4a5-000000000002' }] },
    },
    {
      what: 'Update Group, non-member attributes',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'Replace', path: 'displayName', value: 'Field of Entra' }),
      status: 200,
    },
    {
      what: 'Update Group, add members',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{other}' }] }),
      status: 200,
    },
    {
      what: 'the group with its member',
      request: 'GET /Groups/{group}',
      status: 200,
      answer: { displayName: 'Field of Entra', members: [{ value: '{other}' }] },
    },
    {
      what: 'Update Group, remove members',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{other}' }] }),
      status: 200,
    },
    { what: 'Delete Group', request: 'DELETE /Groups/{group}', status: 204 },
    { what: 'Delete User after it was disabled', request: 'DELETE /Users/{user}', status: 204 },
    { what: 'the deleted user', request: 'GET /Users/{user}', status: 404 },
    { what: 'Discover schema', request: 'GET /Schemas', status: 200, answer: { totalResults: 2 } },
  ],
};

const compliance = `${learn}/application-provisioning-config-problem-scim-compatibility`;
const email = 'kim.lee@northfield.example';

/** Each request with the flag `aadOptscim062020` and without it. */
const flag: PublishedRequests = {
  source: compliance,
  requests: [
    {
      what: 'a user to change',
      request: 'POST /Users',
      body: { schemas: [userSchema], userName: email, emails: [{ type: 'work', primary: true, value: email }] },
      status: 201,
      saves: 'user',
    },
    {
      what: 'Disable users without the flag',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'Replace', path: 'active', value: 'False' }),
      status: 200,
      answer: { active: false },
    },
    {
      what: 'Enable users without the flag',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'Replace', path: 'active', value: 'True' }),
      status: 200,
      answer: { active: true },
    },
    {
      what: 'Disable users with the flag',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'replace', path: 'active', value: false }),
      status: 200,
      answer: { active: false },
    },
    {
      what: 'Add a single-value string attribute without the flag',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'Add', path: 'nickName', value: 'Babs' }),
      status: 200,
    },
    {
      what: 'Add a single-value string attribute with the flag',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'add', path: 'nickName', value: 'Babs' }),
      status: 200,
    },
    {
      what: 'Replace multiple attributes without the flag',
      request: 'PATCH /Users/{user}',
      body: patch(
        { op: 'Replace', path: 'displayName', value: 'Kim Moss' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'kim.moss@northfield.example' },
        { op: 'Replace', path: 'name.givenName', value: 'Kim' },
        { op: 'Replace', path: 'name.familyName', value: 'Moss' },
        { op: 'Replace', path: 'externalId', value: 'Eqpj' },
        { op: 'Replace', path: `${enterprise}:employeeNumber`, value: '18' },
      ),
      status: 200,
      answer: {
        displayName: 'Kim Moss',
        externalId: 'Eqpj',
        emails: [{ value: 'kim.moss@northfield.example' }],
        name: { givenName: 'Kim', familyName: 'Moss' },
      },
    },
    {
      what: 'Replace multiple attributes with the flag',
      request: 'PATCH /Users/{user}',
      body: patch(
        { op: 'replace', path: 'emails[type eq "work"].value', value: email },
        {
          op: 'replace',
          value: {
            displayName: 'Kim Lee',
            'name.givenName': 'Kim',
            'name.familyName': 'Lee',
            [`${enterprise}:employeeNumber`]: '19',
          },
        },
      ),
      status: 200,
      answer: { displayName: 'Kim Lee', emails: [{ value: email }], name: { familyName: 'Lee' } },
    },
    {
      what: 'a group with a member',
      request: 'POST /Groups',
      body: { schemas: [groupSchema], displayName: 'Flags', members: [{ value: '{user}' }] },
      status: 201,
      saves: 'group',
    },
    {
      what: 'Remove a group member with the flag',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'remove', path: 'members[value eq "{user}"]' }),
      status: 200,
    },
    { what: 'the group without members', request: 'GET /Groups/{group}', status: 200, answer: { members: [] } },
    {
      what: 'Remove a group member without the flag',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'Remove', path: 'members', value: [{ value: '{user}' }] }),
      status: 200,
    },
  ],
};

const whole = (userName: string) => ({
  userName,
  active: 'True',
  addresses: [
    { country: 'US', formatted: '1 Main St\nLittle Rock', locality: 'Little Rock', type: 'work', primary: false },
    { country: null, formatted: '2 Main St', locality: null, region: null, type: 'other', primary: false },
  ],
  displayName: 'Kimberly Baker',
  emails: [
    { type: 'work', primary: true, value: `${userName}@northfield.example` },
    { type: 'other', primary: false, value: `${userName}@home.example` },
  ],
  meta: { created: '2019-09-18T18:15:26.5788954+00:00', resourceType: 'User' },
  name: { formatted: 'Kimberly Baker', familyName: 'Baker', givenName: 'Kim', honorificPrefix: null },
  phoneNumbers: [{ type: 'fax', primary: false, value: '312-320-0500' }],
  preferredLanguage: 'xh',
  roles: [],
  title: 'Site engineer',
  externalId: `22fbc523-${userName}`,
  schemas: [userSchema],
});

/** Microsoft's reference code has this collection, with which its own server is tested. */
const collection: PublishedRequests = {
  source: 'https://github.com/AzureAD/SCIMReferenceCode/blob/master/PostmanCollection.json',
  requests: [
    {
      what: 'Get ResourceTypes',
      request: 'GET /ResourceTypes',
      status: 200,
      answer: { Resources: [{ id: 'User' }, { id: 'Group' }] },
    },
    {
      what: 'Post EnterpriseUser, with capitals in names',
      request: 'POST /Users',
      body: {
        userName: 'andrew@northfield.example',
        active: true,
        displayName: 'Andrew Ryan',
        schemas: [enterprise, userSchema],
        externalId: 'andrew-0001',
        name: { formatted: 'Andrew Ryan', familyName: 'Ryan', givenName: 'Andrew' },
        emails: [
          { Primary: true, type: 'work', value: 'andrew@northfield.example' },
          { Primary: false, type: 'home', value: 'andrew@home.example' },
        ],
        [enterprise]: { Department: 'Sales', Manager: { Value: 'SuzzyQ' } },
      },
      status: 201,
      answer: { emails: [{ value: 'andrew@northfield.example' }] },
      saves: 'user',
    },
    {
      what: 'Post a user with the text "True"',
      request: 'POST /Users',
      body: whole('omalley'),
      status: 201,
      answer: { active: true, displayName: 'Kimberly Baker' },
      saves: 'other',
    },
    { what: 'Post the same again', request: 'POST /Users', body: whole('omalley'), status: 409 },
    {
      what: 'Post no username',
      request: 'POST /Users',
      body: { ...whole('nameless'), userName: undefined },
      status: 400,
    },
    {
      what: 'Get User Attributes',
      request: 'GET /Users?attributes=userName,emails',
      status: 200,
      answer: { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'] },
    },
    { what: 'Paginate', request: 'GET /Users?startIndex=1&count=2', status: 200, answer: { itemsPerPage: 2 } },
    { what: 'Paginate to the count alone', request: 'GET /Users?count=0', status: 200, answer: { Resources: [] } },
    {
      what: 'patch user',
      request: 'PATCH /Users/{user}',
      body: patch({ op: 'replace', path: 'userName', value: 'ryan3@northfield.example' }),
      status: 200,
      answer: { userName: 'ryan3@northfield.example' },
    },
    {
      what: 'Put a user misspelled attribute',
      request: 'PUT /Users/{other}',
      body: { ...whole('omalley'), id: '{other}', active: false, adreses: [{ country: 'Germany' }] },
      status: 200,
      answer: { active: false },
    },
    {
      what: 'Put a user no username',
      request: 'PUT /Users/{other}',
      body: { ...whole('omalley'), id: '{other}', userName: undefined, userame: 'OMalley' },
      status: 400,
    },
    {
      what: 'Create empty group',
      request: 'POST /Groups',
      body: { externalId: 'group-0001', schemas: [groupSchema], displayName: 'Group1DisplayName', members: [] },
      status: 201,
      saves: 'group',
    },
    {
      what: 'Put replace group',
      request: 'PUT /Groups/{group}',
      body: {
        schemas: [groupSchema],
        id: '{group}',
        displayName: 'putName',
        members: [{ value: '{user}', display: 'VP' }],
      },
      status: 200,
      answer: { displayName: 'putName' },
    },
    {
      what: 'Patch add user to group, with a name of the operation',
      request: 'PATCH /Groups/{group}',
      body: patch({
        name: 'addMember',
        op: 'add',
        path: 'members',
        value: [{ displayName: 'new User', value: '{other}' }],
      }),
      status: 200,
    },
    {
      what: 'Group patch add a member that does not exist',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'add', path: 'members', value: 'string id 1' }),
      status: 400,
    },
    {
      what: 'Patch remove all users',
      request: 'PATCH /Groups/{group}',
      body: patch({ op: 'remove', path: 'members' }),
      status: 200,
    },
    { what: 'Get group', request: 'GET /Groups/{group}', status: 200, answer: { members: [] } },
    { what: 'Delete group', request: 'DELETE /Groups/{group}', status: 204 },
    { what: 'Delete user', request: 'DELETE /Users/{other}', status: 204 },
  ],
};

export const entraPublished = [page, flag, collection];
