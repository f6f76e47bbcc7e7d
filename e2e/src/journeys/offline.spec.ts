import { eventually, openBrowser } from '@lead-finder/testing';
import type { Browser, Page } from 'playwright-core';
import { startProduct, type Product } from '../product/product.js';
import { desktop, password, sees } from '../product/visitor.js';

/** Returns the addresses in the Cache Storage of this origin, by the name of the cache. */
const cachedUrls = (page: Page) =>
  page.evaluate<Record<string, string[]>>(`(async () => {
    const cached = {};
    for (const name of await caches.keys()) {
      cached[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    }
    return cached;
  })()`);

describe('a browser without a connection', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    product = await startProduct('one process');
    browser = await openBrowser();
    const context = await browser.newContext({ baseURL: product.url, ...desktop });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.request.post('/api/login', { data: { username: 'sam', password } });
    await page.goto('/crm');
    await page.locator('.lf-lead').first().waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  }, 60_000);

  it('caches the offline page, its script and its style, and no data of leads', async () => {
    const cached = await eventually(async () => {
      const found = await cachedUrls(page);
      if (Object.keys(found).length === 0) throw new Error('Nothing is cached yet');
      return found;
    });
    expect(Object.keys(cached)).toEqual([expect.stringMatching(/^offline-page-[0-9a-f]{8}$/)]);
    const files = Object.values(cached).flat();
    expect(files).toEqual(
      expect.arrayContaining(['/offline.html', expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]),
    );
    for (const file of files) expect(file).toMatch(/^\/(offline\.html|assets\/[\w-]+\.(js|css))$/);
  });

  it('says at any address that it is offline, and goes on by itself', async () => {
    // The emulated connection applies neither to a service worker that starts nor to a new page.
    await product.stop();
    await page.goto('/my-day');
    await page.context().setOffline(true);
    await sees(page, 'You are offline', 'Try Again');
    await product.start();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'My day' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/my-day');
  });

  it('says that the product could not be reached where the connection is there, and goes on when it is back', async () => {
    await product.stop();
    await page.goto('/crm');
    await sees(page, 'Lead Finder could not be reached');
    await product.start();
    await page.locator('.lf-lead').first().waitFor();
  });
});
