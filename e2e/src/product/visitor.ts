import { openBrowser } from '@lead-finder/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { watchTexts } from '../texts/watch-texts.js';
import { watchProblems } from './page-problems.js';
import { startProduct } from './product.js';

export const password = 'Demo1234';

/** One product and one browser for the specs of a file, and whoever visits it. */
export interface Visited {
  url: string;
  /** A page of its own, signed in without the form; nobody's where no name is given. */
  page(username?: string, options?: BrowserContextOptions): Promise<Page>;
  /** What any of the pages threw or complained of. */
  problems: string[];
  close(): Promise<void>;
}

export async function visit(settings: Record<string, string> = {}): Promise<Visited> {
  const product = await startProduct('one process', settings);
  const browser = await openBrowser();
  const problems: string[] = [];
  return {
    url: product.url,
    problems,
    page: (username, options) => open(browser, product.url, problems, username, options),
    close: async () => {
      await browser.close();
      await product.stop();
    },
  };
}

async function open(
  browser: Browser,
  baseURL: string,
  problems: string[],
  username?: string,
  options?: BrowserContextOptions,
): Promise<Page> {
  // What a spec answers in the product's place must reach the page, whoever asks; the worker has a spec of its own.
  const defaults = { baseURL, viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...defaults, ...options });
  await watchTexts(context);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  watchProblems(page, problems, { failsOnPurpose: true });
  if (username) {
    const answer = await page.request.post('/api/login', { data: { username, password } });
    if (!answer.ok()) throw new Error(`${username} was refused: ${answer.status()}`);
  }
  return page;
}

/** Waits until each of these stands on the page, to the letter. */
export async function sees(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
}

/** The one toast; only the newest is shown (specification section 9). */
export async function toast(page: Page, title: string, text?: string): Promise<void> {
  const shown = page.getByRole('region', { name: 'Notifications (F8)' }).locator('.toast');
  await shown
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter(text ? { hasText: text } : {})
    .waitFor();
}
