import { startPlacesStub, type PlacesStub, type Scene } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { signedIn } from '../product/api.js';
import { visit, type Visited } from '../product/visitor.js';

const google = (url: string) => ({
  PLACES_PROVIDER: 'google',
  GOOGLE_PLACES_API_KEY: 'a-key',
  GOOGLE_PLACES_URL: url,
  GOOGLE_MAPS_URL: url,
  PLACES_CALLS_PER_USER_PER_DAY: '60',
});
const api = 'Google Places API';
const denied = `Request denied by ${api}. This could be due to API key restrictions.`;
const spent = `${api} quota exceeded. Please try again later or contact the administrator.`;

/** What the provider does, and what the page then shows: the heading, and each sentence (specification section 8). */
const scenes: [scene: Scene, heading: string, ...texts: string[]][] = [
  ['no-key', `${api} Error`, `${api} key is missing. Please contact the administrator.`],
  ['bad-key', `${api} Error`, denied, 'The API key is not valid.'],
  ['blocked', `${api} Error`, denied, 'The API key may not use Places API (New).'],
  ['billing', `${api} Error`, denied, 'Billing is not enabled for its project.'],
  ['daily-quota', `${api} Error`, spent],
  ['invalid', `${api} Error`, `Invalid request to ${api}. Please check your search parameters.`],
  ['odd-key', `${api} Error`, 'The API key is missing or invalid. Please contact the administrator.'],
  ['odd-quota', `${api} Error`, 'The API quota is exceeded. Please try again later or contact the administrator.'],
  ['odd-denied', `${api} Error`, 'The request was denied. This could be due to API key restrictions or invalid parameters.'],
  ['unknown', `${api} Error`, `${api}: The kettle is empty, see …`],
  ['hang-up', `${api} Error`, `${api} cannot be reached. Please try again.`],
];

describe('a search that the provider refuses', () => {
  let stub: PlacesStub;
  let product: Visited;
  let page: Page;

  beforeAll(async () => {
    stub = await startPlacesStub();
    product = await visit(google(stub.url));
    page = await product.page('admin');
  });
  afterAll(async () => {
    await product?.close();
    await stub.stop();
  });

  const open = (page: Page, type: string) =>
    page.goto(`/search?businessType=${encodeURIComponent(type)}&location=Austin%2C+TX`);
  const shown = async (page: Page) => {
    const alert = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try Again' }) });
    await alert.waitFor();
    return (await alert.innerText()).split('\n').map((line) => line.trim());
  };

  it('says what is wrong in the words of the specification, and nothing that the provider keeps secret', async () => {
    for (const [scene, ...texts] of scenes) {
      await open(page, `plumber !${scene}`);
      expect([scene, ...(await shown(page))]).toEqual(expect.arrayContaining([scene, ...texts]));
      expect(await page.content()).not.toContain(stub.canary);
    }
  });

  it('searches again by the button', async () => {
    stub.play('busy');
    await open(page, 'florist');
    expect(await shown(page)).toContain(`${api} Error`);
    stub.play(null);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('heading', { name: /^Results/ }).waitFor();
    await page.getByText('Google Maps', { exact: true }).first().waitFor();
  });

  it("tells a person's own limit of the day in the product's own words", async () => {
    const sam = await signedIn(product.url, 'sam');
    const search = (n: number) =>
      sam.fetch('/api/search-businesses', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ businessType: `painter ${n}`, location: 'Austin, TX' }),
      });
    const answers = await Promise.all(Array.from({ length: 61 }, (_, n) => search(n)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const own = await product.page('sam');
    await open(own, 'carpenter');
    expect(await shown(own)).toEqual(
      expect.arrayContaining([
        'Error Fetching Results',
        'You have used your 60 provider calls of today. Searching goes on at midnight UTC, or when an administrator raises the limit.',
      ]),
    );
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
