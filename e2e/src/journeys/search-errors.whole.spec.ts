import { startPlacesStub, type PlacesStub, type Scene } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { signedIn } from '../product/api.js';
import { sees, visit, type Visited } from '../product/visitor.js';

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

/** A behaviour of the provider, and the heading and sentences of the page (docs/product/finding.md#provider-errors). */
const scenes: [scene: Scene, heading: string, ...texts: string[]][] = [
  ['no-key', `${api} Error`, `${api} key is missing. Please contact the administrator.`],
  ['bad-key', `${api} Error`, denied, 'The API key is not valid.'],
  ['blocked', `${api} Error`, denied, 'The API key may not use Places API (New).'],
  ['billing', `${api} Error`, denied, 'Billing is not enabled for its project.'],
  ['daily-quota', `${api} Error`, spent],
  ['invalid', `${api} Error`, `Invalid request to ${api}. Please check your search parameters.`],
  ['odd-key', `${api} Error`, 'The API key is missing or invalid. Please contact the administrator.'],
  ['odd-quota', `${api} Error`, 'The API quota is exceeded. Please try again later or contact the administrator.'],
  [
    'odd-denied',
    `${api} Error`,
    'The request was denied. This could be due to API key restrictions or invalid parameters.',
  ],
  ['unknown', `${api} Error`, `${api}: The kettle is empty, see …`],
  ['broken', `${api} Error`, `${api}: an answer that cannot be read`],
  ['hang-up', `${api} Error`, `${api} cannot be reached. Please try again.`],
];

/** Responses that the stub of Google cannot cause: one of another provider, and one without a text. */
const answers: [answer: object, heading: string, text: string][] = [
  [
    { code: 'unavailable', message: 'OpenStreetMap cannot be reached. Please try again.' },
    'OpenStreetMap Error',
    'OpenStreetMap cannot be reached. Please try again.',
  ],
  [
    { code: 'over_query_limit', message: 'Google Places API (Legacy) quota exceeded (OVER_QUERY_LIMIT).' },
    'Google Places API (Legacy) Error',
    'Google Places API (Legacy) quota exceeded. Please try again later or contact the administrator.',
  ],
  [{}, 'Error Fetching Results', 'An unknown error occurred'],
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

  it('shows the promised text of each error, and no secret of the provider', async () => {
    for (const [scene, ...texts] of scenes) {
      await open(page, `plumber !${scene}`);
      expect([scene, ...(await shown(page))]).toEqual(expect.arrayContaining([scene, ...texts]));
      expect(await page.content()).not.toContain(stub.canary);
    }
  });

  it("names another provider in the heading, and shows 'An unknown error occurred' without a text", async () => {
    for (const [answer, ...texts] of answers) {
      await page.route('**/api/search-businesses', (route) => route.fulfill({ status: 503, json: answer }));
      await open(page, 'bakery');
      expect(await shown(page)).toEqual(expect.arrayContaining(texts));
      await page.unroute('**/api/search-businesses');
    }
  }, 90_000);

  it('finds nothing for an unknown place, which is no error', async () => {
    await page.goto('/search?businessType=bakery&location=Atlantis');
    await sees(page, 'No Results Found', 'Try adjusting your search criteria or location.');
  }, 60_000);

  it('searches again by the button', async () => {
    stub.play('busy');
    await open(page, 'florist');
    expect(await shown(page)).toContain(`${api} Error`);
    stub.play(null);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('heading', { name: /^Results/ }).waitFor();
    await page.getByText('Google Maps', { exact: true }).first().waitFor();
  });

  it("shows the user's own daily limit", async () => {
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
