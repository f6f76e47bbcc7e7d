import type { CustomFieldRule } from '@lead-finder/contracts';
import { labelOf, undoneLead, type Image, type PresentLead, type UndoContext } from './undone-lead.rules.js';

const fields: [string, CustomFieldRule][] = [
  ['seats', { name: 'Seats', type: 'number', options: [], currency: null }],
  ['size', { name: 'Size', type: 'one_of', options: ['Small', 'Large'], currency: null }],
];
/** The third import of a lead, which set its email, its seats and the tag Hot. */
const image = (change: Partial<Image> = {}): Image => ({
  importId: 3,
  revision: 5,
  version: 4,
  updatedAt: 'before the third',
  before: { email: 'was@x.co', seats: null },
  priors: null,
  owns: null,
  tags: ['Hot'],
  removes: null,
  ...change,
});
const lead: PresentLead = {
  id: 1,
  userId: 7,
  version: 4,
  revision: 5,
  updatedAt: 'now',
  fieldVersions: { email: 4, seats: 4, website: 2 },
  customFields: { email: 'file@x.co', seats: 40, website: 'https://own.example' },
  tags: ['Own', 'Hot'],
};
const other = (importId: number, change: Partial<Image>): Image =>
  image({ importId, updatedAt: `before import ${importId}`, before: {}, tags: null, ...change });
const undo = (
  change: Partial<Image> = {},
  present: Partial<PresentLead> = {},
  { others = [], retagged = [], custom = fields } = {} as {
    others?: Image[];
    retagged?: string[];
    custom?: typeof fields;
  },
) => {
  const context: Omit<UndoContext, 'lead'> = { others, retagged: new Set(retagged), customFields: new Map(custom) };
  return undoneLead(image(change), { lead: { ...lead, ...present }, ...context });
};
const kept = (field: string) => ({ field, outcome: 'kept' });
const edited = { version: 6, revision: 6, fieldVersions: { ...lead.fieldVersions, email: 6 } };

describe('The undo of what an import changed of a lead', () => {
  it('restores the values, the tags, the revision and the time from before', () => {
    expect(undo()).toEqual({
      reversed: ['email', 'seats', 'tag:Hot'],
      unreversed: [],
      lead: {
        ...lead,
        version: 5,
        revision: 4,
        updatedAt: 'before the third',
        fieldVersions: { email: 5, seats: 5, website: 2 },
        customFields: { email: 'was@x.co', website: 'https://own.example' },
        tags: ['Own'],
      },
      isRemoved: false,
      others: [],
    });
  });

  it('of tags alone is no edit of the details', () => {
    const { reversed, lead: next } = undo({ before: {} });
    expect(reversed).toEqual(['tag:Hot']);
    expect(next).toEqual({ ...lead, tags: ['Own'], revision: 4, updatedAt: 'before the third' });
  });

  it('fails in each value of a deleted lead', () => {
    const context = { lead: null, others: [other(4, { revision: 6 })], retagged: new Set<string>() };
    const why = 'The lead is deleted';
    expect(undoneLead(image(), { ...context, customFields: new Map(fields) })).toEqual({
      reversed: [],
      unreversed: ['email', 'seats', 'tag:Hot'].map((field) => ({ field, outcome: 'failed', why })),
      lead: null,
      isRemoved: false,
      others: [],
    });
  });

  it('keeps a value that a user changed since, and is a change of its own', () => {
    const { reversed, unreversed, lead: next, others } = undo({}, edited);
    expect([reversed, unreversed, others]).toEqual([['seats', 'tag:Hot'], [kept('email')], []]);
    expect(next).toMatchObject({
      version: 7,
      revision: 7,
      updatedAt: 'now',
      fieldVersions: { email: 6, seats: 7, website: 2 },
      customFields: { email: 'file@x.co' },
    });
  });

  it('changes nothing if users changed every value since', () => {
    const { unreversed, lead: next } = undo({ before: { email: null }, tags: null }, edited);
    expect([unreversed, next]).toEqual([[kept('email')], null]);
    expect(undo({ before: { seats: null } }, { fieldVersions: {}, tags: [], revision: 6 }).lead).toBeNull();
  });

  it.each([
    ['the field is removed', { seats: 2 }, [], 'The field is removed'],
    ['the field has no such value', { seats: 'two' }, fields, 'Seats must be a number'],
    ['the option is gone', { size: 'Medium' }, fields, "Size has no option 'Medium'"],
    ['the field is removed, also without a value', { seats: null }, [], 'The field is removed'],
  ])('fails in a value if %s', (_, before, custom, why) => {
    const versions = { fieldVersions: { email: 4, seats: 4, size: 4 } };
    const { unreversed, lead: next } = undo({ before, tags: null }, versions, { custom });
    expect([unreversed, next]).toEqual([[{ field: Object.keys(before)[0], outcome: 'failed', why }], null]);
    const partly = undo({ before: { ...before, email: null } }, versions, { custom });
    expect(partly.reversed).toEqual(['email', 'tag:Hot']);
    expect(partly.lead).toMatchObject({ revision: 6, updatedAt: 'now' });
  });

  it('restores the option of a field that takes several now', () => {
    const custom: [string, CustomFieldRule][] = [['size', { ...fields[1]![1], type: 'several_of' }]];
    const { lead: next } = undo({ before: { size: 'Small' } }, { fieldVersions: { size: 4 } }, { custom });
    expect(next?.customFields.size).toBe('Small');
  });

  it('restores contact details without a definition', () => {
    const before = { email: 'a', contactPerson: 'b', phoneNumber: 'c', website: 'd', contacts: [] };
    const fieldVersions = Object.fromEntries(Object.keys(before).map((name) => [name, 4]));
    expect(undo({ before }, { fieldVersions }, { custom: [] }).lead?.customFields).toEqual({ ...before, seats: 40 });
  });

  it.each([
    ['goes in any case', { tags: ['HOT '] }, {}, true],
    ['goes if an earlier import had it too', lead, { others: [other(2, { revision: 4, tags: ['Hot'] })] }, true],
    ['goes if a later import added another one', lead, { others: [other(4, { revision: 6, tags: ['New'] })] }, true],
    [
      'stays if a later import added it again',
      lead,
      { others: [other(4, { revision: 6, tags: ['New', 'hot'] })] },
      false,
    ],
    ['stays if it was added again since', lead, { retagged: ['hot'] }, false],
    ['stays gone if a user removed it', { tags: ['Own'] }, {}, false],
  ])('of a tag: it %s', (_, present, context, isGone) => {
    const { reversed, unreversed, lead: next } = undo({ before: {} }, { tags: present.tags, revision: 6 }, context);
    expect([reversed, unreversed]).toEqual(isGone ? [['tag:Hot'], []] : [[], [kept('tag:Hot')]]);
    expect((next ?? present).tags).toEqual(isGone ? present.tags.slice(0, -1) : present.tags);
  });

  it('takes only the tags that it reverses', () => {
    const { reversed, lead: next } = undo(
      { tags: ['Hot', 'New'] },
      { tags: ['Own', 'Hot', 'New'] },
      { retagged: ['new'] },
    );
    expect(reversed).toEqual(['email', 'seats', 'tag:Hot']);
    expect(next?.tags).toEqual(['Own', 'New']);
  });
});

describe('The undo of an import before another one', () => {
  const both = { email: 'file@x.co', seats: 40 };
  const later = other(4, { revision: 6, version: 5, before: both, priors: { email: 4, seats: 4, website: 2 } });
  const present = { version: 5, revision: 6, fieldVersions: { email: 5, seats: 5 } };

  it('leaves both the values from before, and the lead as if it had never been', () => {
    const { unreversed, lead: next, others } = undo({ tags: null, priors: { email: 3 } }, present, { others: [later] });
    expect(unreversed).toEqual([kept('email'), kept('seats')]);
    expect(next).toEqual({ ...lead, ...present, revision: 5 });
    expect(others).toEqual([
      {
        ...later,
        revision: 5,
        updatedAt: 'before the third',
        before: { email: 'was@x.co', seats: null },
        priors: { email: 3, seats: 0, website: 2 },
      },
    ]);
  });

  it('leaves the values to it only if it replaced them', () => {
    const { others } = undo({ before: { email: 'was@x.co' } }, present, {
      others: [other(2, { revision: 4, priors: null }), { ...later, priors: { email: 3, seats: 4 } }],
    });
    expect(others).toEqual([{ ...later, revision: 5, updatedAt: 'before the third', priors: { email: 3, seats: 4 } }]);
  });

  it('restores what no later import replaced, and moves all later ones forward', () => {
    const laters = [other(4, { revision: 6 }), other(5, { revision: 7 })];
    const { reversed, lead: next, others } = undo({}, { version: 6, revision: 7 }, { others: laters });
    expect(reversed).toEqual(['email', 'seats', 'tag:Hot']);
    expect(next).toMatchObject({ version: 7, revision: 6, updatedAt: 'now' });
    expect(others).toEqual([
      { ...laters[0], revision: 5, updatedAt: 'before the third' },
      { ...laters[1], revision: 6 },
    ]);
  });

  it('between which a user changed the lead moves only the last one, by the change of its own', () => {
    const laters = [other(2, { revision: 4 }), other(4, { revision: 6 }), other(5, { revision: 8 })];
    const { lead: next, others } = undo({}, { version: 6, revision: 8 }, { others: laters });
    expect(next).toMatchObject({ version: 7, revision: 9, updatedAt: 'now' });
    expect(others).toEqual([
      { ...laters[1], updatedAt: 'before the third' },
      { ...laters[2], revision: 9 },
    ]);
  });

  it.each([
    ['removes a lead that it leaves as an undone import made it', { revision: 1, removes: true }, 1, [], true],
    ['removes no lead that another import made', { revision: 1 }, 1, [], false],
    ['leaves it to the next import to remove the lead', { revision: 1, removes: true }, 3, [true, null], false],
    ['leaves it to no import if it does not remove the lead', { revision: 1 }, 3, [null, null], false],
    ['removes no lead that a user changed since', { revision: 1, removes: true }, 4, [null], false],
  ])('%s', (_, change, revision, removes, isRemoved) => {
    const laters = [2, 3].slice(0, revision - 1).map((each) => other(each + 2, { revision: each }));
    const result = undo(change, { revision }, { others: laters });
    expect([result.isRemoved, result.others.map((each) => each.removes)]).toEqual([isRemoved, removes]);
  });
});

describe('The undo of an import after another one', () => {
  it('lets the earlier one own the values that it restores', () => {
    const earlier = other(2, { revision: 4, version: 2, before: { email: null, seats: null }, owns: { website: 2 } });
    const none = other(1, { revision: 3, version: 2 });
    const { others } = undo({ priors: { email: 2, seats: 2 } }, {}, { others: [none, earlier] });
    expect(others).toEqual([{ ...earlier, owns: { website: 2, email: 5, seats: 5 } }]);
    expect(undo({ priors: { email: 3 } }, {}, { others: [earlier] }).others).toEqual([]);
  });

  it('finds the values that it owns by the undo of a later one', () => {
    const present = { version: 9, fieldVersions: { email: 9, seats: 4 } };
    expect(undo({ owns: { email: 9 } }, present)).toMatchObject({ reversed: ['email', 'seats', 'tag:Hot'] });
    expect(undo({ owns: { email: 8 } }, present).unreversed).toEqual([kept('email')]);
  });
});

it.each([
  ['', 'Lead'],
  ['tag:Hot', 'Tag Hot'],
  ['email', 'Email Address'],
  ['contactPerson', 'Contact Name'],
  ['phoneNumber', 'Phone'],
  ['website', 'Website'],
  ['contacts', 'Contacts'],
  ['seats', 'Seats'],
  ['removed', 'removed'],
])('The label of %j is %j', (field, label) => expect(labelOf(field, new Map(fields))).toBe(label));
