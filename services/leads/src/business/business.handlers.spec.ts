import {
  getBusinesses,
  listLeads,
  markExistingCustomer,
  registerBusinesses,
  setLeadStatus,
} from '@lead-finder/contracts';
import { ada, alex, assign, failure, found, maria, register, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const stored = async (...placeIds: string[]) => (await world.call(getBusinesses, sam, { placeIds })).businesses;

describe('registering what a search found', () => {
  it('returns an id per business in the same order, the known id for a known one', async () => {
    const [one, two, three] = [found(), found(), found()];
    const [first, third] = await register(world, one, three);
    expect(await register(world, three, two, one, three)).toEqual([third, expect.any(Number), first, third]);
  });

  it('stores everything that the provider returns, with the time', async () => {
    const business = found({
      name: 'Acme',
      vicinity: 'Downtown',
      phone: '(555) 123-4567',
      internationalPhone: '+1 555 123 4567',
      website: 'https://acme.example/',
      googleMapsUrl: 'https://maps.example/1',
      rating: 4.5,
      userRatingsTotal: 12,
      priceLevel: 2,
      businessStatus: 'OPERATIONAL',
      types: ['bakery', 'food'],
      openNow: true,
      latitude: 30.25,
      longitude: -97.75,
      photoReferences: ['photo'],
      icon: 'https://icons.example/1.png',
      ownerName: 'Bo',
    });
    const [id] = await register(world, business);
    const { distance: _, ...matches } = business;
    expect(await stored(business.placeId)).toEqual([
      { ...matches, id, provider: 'sample', fetchedAt: world.clock.now().toISOString() },
    ]);
  });

  it('preserves existing values and fills only empty ones', async () => {
    const first = found({ name: 'Acme', phone: '111 1111', website: 'Not provided' });
    const { placeId } = first;
    await register(world, first);
    await register(
      world,
      found({
        placeId,
        name: 'Other',
        phone: '222 2222',
        website: 'https://b.co/',
        rating: 4,
        latitude: 1,
        longitude: 2,
      }),
    );
    await register(world, found({ placeId, website: 'https://c.co/', rating: 1 }));
    expect(await stored(placeId)).toMatchObject([
      { name: 'Acme', phone: '111 1111', website: 'https://b.co/', rating: 4, latitude: 1, longitude: 2 },
    ]);
  });

  it('copies filled values to the leads of the business, for filters and map', async () => {
    const business = found({ formattedAddress: null });
    const { id } = await assign(world, alex, business);
    await register(world, {
      ...business,
      formattedAddress: '1 Elm St, Reno, NV 89501, USA',
      latitude: 39.5,
      longitude: -119.8,
    });
    const { leads } = await world.call(listLeads, ada, { scope: 'all', state: 'NV' });
    expect(leads.map((lead) => lead.userBusiness.id)).toEqual([id]);
  });

  it('of the same places at once, in any order, succeeds', async () => {
    const places = Array.from({ length: 30 }, () => found());
    const results = await Promise.all([places, [...places].reverse(), places].map((each) => register(world, ...each)));
    expect(results[1]).toEqual([...results[0]!].reverse());
    expect(results[2]).toEqual(results[0]);
  });

  it('returns the owners of a business, and hides them from users without the right to know', async () => {
    const business = found();
    const { id } = await assign(world, sam, business);
    await assign(world, alex, business);
    await world.call(setLeadStatus, sam, { ref: { id }, status: 'recontact' });
    await world.call(markExistingCustomer, sam, { ref: { id } });
    const taken = async (actor: typeof ada) =>
      (
        await world.call(registerBusinesses, actor, { provider: 'sample', businesses: [business, found()] })
      ).businesses.map((each) => each.takenBy);
    const samHasIt = {
      user: { id: 3, username: 'sam', fullName: 'Sam Seller' },
      status: 'recontact',
      existingCustomer: true,
    };
    const hidden = { user: null, status: null };
    expect(await taken(ada)).toEqual([
      [samHasIt, { user: expect.objectContaining({ username: 'alex' }), status: 'new', existingCustomer: false }],
      [],
    ]);
    expect(await taken(sam)).toEqual([[samHasIt, { ...hidden, existingCustomer: false }], []]);
    // A manager may reassign any lead, so may know its owner.
    expect(await taken(maria)).toEqual(await taken(ada));
  });

  it('finds owners by name and address too, but not by name alone', async () => {
    const name = "Joe's Café";
    await assign(world, alex, found({ name, formattedAddress: '9 Elm St., Reno, NV 89501, USA' }));
    await assign(world, alex, found({ name: 'Nameless Diner', formattedAddress: null }));
    const businesses = [
      found({ name: 'JOE S CAFE', formattedAddress: '9 elm st, Reno, NV 89501, USA' }),
      found({ name, formattedAddress: '10 Elm St., Reno, NV 89501, USA' }),
      found({ name: 'Nameless Diner', formattedAddress: null }),
    ];
    const result = await world.call(registerBusinesses, ada, { provider: 'osm', businesses });
    expect(result.businesses.map(({ takenBy }) => takenBy.map(({ user }) => user?.username))).toEqual([
      ['alex'],
      [],
      [],
    ]);
  });

  it('returns leads with the same phone in the same city separately from matches', async () => {
    const at = (street: string, city: string) => `${street}, ${city}, NV 89501, USA`;
    const phone = '(775) 321-4567';
    await assign(world, sam, found({ name: 'Silver Dental', formattedAddress: at('1 Elm St', 'Reno'), phone }));
    const businesses = [
      found({ name: 'Silver Dental Group', formattedAddress: at('2 Oak St', 'Reno'), phone: '+1 775.321.4567' }),
      found({ name: 'Silver Dental', formattedAddress: at('3 Ash St', 'Sparks'), phone }),
      found({ name: 'Other Dental', formattedAddress: at('4 Fir St', 'Reno'), phone: '(775) 321-9999' }),
      found({ name: 'Nowhere Dental', formattedAddress: null, phone }),
      found({ name: 'SILVER DENTAL', formattedAddress: at('1 Elm St.', 'Reno'), phone }),
    ];
    const matchesFor = async (actor: typeof ada, provider = 'google') =>
      (await world.call(registerBusinesses, actor, { provider, businesses })).businesses.map((each) => ({
        taken: each.takenBy.map(({ user }) => user?.username ?? null),
        alike: each.samePhone.map(({ user }) => user?.username ?? null),
      }));
    const none = { taken: [], alike: [] };
    const match = (who: string | null) => ({ taken: [who], alike: [] });
    expect(await matchesFor(ada)).toEqual([{ taken: [], alike: ['sam'] }, none, none, none, match('sam')]);
    expect(await matchesFor(alex)).toEqual([{ taken: [], alike: [null] }, none, none, none, match(null)]);
  });
});

describe('the businesses of an export', () => {
  it('are returned in the requested order, without unknown ones', async () => {
    const [one, two] = [found(), found()];
    await register(world, one, two);
    expect((await stored(two.placeId, 'nowhere', one.placeId)).map((each) => each.placeId)).toEqual([
      two.placeId,
      one.placeId,
    ]);
  });

  it('are at least one', async () => {
    expect(await failure(stored())).toMatchObject({ kind: 'invalid', message: 'No businesses selected' });
  });
});
