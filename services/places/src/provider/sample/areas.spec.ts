import { PLACES } from '@lead-finder/contracts';
import { findTowns } from './areas.js';
import { TOWNS } from './towns.js';

const names = (location: string): string[] => findTowns(location).map(({ name }) => name);

describe('A typed location', () => {
  it('is known for every place of the suggestion list, and every town is in that list', () => {
    expect(PLACES.filter((place) => names(place).length === 0)).toEqual([]);
    expect(TOWNS.filter(({ name }) => !PLACES.includes(name))).toEqual([]);
  });

  it.each([
    ['St. Paul, MN', 'St. Paul, MN'],
    ['saint louis', 'St. Louis, MO'],
    ['Portland', 'Portland, OR'],
    ['Portland, Maine', 'Portland, ME'],
    ['Washington DC', 'Washington, DC'],
    ['District of Columbia', 'Washington, DC'],
    ['78704', 'Austin, TX'],
    ['Boston, MA', 'Boston, MA'],
    ['New York, NY 10001', 'New York, NY'],
  ])("'%s' is %s", (location, town) => {
    expect(names(location)).toEqual([town]);
  });

  it('means every town of a state or region', () => {
    expect(names('the bay area')).toContain('Oakland, CA');
    expect(names('TX')).toEqual(names('texas'));
    expect(names('Texas').length).toBeGreaterThan(10);
  });
});

describe('The towns', () => {
  it('have what an address and a number need', () => {
    for (const town of TOWNS) {
      expect(town.zips.every((zip) => /^\d{5}$/.test(zip))).toBe(true);
      expect(town.areaCodes.every((code) => /^[2-9]\d\d$/.test(code))).toBe(true);
      expect(town.latitude).toBeGreaterThan(18);
      expect(town.longitude).toBeLessThan(-66);
      expect(town.land[1]).toBeGreaterThan(town.land[0]);
    }
  });
});
