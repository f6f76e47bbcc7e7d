import { eventually, placesAt, startPlacesStub, type PlacesStub } from '@lead-finder/testing';
import type { AreaSearch } from '@lead-finder/contracts';
import { signedIn, type Api } from '../product/api.js';
import { startProduct, type Product } from '../product/product.js';

/** A grid of places in and around the circle. */
const points = Array.from({ length: 900 }, (_, index) => ({
  latitude: 30.2672 + ((index % 30) - 14.5) * 0.003,
  longitude: -97.7431 + (Math.floor(index / 30) - 14.5) * 0.0035,
}));

describe('a search of a whole area', () => {
  let stub: PlacesStub;
  let product: Product;

  beforeAll(async () => {
    stub = await startPlacesStub({ known: placesAt(points) });
    product = await startProduct('one process', {
      PLACES_PROVIDER: 'google',
      GOOGLE_PLACES_API_KEY: 'a-key',
      GOOGLE_PLACES_URL: stub.url,
      GOOGLE_MAPS_URL: stub.url,
    });
  });
  afterAll(async () => {
    await product?.stop();
    await stub.stop();
  });

  it('continues by itself after a kill and repeats no call that was answered', async () => {
    let admin: Api = await signedIn(product.url, 'admin');
    const wanted = { businessType: 'plumber', location: 'Austin, TX', radius: 5_000, budget: 300 };
    const { id } = await admin.send<AreaSearch>('POST', '/api/area-searches', wanted);
    const answered = () => stub.log.filter(({ status }) => status === 200);
    await eventually(() => expect(answered().length).toBeGreaterThan(12), { within: 60_000 });
    // The next call is running, without a response, when everything ends.
    stub.play('slow', 'searchText');
    await eventually(() => expect(stub.log.at(-1)).toMatchObject({ operation: 'searchText', status: null }), {
      within: 30_000,
    });
    await product.kill9({ postgres: true });
    const before = answered().length;
    stub.play(null);
    await product.start();
    admin = await signedIn(product.url, 'admin');
    await eventually(
      async () =>
        expect(await admin.get<AreaSearch>(`/api/area-searches/${id}`)).toMatchObject({ status: 'completed' }),
      { within: 120_000 },
    );
    const all = answered().map(({ operation, asked }) => `${operation} ${asked}`);
    expect(all.length).toBeGreaterThan(before);
    expect(new Set(all).size).toBe(all.length);
    const { totalCount } = await admin.get<{ totalCount: number }>(`/api/area-searches/${id}/results`);
    const near = points.filter(({ latitude, longitude }) => {
      const north = (latitude - 30.2672) * 111_195;
      const east = (longitude + 97.7431) * 111_195 * Math.cos((30.2672 * Math.PI) / 180);
      return Math.hypot(north, east) <= 4_990;
    });
    expect(totalCount).toBeGreaterThanOrEqual(near.length);
    expect(totalCount).toBeLessThan(points.length);
  }, 240_000);
});
