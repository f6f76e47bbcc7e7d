import { noContact, type ImportRow } from '@lead-finder/contracts';
import { emptyRow } from '../../test/import-rows.js';
import { importedPlaceId } from '../business/match-key.rules.js';
import { customFieldsOf, emptyBatch, readRows, tagsOf } from './batch.rules.js';

const row = (number: number, change: Partial<ImportRow> = {}): ImportRow => ({
  row: number,
  userId: 7,
  name: 'Blue Bakery',
  address: '1 Main St, Austin, TX 78701, USA',
  ...emptyRow,
  ...change,
});
const read = (...rows: ImportRow[]) => {
  const batch = emptyBatch();
  readRows(rows, batch);
  return { businesses: [...batch.businesses.values()], leads: [...batch.leads.values()] };
};
const one = (...changes: Partial<ImportRow>[]) =>
  read(...changes.map((change, index) => row(index + 2, change))).businesses[0];

describe('The business of a row', () => {
  it('has the columns of the file, and a place id of the import', () => {
    const [business] = read(
      row(2, { phone: '555 0100', website: 'https://blue.example', latitude: 30.5, longitude: -97.5 }),
    ).businesses;
    expect(business).toEqual({
      place_id: importedPlaceId(business!.match_key),
      match_key: expect.stringMatching(/^[0-9a-f]{40}$/),
      name: 'Blue Bakery',
      formatted_address: '1 Main St, Austin, TX 78701, USA',
      phone: '555 0100',
      website: 'https://blue.example',
      state: 'TX',
      state_as_given: null,
      county: null,
      latitude: 30.5,
      longitude: -97.5,
    });
  });

  it.each([
    ['of the address without a State column', { state: null }, 'TX', null],
    ['of the State column', { state: 'OK' }, 'OK', null],
    ['of the State column by its name', { state: 'Oklahoma' }, 'OK', null],
    ['unknown if the State column has none, which stays as given', { state: 'Utopia' }, null, 'Utopia'],
    ['unknown without both', { address: null }, null, null],
  ])('has the state %s', (_, change, state, asGiven) => {
    expect(one(change)).toMatchObject({ state, state_as_given: asGiven });
  });

  it('has the county of its address', () => {
    expect(one({ address: '5 Quay, Guildford, Surrey, GU1 3AA, UK' })).toMatchObject({ county: 'Surrey', state: null });
  });
});

describe('Rows with the same business', () => {
  const given = { phone: '555 0100', website: 'https://blue.example', latitude: 30.5, longitude: -97.5 };

  it('are one business that takes each value from the first row with it', () => {
    const { businesses } = read(row(2), row(3, given), row(4, { phone: '555 0199', website: 'https://late.example' }));
    expect(businesses).toHaveLength(1);
    expect(businesses[0]).toMatchObject(given);
  });

  it('have the coordinates of the first row that has any', () => {
    expect(one(given, { latitude: 1, longitude: 2 })).toMatchObject({ latitude: 30.5, longitude: -97.5 });
    expect(one({ latitude: 0, longitude: 0 }, given)).toMatchObject({ latitude: 0, longitude: 0 });
  });

  it('take the state of a later row', () => {
    const address = 'Main Street';
    expect(one({ address }, { address, state: 'OK' })).toMatchObject({ state: 'OK' });
    expect(one({ address }, { address, state: 'Utopia' })).toMatchObject({ state: null, state_as_given: 'Utopia' });
    expect(one({ address, state: 'TX' }, { address, state: 'OK' })).toMatchObject({ state: 'TX' });
    expect(one({ address, state: 'Utopia' }, { address, state: 'Arcadia' })).toMatchObject({
      state_as_given: 'Utopia',
    });
  });

  it('are one lead per user, from the first row, with the others as repeats', () => {
    const { businesses, leads } = read(
      row(2),
      row(3, { name: 'BLUE bakery' }),
      row(4, { userId: 8 }),
      row(5),
      row(6, { name: 'Other' }),
    );
    expect(businesses.map(({ name }) => name)).toEqual(['Blue Bakery', 'Other']);
    expect(leads.map((lead) => [lead.row.row, lead.row.userId, lead.repeats])).toEqual([
      [2, 7, [3, 5]],
      [4, 8, []],
      [6, 7, []],
    ]);
    expect(leads.map(({ matchKey }) => matchKey)).toEqual([
      businesses[0]?.match_key,
      businesses[0]?.match_key,
      businesses[1]?.match_key,
    ]);
  });
});

describe('The lead of a row', () => {
  it('is tagged Imported before its own tags', () => {
    expect(tagsOf(row(2, { tags: ['Hot', 'Fair'] }))).toEqual(['Imported', 'Hot', 'Fair']);
  });

  it.each([
    [
      { email: 'a@b.example', contactPerson: 'Ann' },
      { email: 'a@b.example', contactPerson: 'Ann' },
    ],
    [{ email: 'a@b.example' }, { email: 'a@b.example' }],
    [{ contactPerson: 'Ann' }, { contactPerson: 'Ann' }],
    [{}, {}],
  ])('with %p has the contact details %p', (change, details) => {
    expect(customFieldsOf(row(2, change))).toEqual(details);
  });

  it('has its further contacts without the gaps of the file', () => {
    const zed = { ...noContact, name: 'Zed' };
    expect(customFieldsOf(row(2, { contacts: [noContact, zed, noContact, zed] }))).toEqual({ contacts: [zed, zed] });
  });
});
