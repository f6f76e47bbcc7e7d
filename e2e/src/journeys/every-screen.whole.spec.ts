import { openBrowser, runFolder } from '@lead-finder/testing';
import type { Browser } from 'playwright-core';
import { startProduct, type Product } from '../product/product.js';
import { examine } from '../tour/axe.js';
import { misplaced } from '../tour/layout.js';
import { setScene } from '../tour/scene.js';
import { screens } from '../tour/screens.js';
import { sightsOf, Walk, wear } from '../tour/walk.js';

describe('every screen, dialog and state', () => {
  let product: Product;
  let browser: Browser;
  let walk: Walk;

  beforeAll(async () => {
    const dataDir = runFolder('every-screen');
    product = await startProduct('one process', { DATA_DIR: dataDir });
    browser = await openBrowser();
    walk = new Walk(browser, product.url, await setScene(product.url, dataDir));
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  }, 60_000);

  it.each(screens.map((screen) => [screen.title, screen] as const))(
    '%s: nothing serious or critical for axe, in light, dark and on a phone, no text on another, and no error in the console',
    async (_, screen) => {
      const wrong = await walk.see(sightsOf(screen, ['desk', 'phone']), async (page, { size }) => {
        const light = [...(await examine(page)), ...(await misplaced(page))];
        if (size === 'phone') return light;
        await wear(page, 'dark');
        const dark = await examine(page);
        return [...light, ...dark.map((each) => `dark: ${each}`)];
      });
      expect(wrong).toEqual([]);
    },
    600_000,
  );
});
