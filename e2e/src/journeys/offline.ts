import { eventually } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { FaultProxy } from '../faults/harness/fault-proxy.js';
import { sees, type Visited } from '../product/visitor.js';

/** Returns the addresses in the Cache Storage of this origin, by the name of the cache. */
const cachedUrls = (page: Page) =>
  page.evaluate<Record<string, string[]>>(`(async () => {
    const cached = {};
    for (const name of await caches.keys()) {
      cached[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    }
    return cached;
  })()`);

export const offline = (visited: () => Visited) =>
  describe('a browser without a connection', () => {
    let product: Visited;
    /** The browser reaches the product through it. Closed, it is a product that has stopped. */
    let proxy: FaultProxy;
    let page: Page;

    beforeAll(async () => {
      product = visited();
      proxy = await FaultProxy.open(Number(new URL(product.url).port));
      const through = { baseURL: `http://127.0.0.1:${proxy.port}`, serviceWorkers: 'allow' } as const;
      page = await product.page('sam', through);
      await page.goto('/crm');
      await page.locator('.lf-lead').first().waitFor();
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    });
    afterAll(async () => {
      await product.leave();
      await proxy?.close();
    });

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
      await proxy.close();
      await page.goto('/my-day');
      await page.context().setOffline(true);
      await sees(page, 'You are offline', 'Try Again');
      await proxy.reopen();
      await page.context().setOffline(false);
      await page.getByRole('heading', { name: 'My day' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/my-day');
    });

    it('says that the product could not be reached where the connection is there, and goes on when it is back', async () => {
      await proxy.close();
      await page.goto('/crm');
      await sees(page, 'Lead Finder could not be reached');
      await proxy.reopen();
      await page.locator('.lf-lead').first().waitFor();
    });
  });
