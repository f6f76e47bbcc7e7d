import { BUSINESS_TYPES } from './business-types.js';
import { PLACES } from './places.js';
import { suggest } from './suggest.js';

describe('Suggestions', () => {
  it('are empty until two characters are typed', () => {
    expect(suggest(PLACES, '')).toEqual([]);
    expect(suggest(PLACES, 'a')).toEqual([]);
    expect(suggest(PLACES, ' a ')).toEqual([]);
    expect(suggest(PLACES, 'au')).not.toEqual([]);
  });

  it('contain the typed text anywhere and in any case', () => {
    expect(suggest(PLACES, 'AUSTIN')).toEqual(['Austin, TX']);
    expect(suggest(['Dentist', 'Orthodontist', 'Plumber'], 'DONT')).toEqual(['Orthodontist']);
  });

  it('are sorted alphabetically, with those that begin with the text first', () => {
    expect(suggest(['pet store', 'trumpet shop', 'Petting zoo', 'carpet store', 'pest control'], 'pet')).toEqual([
      'pet store',
      'Petting zoo',
      'carpet store',
      'trumpet shop',
    ]);
  });

  it('are at most twenty', () => {
    expect(suggest(BUSINESS_TYPES, 'er')).toHaveLength(20);
    expect(suggest(BUSINESS_TYPES, 'no such trade')).toEqual([]);
  });
});

describe('The suggestion lists', () => {
  it.each([['places', PLACES], ['business types', BUSINESS_TYPES]])('hold about 250 different %s', (_, list) => {
    expect(list.length).toBeGreaterThanOrEqual(240);
    expect(list.length).toBeLessThanOrEqual(265);
    expect(new Set(list.map((entry) => entry.toLowerCase())).size).toBe(list.length);
  });

  it('hold cities, states and regions', () => {
    expect(PLACES).toEqual(expect.arrayContaining(['Austin, TX', 'Texas', 'Bay Area, CA', 'District of Columbia']));
    expect(BUSINESS_TYPES).toEqual(expect.arrayContaining(['dentist', 'plumber', 'coffee shop']));
  });
});
