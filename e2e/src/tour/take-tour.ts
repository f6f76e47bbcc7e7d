import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBrowser } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { startProduct } from '../product/product.js';
import { floating } from './axe.js';
import { layoutProblems } from './layout.js';
import { addTourData } from './tour-data.js';
import { screens } from './screens.js';
import { tourIndex } from './tour-index.js';
import { nameOf, viewsOf, sizes, SceneRunner, switchTheme, type SceneView } from './scene-runner.js';

const themes = ['light', 'dark'] as const;
const maxHeight = 6_000;

interface TourOptions {
  folder: string;
  /** Takes only scenes whose names contain this text. */
  only?: string;
  say: (line: string) => void;
}

/** Takes a picture of every scene, at every size, in both themes. Returns the problems that it found. */
export async function takeTour({ folder, only = '', say }: TourOptions): Promise<string[]> {
  if (!screens.some(({ scenes }) => scenes.some(({ name }) => name.includes(only)))) {
    throw new Error(`No scene has a name with '${only}' in it.`);
  }
  return withSceneRunner(async (runner) => {
    mkdirSync(folder, { recursive: true });
    const wrong: string[] = [];
    for (const screen of screens) {
      const scenes = screen.scenes.filter(({ name }) => name.includes(only));
      const views = viewsOf({ scenes }, Object.keys(sizes) as (keyof typeof sizes)[]);
      wrong.push(...(await runner.run(views, (page, view) => photograph(page, view, folder))));
      if (views.length > 0) say(`${screen.title}: ${views.length * themes.length} pictures`);
    }
    writeFileSync(path.join(folder, 'index.html'), tourIndex(screens, themes));
    return wrong;
  });
}

/** Starts a product with the data of the tour for `work`, and stops it afterwards. */
export async function withSceneRunner<T>(work: (runner: SceneRunner) => Promise<T>): Promise<T> {
  const runFolder = mkdtempSync(path.join(tmpdir(), 'lead-finder-tour-'));
  process.env.TEST_RUN_FOLDER = runFolder;
  const dataDir = path.join(runFolder, 'data');
  mkdirSync(dataDir);
  const product = await startProduct('one process', { DATA_DIR: dataDir });
  try {
    const browser = await openBrowser();
    try {
      return await work(new SceneRunner(browser, product.url, await addTourData(product.url, dataDir)));
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
    rmSync(runFolder, { recursive: true, force: true });
  }
}

export async function photograph(page: Page, view: SceneView, folder: string): Promise<string[]> {
  const size = sizes[view.size];
  // A floating element needs the size of the screen. Any other page is shown in full height.
  if ((await page.locator(floating).filter({ visible: true }).count()) === 0) {
    const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
    if (whole > size.height) await page.setViewportSize({ ...size, height: Math.min(whole, maxHeight) });
  }
  for (const colorScheme of themes) {
    await switchTheme(page, colorScheme);
    await page.screenshot({ path: path.join(folder, `${nameOf(view)}.${colorScheme}.png`), animations: 'disabled' });
  }
  await switchTheme(page, 'light');
  return layoutProblems(page);
}
