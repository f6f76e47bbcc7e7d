import {
  addTag,
  clearOldContent,
  getBusinesses,
  getLead,
  listStaleBusinesses,
  refreshBusiness,
  registerBusinesses,
} from '@lead-finder/contracts';
import { ada, assign, found, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const long = '2026-01-01T00:00:00.000Z';
const cutoff = '2026-02-01T00:00:00.000Z';
const now = '2026-03-01T00:00:00.000Z';
const provided = (name: string, fetchedAt: string, provider = 'google') => {
  const business = found({ name, phone: '(775) 321-4567', rating: 4, latitude: 39.5, longitude: -119.8 });
  return {
    business,
    register: () => world.call(registerBusinesses, ada, { provider, businesses: [business], fetchedAt }),
  };
};
const stored = async (placeId: string) =>
  (await world.call(getBusinesses, ada, { placeIds: [placeId] })).businesses[0]!;
const stale = (provider: string, fetchedBefore: string | null, withoutDetails = false) =>
  world.call(listStaleBusinesses, null, { provider, fetchedBefore, withoutDetails, limit: 50 });

describe('the content of a provider', () => {
  it('is stale only for businesses with leads, if it is old or without details', async () => {
    const [old, fresh, idle] = [provided('Old', long), provided('Fresh', now), provided('Idle', long)];
    for (const each of [old, fresh, idle]) await each.register();
    for (const each of [old, fresh]) await assign(world, sam, each.business);
    expect(await stale('google', cutoff)).toEqual({ placeIds: [old.business.placeId] });
    expect(await stale('google', null)).toEqual({ placeIds: [] });
    expect(await stale('google', null, true)).toEqual({ placeIds: [old.business.placeId, fresh.business.placeId] });
    expect(await stale('osm', cutoff)).toEqual({ placeIds: [] });
  });

  it('is replaced by a refresh, in leads too', async () => {
    const { business, register } = provided('Was', long);
    await register();
    const { id } = await assign(world, sam, business);
    const anew = found({
      name: 'Is',
      formattedAddress: '1 Elm St, Reno, NV 89501, USA',
      phone: null,
      website: 'https://is.example/',
    });
    const { placeId } = business;
    await world.call(refreshBusiness, null, {
      provider: 'google',
      placeId,
      business: anew,
      fetchedAt: now,
      clearsGone: true,
    });
    expect(await stored(placeId)).toMatchObject({
      placeId,
      name: 'Is',
      phone: null,
      rating: null,
      website: 'https://is.example/',
      fetchedAt: now,
    });
    expect((await world.call(getLead, sam, { ref: { id } })).business.name).toBe('Is');
    expect((await stale('google', null, true)).placeIds).not.toContain(placeId);
  });

  it('of a place that no longer exists stays, or is cleared if the operator limits storage', async () => {
    const { business, register } = provided('Gone', long);
    await register();
    await assign(world, sam, business);
    const { placeId } = business;
    const gone = { provider: 'google', placeId, business: null, fetchedAt: now };
    await world.call(refreshBusiness, null, { ...gone, clearsGone: false });
    expect(await stored(placeId)).toMatchObject({ name: 'Gone' });
    await world.call(refreshBusiness, null, { ...gone, clearsGone: true });
    expect(await stored(placeId)).toMatchObject({ placeId, name: 'Name no longer kept', phone: null });
  });

  it("is cleared when it is too old; place id and users' texts stay, and a search restores it", async () => {
    const [old, fresh, osm] = [provided('Too old', long), provided('Young', now), provided('Free', long, 'osm')];
    for (const each of [old, fresh, osm]) await each.register();
    const { id } = await assign(world, sam, old.business);
    await world.call(addTag, sam, { ref: { id }, tag: 'vip' });
    const { cleared } = await world.call(clearOldContent, null, { providers: ['google'], fetchedBefore: cutoff });
    expect(cleared).toBeGreaterThanOrEqual(1);
    expect(await stored(old.business.placeId)).toMatchObject({
      placeId: old.business.placeId,
      name: 'Name no longer kept',
      formattedAddress: null,
      phone: null,
      rating: null,
      latitude: null,
      types: [],
      fetchedAt: null,
    });
    expect(await world.call(getLead, sam, { ref: { id } })).toMatchObject({ userBusiness: { tags: ['vip'] } });
    expect(await stored(fresh.business.placeId)).toMatchObject({ name: 'Young' });
    expect(await stored(osm.business.placeId)).toMatchObject({ name: 'Free' });
    expect(await world.call(clearOldContent, null, { providers: ['google'], fetchedBefore: cutoff })).toEqual({
      cleared: 0,
    });
    await old.register();
    expect(await stored(old.business.placeId)).toMatchObject({
      name: 'Too old',
      phone: '(775) 321-4567',
      fetchedAt: long,
    });
  });
});
