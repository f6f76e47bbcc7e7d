import { entra } from '../../test/scim/entra-id.js';
import { okta } from '../../test/scim/okta.js';
import { groupPatch, memberIds, resourceOf, userPatch } from './scim-body.rules.js';

const present = {
  userName: 'kim@example.com',
  emails: [{ value: 'kim@example.com', type: 'work', primary: true }],
};
const operations = (body: unknown) => (userPatch(body, present) as { Operations: unknown[] } | null)?.Operations;
const one = (operation: object) => operations({ Operations: [operation] });
const refused = (scimType: string, message: unknown = expect.any(String)) =>
  expect.objectContaining({ scimType, status: 400, message }) as Error;

describe('the body of a user', () => {
  it('has flags in place of texts, and nothing empty', () => {
    const emails = [{ value: 'kim@example.com', primary: 'True', display: null }];
    expect(resourceOf({ active: 'False', displayName: 'True', title: null, emails })).toEqual({
      active: false,
      displayName: 'True',
      emails: [{ value: 'kim@example.com', primary: true }],
    });
    expect(resourceOf({ active: 'perhaps', Active: true })).toEqual({ active: 'perhaps', Active: true });
  });

  it.each([undefined, null, 'text', 7, []])('is refused if it is %j', (body) => {
    expect(() => resourceOf(body)).toThrow(refused('invalidSyntax', 'The body must be a JSON object'));
    expect(() => userPatch(body, present)).toThrow(refused('invalidSyntax'));
  });
});

describe('the operations on a user', () => {
  it.each([
    ['Entra ID', entra.disable, [{ op: 'replace', path: 'active', value: false }]],
    ['Entra ID with its flag', entra.disableStrictly, [{ op: 'replace', path: 'active', value: false }]],
    ['Okta', okta.deactivate, [{ op: 'replace', path: 'active', value: false }]],
  ])('of %s set the flag', (_, body, expected) => expect(operations(body)).toEqual(expected));

  it('keep their schemas, or get the one of operations', () => {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    const Operations = [{ op: 'add', path: 'userName', value: 'x' }];
    expect(userPatch({ Operations }, present)).toMatchObject({ schemas });
    expect(userPatch({ schemas: ['other'], operations: Operations }, present)).toMatchObject({ schemas: ['other'] });
  });

  it('take paths in any letters and with the name of the schema', () => {
    expect(one({ OP: 'Replace', Path: 'NAME.FamilyName', Value: 'Lee' })).toEqual([
      { op: 'replace', path: 'name.familyName', value: 'Lee' },
    ]);
    expect(one({ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'Kim' })).toEqual([
      { op: 'add', path: 'displayName', value: 'Kim' },
    ]);
    expect(one({ op: 'remove', path: 'externalId' })).toEqual([{ op: 'remove', path: 'externalId' }]);
  });

  it('without a path become one for each attribute, and leave out what is not stored or empty', () => {
    expect(operations(entra.updateWithoutPath('home@example.com'))).toEqual([
      { op: 'add', path: 'emails', value: [{ type: 'home', value: 'home@example.com' }] },
      { op: 'add', path: 'name.givenName', value: 'Robin' },
    ]);
    expect(one({ op: 'replace', path: null, value: { displayName: null, active: 'True' } })).toEqual([
      { op: 'replace', path: 'active', value: true },
    ]);
    for (const path of ['title', 'constructor', '__proto__'])
      expect(one({ op: 'add', path, value: 'Boss' })).toBeUndefined();
    expect(userPatch({ Operations: [{ op: 'add', path: 'title', value: 'Boss' }] }, present)).toBeNull();
  });

  it('replace the address at a filter, or add it if the filter fits none', () => {
    const path = 'emails[type eq "work"].value';
    expect(one({ op: 'Replace', path, value: 'new@example.com' })).toEqual([
      { op: 'replace', path, value: 'new@example.com' },
    ]);
    expect(one({ op: 'Replace', path: 'Emails[type eq "other"].Value', value: 'new@example.com' })).toEqual([
      { op: 'add', path: 'emails', value: [{ type: 'other', value: 'new@example.com' }] },
    ]);
    expect(
      one({ op: 'Add', path: 'emails[type eq "other"]', value: { value: 'o@example.com', primary: 'False' } }),
    ).toEqual([{ op: 'add', path: 'emails', value: [{ type: 'other', value: 'o@example.com', primary: false }] }]);
    expect(one({ op: 'Replace', path: 'emails[type eq "work"].primary', value: 'True' })).toEqual([
      { op: 'replace', path: 'emails[type eq "work"].primary', value: true },
    ]);
    expect(one({ op: 'Remove', path: 'emails[type eq "other"]' })).toEqual([
      { op: 'remove', path: 'emails[type eq "other"]' },
    ]);
  });

  it.each([
    ['no list', {}, 'invalidSyntax', 'Operations must be a list of at least one operation'],
    ['none', [], 'invalidSyntax', 'Operations must be a list of at least one operation'],
    ['a text', ['add'], 'invalidSyntax', 'Operations must be a list of at least one operation'],
    ['a text beside one', [{ op: 'add', path: 'active', value: true }, 'add'], 'invalidSyntax', expect.any(String)],
    ['no value', [{ op: 'add' }], 'invalidValue', "The operation 'add' without a path needs an object as its value"],
    ['a path that is no text', [{ op: 'add', path: 5, value: 1 }], 'invalidPath', 'The path must be a short text'],
    ['a long path', [{ op: 'add', path: 'a'.repeat(301), value: 1 }], 'invalidPath', 'The path must be a short text'],
    [
      'an address that is chosen by what no address has',
      [{ op: 'remove', path: 'emails[constructor eq "x"]' }],
      'invalidPath',
      'An address is chosen by value, type, primary, display',
    ],
    [
      'a filter that is none',
      [{ op: 'add', path: 'emails[((].value', value: 'x' }],
      'invalidPath',
      expect.stringContaining('filter'),
    ],
  ])('are refused with %s', (_, Operations, type, message) =>
    expect(() => userPatch({ Operations }, present)).toThrow(refused(type, message)),
  );
});

describe('the operations on a group', () => {
  it('of Entra ID change members and name', () => {
    expect(groupPatch(entra.addMembers('1', '2'))).toEqual({ members: [{ op: 'add', ids: ['1', '2'] }] });
    expect(groupPatch(entra.removeMembers('1'))).toEqual({ members: [{ op: 'remove', ids: ['1'] }] });
    expect(groupPatch(entra.removeMemberStrictly('1'))).toEqual({ members: [{ op: 'remove', ids: ['1'] }] });
    expect(groupPatch(entra.renameGroup('East'))).toEqual({ displayName: 'East', members: [] });
  });

  it('of Okta replace members', () => {
    expect(groupPatch(okta.pushGroup('7', 'Sales', '1', '2'))).toEqual({
      displayName: 'Sales',
      members: [{ op: 'replace', ids: ['1', '2'] }],
    });
    expect(groupPatch(okta.changeMembers('1', '2')).members).toEqual([
      { op: 'remove', ids: ['1'] },
      { op: 'add', ids: ['2'] },
    ]);
  });

  it('leave out what a group does not store, in paths and without', () => {
    const Operations = [
      { op: 'Add', path: 'emails[type eq "other"].value', value: [{ value: 'sales@example.com' }] },
      { op: 'Remove', path: 'urn:ietf:params:scim:schemas:extension:example:2.0:Group:colour' },
      { op: 'Replace', path: 'membership', value: 'x' },
      { op: 'replace', value: { mail: 'sales@example.com', displayName: 'Sales' } },
    ];
    expect(groupPatch({ Operations })).toEqual({ displayName: 'Sales', members: [] });
    expect(() => groupPatch({ Operations: [{ op: 'move', path: 'mail', value: 'x' }] })).toThrow(
      refused('invalidSyntax'),
    );
  });

  it('remove all members without values, and change the externalId', () => {
    const Operations = [
      { op: 'remove', path: 'members' },
      { op: 'Add', path: 'externalId', value: 'x' },
    ];
    expect(groupPatch({ Operations })).toEqual({ externalId: 'x', members: [{ op: 'replace', ids: [] }] });
    expect(groupPatch({ Operations: [{ op: 'replace', value: { schemas: [], members: [{ value: 3 }] } }] })).toEqual({
      members: [{ op: 'replace', ids: ['3'] }],
    });
  });

  it.each([
    [{ op: 'move', path: 'members', value: [] }, 'invalidSyntax', "'move' is no operation"],
    [{ op: 'add', path: 5, value: 'red' }, 'invalidPath', 'The path must be a text'],
    [{ op: 'remove', path: 'members[value eq "1"].display' }, 'invalidPath', expect.stringContaining('no attribute')],
    [
      { op: 'remove', path: 'displayName' },
      'invalidPath',
      "'displayName' is no attribute of a group that can change so",
    ],
    [{ op: 'remove', path: 'externalId' }, 'invalidPath', expect.stringContaining("'externalId' is no attribute")],
    [{ op: 'replace', path: 'displayName', value: 5 }, 'invalidValue', 'displayName must be a text'],
    [{ op: 'add', path: 'externalId', value: 5 }, 'invalidValue', 'externalId must be a text'],
    [{ op: 'remove', path: 'members[display eq "x"]' }, 'invalidPath', 'A member is chosen by value eq'],
    [{ op: 'remove', path: 'members[value ne "x"]' }, 'invalidPath', 'A member is chosen by value eq'],
    [{ op: 'remove', path: 'members[value eq "1" or value eq "2"]' }, 'invalidPath', 'A member is chosen by value eq'],
    [
      { op: 'add', path: 'members', value: [{ display: 'x' }] },
      'invalidValue',
      'Each of members needs a value, which is the id of a user',
    ],
  ])('%j is refused', (operation, type, message) =>
    expect(() => groupPatch({ Operations: [operation] })).toThrow(refused(type, message)),
  );

  it('add a member without values, which adds none', () => {
    expect(groupPatch({ Operations: [{ op: 'add', path: 'members' }] })).toEqual({ members: [{ op: 'add', ids: [] }] });
  });

  it('take one member or many, as objects, texts or numbers', () => {
    expect(memberIds(undefined)).toEqual([]);
    expect(memberIds({ value: '1' })).toEqual(['1']);
    expect(memberIds(['2', 3, { value: 4 }])).toEqual(['2', '3', '4']);
  });
});
