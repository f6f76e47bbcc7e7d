import { openBrowser } from '@lead-finder/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { watchTexts } from '../texts/watch-texts.js';
import { watchProblems } from './page-problems.js';
import { startProduct } from './product.js';

export const password = 'Demo1234';
/** Without motion, whose frames cost a sixth of the browser's time. The main job has it. */
export const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

/** One product and one browser, for the journeys of a spec in their order. */
export interface Visited {
  url: string;
  /** Opens a page in a new context, signed in if a username is given. */
  page(username?: string, options?: BrowserContextOptions): Promise<Page>;
  /** The errors of all pages and their consoles. */
  problems: string[];
  /** What the product has logged. */
  log(): string;
  /** Closes all pages, at the end of a journey. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export async function visit(settings: Record<string, string> = {}): Promise<Visited> {
  const product = await startProduct('one process', settings);
  const browser = await openBrowser();
  const problems: string[] = [];
  return {
    url: product.url,
    problems,
    log: () => product.log!(),
    page: (username, options) => open(browser, product.url, problems, username, options),
    leave: async () => void (await Promise.all(browser.contexts().map((context) => context.close()))),
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
  // A service worker would bypass the mocked responses of a spec. It has its own spec.
  const defaults = { baseURL, ...desktop, serviceWorkers: 'block' } as const;
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

/** Waits until the page shows each of these texts exactly. */
export async function sees(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
}

/** Waits for a toast. Only the newest is shown (docs/product/notifications.md#toasts). */
export async function toast(page: Page, title: string, text?: string): Promise<void> {
  const shown = page.getByRole('region', { name: 'Notifications (F8)' }).locator('.toast');
  await shown
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter(text ? { hasText: text } : {})
    .waitFor();
}
