import type { CustomFieldRule, LeadContact, UpdatingRow } from '@lead-finder/contracts';
import { emptyRow } from '../../test/import-rows.js';
import { changesOf, isChange, type BusinessOfLead, type LeadOfRow, type UpdateRules } from './row-changes.rules.js';

const row = (change: Partial<UpdatingRow> = {}): UpdatingRow => ({
  row: 2,
  userId: null,
  leadUuid: 'aaaaaaaa-0000-4000-8000-000000000000',
  name: '',
  address: null,
  ...emptyRow,
  ...change,
});
const business: BusinessOfLead = {
  id: 9,
  name: 'Blue Bakery',
  address: null,
  state: null,
  phone: null,
  internationalPhone: null,
  website: null,
  latitude: null,
  longitude: null,
};
const contact = (change: Partial<LeadContact>): LeadContact => ({
  name: '',
  role: '',
  phone: '',
  email: '',
  note: '',
  ...change,
});
const emptyLead: LeadOfRow = { customFields: {}, tags: [], business };
const cy = contact({ name: 'Cy', role: 'Owner', phone: '555 0102', email: 'cy@x.co', note: 'Calls back' });
const fullLead: LeadOfRow = {
  customFields: { contactPerson: 'Ann', email: 'ann@x.co', seats: 40, contacts: [cy] },
  tags: ['Imported', 'Hot', 'Old'],
  business: {
    ...business,
    address: '1 Main St',
    state: 'TX',
    phone: '555 0100',
    website: 'https://blue.example',
    latitude: 30.5,
    longitude: -97.5,
  },
};
const withDetails = (customFields: LeadOfRow['customFields']): LeadOfRow => ({ ...emptyLead, customFields });
const withBusiness = (change: Partial<BusinessOfLead>): LeadOfRow => ({
  ...emptyLead,
  business: { ...business, ...change },
});

const seats: CustomFieldRule = { name: 'Seats', type: 'number', options: [], currency: null };
const overwrite: UpdateRules = { mode: 'overwrite', overwrite: null, customFields: new Map([['seats', seats]]) };
const fill: UpdateRules = { ...overwrite, mode: 'fill' };
const only = (...fields: string[]): UpdateRules => ({ ...overwrite, overwrite: new Set(fields) });

const refusalOf = (given: Partial<UpdatingRow>, lead = emptyLead) => {
  const outcome = changesOf(row(given), lead, overwrite);
  return 'refused' in outcome ? outcome.refused : null;
};
const changed = (given: Partial<UpdatingRow>, lead: LeadOfRow, rules = overwrite) => {
  const outcome = changesOf(row(given), lead, rules);
  if ('refused' in outcome) throw new Error(outcome.refused.why);
  const { shown, ...rest } = outcome.changes;
  return { shown: shown.map(({ field, from, to }) => `${field}: ${from} > ${to}`), ...rest };
};
const nothing = { shown: [], details: {}, addedTags: [], fill: {} };

const everything: Partial<UpdatingRow> = {
  state: 'Oklahoma',
  phone: '555 0199',
  website: 'https://new.example',
  email: 'new@x.co',
  contactPerson: 'Bo',
  tags: ['New'],
  latitude: 0,
  longitude: 1,
  contacts: [contact({ name: 'Di', phone: '555 0103' })],
  customFields: { seats: 50 },
};

describe('A row of a file that may change leads', () => {
  it('fills what the lead and its business have not', () => {
    const outcome = changesOf(row(everything), emptyLead, fill);
    expect(outcome).toEqual({
      changes: {
        shown: [
          { field: 'contactName', label: 'Contact Name', from: '', to: 'Bo' },
          { field: 'phone', label: 'Phone', from: '', to: '555 0199' },
          { field: 'email', label: 'Email Address', from: '', to: 'new@x.co' },
          { field: 'website', label: 'Website', from: '', to: 'https://new.example' },
          { field: 'contact2Name', label: 'Contact 2 Name', from: '', to: 'Di' },
          { field: 'contact2Phone', label: 'Contact 2 Phone', from: '', to: '555 0103' },
          { field: 'customFields.seats', label: 'Seats', from: '', to: '50' },
          { field: 'customTag', label: 'Custom Tag', from: '', to: 'New' },
          { field: 'state', label: 'State', from: '', to: 'OK' },
          { field: 'latitude', label: 'Latitude', from: '', to: '0' },
          { field: 'longitude', label: 'Longitude', from: '', to: '1' },
        ],
        details: { contactPerson: 'Bo', email: 'new@x.co', contacts: everything.contacts, seats: 50 },
        addedTags: ['New'],
        fill: { phone: '555 0199', website: 'https://new.example', state: 'OK', latitude: 0, longitude: 1 },
      },
    });
    expect('changes' in outcome && isChange(outcome.changes)).toBe(true);
  });

  it('replaces values of the lead, and none of the business', () => {
    expect(changed(everything, fullLead)).toEqual({
      shown: [
        'contactName: Ann > Bo',
        'phone: 555 0100 > 555 0199',
        'email: ann@x.co > new@x.co',
        'website: https://blue.example > https://new.example',
        'contact2Name: Cy > Di',
        'contact2Phone: 555 0102 > 555 0103',
        'customFields.seats: 40 > 50',
        'customTag: Hot, Old > Hot, Old, New',
      ],
      details: {
        contactPerson: 'Bo',
        phoneNumber: '555 0199',
        email: 'new@x.co',
        website: 'https://new.example',
        contacts: [{ ...cy, name: 'Di', phone: '555 0103' }],
        seats: 50,
      },
      addedTags: ['New'],
      fill: {},
    });
  });

  it.each([
    ['in the mode that only fills', fill, []],
    ['of fields that were not chosen', only(), []],
    [
      'but of those that were chosen',
      only('email', 'seats', 'contact2Phone'),
      ['email', 'contact2Phone', 'customFields.seats'],
    ],
  ])('replaces no values %s', (_, rules, fields) => {
    const { shown } = changed({ ...everything, tags: [] }, fullLead, rules);
    expect(shown.map((each) => each.split(':')[0])).toEqual(fields);
  });

  it('changes nothing as an export has it', () => {
    const same = {
      name: 'BLUE bakery',
      state: 'TX',
      phone: '555 0100',
      website: 'https://blue.example',
      email: 'ann@x.co',
      contactPerson: 'Ann',
      tags: ['hot', 'Old'],
      latitude: 30.5,
      longitude: -97.5,
      contacts: [{ ...cy, note: '' }],
      customFields: { seats: 40 },
    };
    const outcome = changesOf(row(same), fullLead, overwrite);
    expect(outcome).toEqual({ changes: nothing });
    expect('changes' in outcome && isChange(outcome.changes)).toBe(false);
    expect(changed({}, fullLead)).toEqual(nothing);
  });

  it.each<[string, LeadOfRow, Partial<UpdatingRow>]>([
    ['contact name', withDetails({ contactPerson: ' Ann\t' }), { contactPerson: 'Ann' }],
    ['phone', withDetails({ phoneNumber: ' 555 0100 ' }), { phone: '555 0100' }],
    ['international phone', withBusiness({ internationalPhone: '+1 555 0100' }), { phone: '+1 555 0100' }],
    ['email', withDetails({ email: ' ann@x.co' }), { email: 'ann@x.co' }],
    ['website', withDetails({ website: ' blue.example' }), { website: 'https://blue.example' }],
    ['contact', withDetails({ contacts: [contact({ name: ' Cy ' })] }), { contacts: [contact({ name: 'Cy' })] }],
  ])('does not change a %s that only its edges distinguish', (_, lead, given) => {
    expect(changed(given, lead)).toEqual(nothing);
  });

  it.each<[string, LeadOfRow, Partial<UpdatingRow>, object]>([
    ['contact name', withDetails({ contactPerson: ' ' }), { contactPerson: 'Bo' }, { contactPerson: 'Bo' }],
    ['phone', withDetails({ phoneNumber: 'Not provided' }), { phone: '555 0199' }, { phoneNumber: '555 0199' }],
    ['email', withDetails({ email: 'not provided' }), { email: 'new@x.co' }, { email: 'new@x.co' }],
    [
      'website',
      withDetails({ website: 'not provided' }),
      { website: 'https://n.example' },
      { website: 'https://n.example' },
    ],
  ])('fills a %s that says nothing', (_, lead, given, details) => {
    expect(changed(given, lead, fill)).toMatchObject({ details, fill: {} });
  });

  it('fills the website of a business that has none by its own words', () => {
    const lead = withBusiness({ website: 'Not provided' });
    expect(changed({ website: 'https://n.example' }, lead, fill)).toEqual({
      ...nothing,
      shown: ['website:  > https://n.example'],
      fill: { website: 'https://n.example' },
    });
  });

  it('compares with the phone and the website of the lead before those of its business', () => {
    const own = { ...fullLead, customFields: { phoneNumber: '555 0111', website: 'https://own.example' } };
    expect(changed({ phone: '555 0100', website: 'https://blue.example' }, own).shown).toEqual([
      'phone: 555 0111 > 555 0100',
      'website: https://own.example > https://blue.example',
    ]);
    const both = withBusiness({ phone: '555 0100', internationalPhone: '+1 555 0100' });
    expect(changed({ phone: '+1 555 0100' }, both).shown).toEqual(['phone: 555 0100 > +1 555 0100']);
  });
});

describe('The place of a row', () => {
  it.each<[string, Partial<BusinessOfLead>, Partial<UpdatingRow>]>([
    ['an unknown state', {}, { state: 'Utopia' }],
    ['another state', { state: 'TX' }, { state: 'OK' }],
    ['coordinates beside a latitude', { latitude: 1 }, { latitude: 30, longitude: -97 }],
    ['coordinates beside a longitude', { longitude: 1 }, { latitude: 30, longitude: -97 }],
    ['a latitude alone', {}, { latitude: 30 }],
    ['a longitude alone', {}, { longitude: -97 }],
  ])('does not give a business %s', (_, has, given) => {
    expect(changed(given, withBusiness(has))).toEqual(nothing);
  });
});

describe('The further contacts of a row', () => {
  const di = contact({ name: 'Di', role: 'Chef', email: 'di@x.co' });
  const contactsOf = (given: LeadContact[], present: LeadContact[], rules?: UpdateRules) =>
    changed({ contacts: given }, withDetails({ contacts: present }), rules);

  it('change those of the lead in their places, and leave what they do not say', () => {
    expect(contactsOf([contact({}), contact({ role: 'Cook' }), contact({ name: 'Eve' })], [cy, di])).toEqual({
      ...nothing,
      shown: ['contact3Role: Chef > Cook', 'contact4Name:  > Eve'],
      details: { contacts: [cy, { ...di, role: 'Cook' }, contact({ name: 'Eve' })] },
    });
  });

  it('follow each other without gaps', () => {
    const given = [contact({}), contact({ phone: '555 0104' }), contact({}), contact({ email: 'e@x.co' })];
    expect(contactsOf(given, [])).toEqual({
      ...nothing,
      shown: ['contact3Phone:  > 555 0104', 'contact5Email:  > e@x.co'],
      details: { contacts: [given[1], given[3]] },
    });
  });

  it.each([
    ['fills', fill],
    ['overwrites', overwrite],
  ])('change nothing the second time that a file with gaps %s', (_, rules) => {
    const [zed, eve] = [contact({ name: 'Zed', email: 'z@x.co' }), contact({ phone: '555 0104' })];
    const given = [contact({}), zed, contact({}), eve];
    for (const present of [[], [cy]]) {
      const { contacts } = contactsOf(given, present, rules).details as { contacts: LeadContact[] };
      expect(contacts).toEqual([...present, zed, eve]);
      expect(contactsOf(given, contacts, rules)).toEqual(nothing);
      const edited = contacts.map((each) => ({ ...each, name: each.name && ` ${each.name}`, note: 'Calls back' }));
      expect(contactsOf(given, edited, rules)).toEqual(nothing);
    }
  });

  it('change the one that stands further up, and no other', () => {
    const zed = contact({ name: 'Zed' });
    const given = [contact({}), { ...zed, role: 'Chef' }];
    expect(contactsOf(given, [zed], fill)).toEqual({
      ...nothing,
      shown: ['contact3Role:  > Chef'],
      details: { contacts: [given[1]] },
    });
    expect(contactsOf([contact({}), zed], [{ ...zed, role: 'Chef' }, zed])).toEqual(nothing);
  });

  it.each([
    ['another name', { name: 'Zoe', phone: '555 0102', email: 'cy@x.co' }],
    ['no name', { phone: '555 0102' }],
    ['another phone', { name: 'Cy', phone: '555 0109' }],
    ['another e-mail', { name: 'Cy', email: 'zed@x.co' }],
  ])('are others with %s', (_, given) => {
    expect(contactsOf([contact({}), contact(given)], [cy]).details).toEqual({ contacts: [cy, contact(given)] });
  });

  it('are exchanged as the file says', () => {
    const [one, two] = [contact({ name: 'One' }), contact({ name: 'Two' })];
    expect(contactsOf([two, one], [one, two]).details).toEqual({ contacts: [two, one] });
    expect(contactsOf([two, one], [one]).details).toEqual({ contacts: [two, one] });
  });

  it('only fill parts that are empty, if the mode does', () => {
    const given = contact({ name: 'Other', phone: '555 0105' });
    expect(contactsOf([given], [di], fill)).toEqual({
      ...nothing,
      shown: ['contact2Phone:  > 555 0105'],
      details: { contacts: [{ ...di, phone: '555 0105' }] },
    });
  });

  it('are none with a role alone, which a lead may keep', () => {
    const alone = contact({ role: 'Owner' });
    expect(contactsOf([alone], [])).toEqual(nothing);
    expect(contactsOf([], [alone])).toEqual(nothing);
  });
});

describe('A custom field of a row', () => {
  it('is left if its definition is removed', () => {
    expect(changed({ customFields: { rooms: 3 } }, emptyLead)).toEqual(nothing);
  });

  it('refuses the row if the value does not fit any more, unless the lead has it', () => {
    const given = { customFields: { seats: 'many' } };
    expect(refusalOf(given)).toEqual({ why: 'invalid', message: 'Seats must be a number' });
    expect(refusalOf(given, withDetails({ seats: 'many' }))).toBeNull();
  });
});

describe('The tags of a row', () => {
  it.each([
    [['Fresh, Warm'], ['warm', 'FRESH', 'Cold'], ['Cold']],
    [['Old', 'Hot\u200b'], ['Hot', 'New'], ['New']],
    [['Old', 'Hot\u200b'], ['Hot\u200b', 'New'], ['New']],
    [['Hot'], ['Hot'], []],
  ])('add to %j of %j only %j', (tags, given, addedTags) => {
    expect(changed({ tags: given }, { ...emptyLead, tags }).addedTags).toEqual(addedTags);
  });

  it('are at most 50 with those of the lead', () => {
    const tags = Array.from({ length: 49 }, (_, at) => `Tag ${at}`);
    expect(refusalOf({ tags: ['New'] }, { ...emptyLead, tags })).toBeNull();
    expect(refusalOf({ tags: ['New', 'More'] }, { ...emptyLead, tags })).toEqual({ why: 'too-many-tags' });
    expect(refusalOf({ tags: ['Tag 1'] }, { ...emptyLead, tags: [...tags, 'Last', 'Over'] })).toBeNull();
  });
});

describe('A row that names a lead', () => {
  it('is refused with the name of another business', () => {
    expect(refusalOf({ name: 'Red Bakery' })).toEqual({ why: 'other-business', name: 'Blue Bakery' });
    expect(refusalOf({ name: 'Red Bakery', leadUuid: null })).toBeNull();
  });

  const doubtful = (field: string, text: string) => ({ field, text, column: `Column ${field}`, message: `${field}?` });

  it.each([
    ['businessName', 'Blue Bakery', 'Blue Bakery'],
    ['address', '1 Main St', ''],
    ['state', 'TX', ''],
    ['contactName', 'Ann', ''],
    ['phone', '555 0100', ''],
    ['email', 'ann@x.co', ''],
    ['website', 'https://blue.example', ''],
    ['customTag', 'Hot, Old', ''],
    ['latitude', '30.5', ''],
    ['longitude', '-97.5', ''],
    ['contact2Role', 'Owner', ''],
    ['contact2Email', 'cy@x.co', ''],
    ['contact3Email', '', ''],
    ['customFields.seats', '40', ''],
    ['customFields.rooms', '', ''],
  ])('may have in %s what an export has, as a lead may keep it', (field, full, empty) => {
    expect(refusalOf({ doubtful: [doubtful(field, full)] }, fullLead)).toBeNull();
    expect(refusalOf({ doubtful: [doubtful(field, empty)] })).toBeNull();
  });

  it('is refused with all that no lead can get', () => {
    const given = [doubtful('state', 'TX'), doubtful('email', 'none'), doubtful('phone', '1')];
    const message = 'email?; phone?';
    expect(refusalOf({ doubtful: given }, fullLead)).toEqual({ why: 'invalid', column: 'Column email', message });
    expect(refusalOf({ doubtful: [doubtful('email', 'x')] }, withDetails({ email: ' x ' }))).toBeNull();
  });
});
