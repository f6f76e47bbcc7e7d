import { leadStatuses } from '@lead-finder/contracts';
import { cities, countryside } from './cities.js';
import { madeUpLead } from './made-up-lead.rules.js';
import { randomFrom } from './random.rules.js';

const now = new Date('2026-03-02T12:00:00Z');
const many = (count: number) => {
  const random = randomFrom(6);
  return Array.from({ length: count }, (_, n) => madeUpLead(random, n + 5_000, 1, now));
};
const leads = many(4_000);
const share = (matching: (lead: (typeof leads)[number]) => boolean) => leads.filter(matching).length / leads.length;

describe('made-up leads', () => {
  it('are the same for the same seed', () => expect(many(100)).toEqual(leads.slice(0, 100)));

  it('have a realistic mix of statuses, archived leads and existing customers', () => {
    const shares = leadStatuses.map((status) => Math.round(100 * share((lead) => lead.status === status)));
    expect(shares).toEqual([60, 15, 10, 8, 7]);
    expect(share((lead) => lead.archived)).toBeCloseTo(0.05, 2);
    expect(share((lead) => lead.existingCustomer)).toBeCloseTo(0.03, 2);
  });

  it('have names of 3 to 60 characters, some in other scripts', () => {
    const lengths = leads.map((lead) => [...lead.name].length);
    expect([Math.min(...lengths), Math.max(...lengths) <= 60]).toEqual([3, true]);
    expect(share((lead) => /[\p{Script=Han}\p{Script=Arabic}\p{Script=Cyrillic}]/u.test(lead.name))).toBeGreaterThan(
      0.02,
    );
  });

  it('are in fifty cities in 70 % of cases, at the place of their address', () => {
    expect(share((lead) => lead.address.includes(', Springfield, '))).toBeCloseTo(0.3, 1);
    expect(share((lead) => lead.state !== null || lead.county !== null)).toBe(1);
  });

  it('have an address in the form of their country', () => {
    const street = '[1-9]\\d{0,3} (Main St|Oak Ave|Broadway|High Street|Elm St|Park Road|2nd Ave|Station Road|Lake Dr)';
    const american = new RegExp(`^${street}, [A-Z][A-Za-z ]+, [A-Z]{2} \\d{5}, USA$`);
    const british = new RegExp(`^${street}, [A-Z][a-z]+, [A-Z][A-Za-z ]+, [A-Z]{1,2}([1-9]|1\\d|20) \\dAB, UK$`);
    const other = leads.filter(({ address }) => !american.test(address) && !british.test(address));
    expect(other.map(({ address }) => address)).toEqual([]);
    expect(share(({ address }) => american.test(address))).toBeCloseTo(0.3 + 0.7 * 0.8, 1);
    expect(share(({ state, address }) => (state === null) === british.test(address))).toBe(1);
  });

  it('lie around the middle of their city, or far around the middle of their state', () => {
    const centres = [
      ...cities.map(([name, , latitude, longitude]) => ({ part: `, ${name}, `, latitude, longitude, reach: 0.3 })),
      ...countryside.map(([code, latitude, longitude]) => ({ part: `d, ${code} `, latitude, longitude, reach: 2.7 })),
    ];
    for (const { part, latitude, longitude, reach } of centres) {
      const there = leads.filter((lead) => lead.latitude !== null && lead.address.includes(part));
      const [north, east] = [
        there.map((lead) => lead.latitude! - latitude),
        there.map((lead) => lead.longitude! - longitude),
      ];
      for (const offsets of [north, east]) {
        expect(Math.max(...offsets.map(Math.abs))).toBeLessThan(reach);
        expect(Math.max(...offsets) - Math.min(...offsets)).toBeGreaterThan(reach / 2);
        expect(Math.abs(offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length)).toBeLessThan(reach / 7);
      }
    }
    const hasSixDecimals = (degrees: number | null) => degrees === null || degrees === Number(degrees.toFixed(6));
    expect(share(({ latitude, longitude }) => hasSixDecimals(latitude) && hasSixDecimals(longitude))).toBe(1);
    expect(share(({ latitude }) => latitude === null)).toBeCloseTo(0.02, 2);
    expect(share(({ latitude, longitude }) => (latitude === null) === (longitude === null))).toBe(1);
  });

  it('have names without a gap, with the number of the lead', () => {
    const odd = leads.filter(({ name }) => !/^\S+( \S+)*$/.test(name.trimEnd()) || name.includes('!'));
    expect(odd).toEqual([]);
    const endings = [' LLC ', ' Inc. ', ' Co. ', ' Group ', ' of the Valley ', ' & Family Services Since 1952'];
    for (const ending of endings) expect(share(({ name }) => name.includes(ending))).toBeCloseTo(0.1, 1);
    expect(share(({ placeId, name }) => name.endsWith(` ${Number(placeId.slice(5)) % 9_973}`))).toBeGreaterThan(0.9);
  });

  it('have a phone and a website in most cases', () => {
    const phones = leads.flatMap(({ phone }) => phone ?? []);
    expect(phones.filter((phone) => !/^\+1 555 [1-9]\d\d [1-9]\d{3}$/.test(phone))).toEqual([]);
    expect(phones.length / leads.length).toBeCloseTo(0.85, 1);
    expect(share(({ website }) => website !== null)).toBeCloseTo(0.6, 1);
    expect(leads.find(({ website }) => website !== null)?.website).toMatch(/^https:\/\/business\d+\.example$/);
  });

  it('were assigned within a year, to the given user', () => {
    const ages = leads.map(({ assignedAt }) => (now.getTime() - assignedAt.getTime()) / 86_400_000);
    expect([Math.floor(Math.min(...ages)), Math.floor(Math.max(...ages))]).toEqual([0, 364]);
    expect(leads[0]).toMatchObject({ placeId: 'seed:5000', userId: 1 });
  });

  it('are all different businesses', () => {
    expect(new Set(leads.map(({ matchKey }) => matchKey)).size).toBe(leads.length);
  });

  it('use a few tags often and most tags rarely', () => {
    const uses = new Map<string, number>();
    for (const tag of leads.flatMap((lead) => lead.tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
    const counts = [...uses.values()].sort((a, b) => b - a);
    expect(counts.length).toBeGreaterThan(1_000);
    expect(counts[0]! / counts[9]!).toBeGreaterThan(5);
    expect([...uses.keys()].filter((tag) => !/^[\p{L} ]+ \d+$/u.test(tag) || tag.startsWith(' '))).toEqual([]);
    expect([...uses.keys()].filter((tag) => /^(Hot 1|Spring campaign 2|Hot 11|Ünlü 10)$/.test(tag))).toHaveLength(4);
  });

  it('have up to three different tags, and none in two of five cases', () => {
    const counts = [0, 1, 2, 3].map((count) => share(({ tags }) => tags.length === count));
    expect(share(({ tags }) => tags.length > 3)).toBe(0);
    expect(counts[0]).toBeCloseTo(0.4, 1);
    expect(counts[3]).toBeGreaterThan(0.1);
    expect(share(({ tags }) => new Set(tags).size < tags.length)).toBe(0);
  });
});

describe('a draw at a limit', () => {
  const drawn = (number: number) => madeUpLead(() => number, 42, 7, now);

  it.each([
    [0, { name: 'Ola', status: 'new', archived: true, existingCustomer: true, latitude: null, tags: [] }],
    [0.01, { name: '東京ラーメン 42', latitude: null }],
    [0.02, { latitude: 33.834, longitude: -118.528, existingCustomer: true }],
    [0.03, { existingCustomer: false, archived: true }],
    [0.05, { archived: false }],
    [0.09, { name: 'Main Street Dental 42' }],
    [0.6, { status: 'in_progress', website: null, phone: expect.any(String) }],
    [0.7, { address: expect.stringContaining(', Springfield, '), phone: expect.any(String) }],
    [0.85, { phone: null }],
    [0.999, { status: 'closed_lost' }],
  ])('of %p makes %p', (number, lead) => expect(drawn(number)).toMatchObject(lead));
});
