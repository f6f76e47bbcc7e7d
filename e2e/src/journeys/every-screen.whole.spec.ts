import { openBrowser, runFolder } from '@lead-finder/testing';
import type { Browser } from 'playwright-core';
import { startProduct, type Product } from '../product/product.js';
import { accessibilityProblems } from '../tour/axe.js';
import { layoutProblems } from '../tour/layout.js';
import { addTourData } from '../tour/tour-data.js';
import { screens } from '../tour/screens.js';
import { viewsOf, SceneRunner, switchTheme } from '../tour/scene-runner.js';

describe('every screen, dialog and state', () => {
  let product: Product;
  let browser: Browser;
  let runner: SceneRunner;

  beforeAll(async () => {
    const dataDir = runFolder('every-screen');
    product = await startProduct('one process', { DATA_DIR: dataDir });
    browser = await openBrowser();
    runner = new SceneRunner(browser, product.url, await addTourData(product.url, dataDir));
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  }, 60_000);

  it.each(screens.map((screen) => [screen.title, screen] as const))(
    '%s: nothing serious or critical for axe, in light, dark and on a phone, no text on another, and no error in the console',
    async (_, screen) => {
      const wrong = await runner.run(viewsOf(screen, ['desk', 'phone']), async (page, { size }) => {
        const light = [...(await accessibilityProblems(page)), ...(await layoutProblems(page))];
        if (size === 'phone') return light;
        await switchTheme(page, 'dark');
        const dark = await accessibilityProblems(page);
        return [...light, ...dark.map((each) => `dark: ${each}`)];
      });
      expect(wrong).toEqual([]);
    },
    600_000,
  );
});
