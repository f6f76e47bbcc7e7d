import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBrowser } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { startProduct } from '../product/product.js';
import { floating } from './axe.js';
import { misplaced } from './layout.js';
import { setScene } from './scene.js';
import { screens } from './screens.js';
import { tourIndex } from './tour-index.js';
import { nameOf, sightsOf, sizes, Walk, wear, type Sight } from './walk.js';

const themes = ['light', 'dark'] as const;
const mostHigh = 6_000;

interface TourOptions {
  /** Where the pictures go. */
  folder: string;
  /** Only stops whose names contain it. */
  only?: string;
  say: (line: string) => void;
}

/** Takes a picture of every stop, at every size, in both themes; answers what went wrong on the way. */
export async function takeTour({ folder, only = '', say }: TourOptions): Promise<string[]> {
  if (!screens.some(({ stops }) => stops.some(({ name }) => name.includes(only)))) {
    throw new Error(`No stop has a name with '${only}' in it.`);
  }
  return withWalk(async (walk) => {
    mkdirSync(folder, { recursive: true });
    const wrong: string[] = [];
    for (const screen of screens) {
      const stops = screen.stops.filter(({ name }) => name.includes(only));
      const sights = sightsOf({ stops }, Object.keys(sizes) as (keyof typeof sizes)[]);
      wrong.push(...(await walk.see(sights, (page, sight) => photograph(page, sight, folder))));
      if (sights.length > 0) say(`${screen.title}: ${sights.length * themes.length} pictures`);
    }
    writeFileSync(path.join(folder, 'index.html'), tourIndex(screens, themes));
    return wrong;
  });
}

/** A product of its own, with the scene set. */
export async function withWalk<T>(work: (walk: Walk) => Promise<T>): Promise<T> {
  const place = mkdtempSync(path.join(tmpdir(), 'lead-finder-tour-'));
  process.env.TEST_RUN_FOLDER = place;
  const dataDir = path.join(place, 'data');
  mkdirSync(dataDir);
  const product = await startProduct('one process', { DATA_DIR: dataDir });
  try {
    const browser = await openBrowser();
    try {
      return await work(new Walk(browser, product.url, await setScene(product.url, dataDir)));
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

export async function photograph(page: Page, sight: Sight, folder: string): Promise<string[]> {
  const size = sizes[sight.size];
  // What floats is shown as it stands on the screen; a page is shown whole, with its bars at the end.
  if ((await page.locator(floating).filter({ visible: true }).count()) === 0) {
    const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
    if (whole > size.height) await page.setViewportSize({ ...size, height: Math.min(whole, mostHigh) });
  }
  for (const colorScheme of themes) {
    await wear(page, colorScheme);
    await page.screenshot({ path: path.join(folder, `${nameOf(sight)}.${colorScheme}.png`), animations: 'disabled' });
  }
  await wear(page, 'light');
  return misplaced(page);
}
