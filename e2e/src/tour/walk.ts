import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { watchProblems } from '../product/page-problems.js';
import { password } from '../product/visitor.js';
import { watchTexts } from '../texts/watch-texts.js';
import { drawTile, isTile } from './map-tile.js';
import type { Scene } from './scene.js';
import type { Screen, Stop, Visitor } from './stop.js';
import { drop } from './ways.js';

export const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1280, height: 800 },
} as const;
export type Size = keyof typeof sizes;

/** One stop as one person sees it at one size. */
export interface Sight {
  stop: Stop;
  visitor: Visitor;
  size: Size;
}

export const nameOf = ({ stop, visitor, size }: Sight) => `${stop.name}.${visitor}.${sizes[size].width}`;

/** Everything that there is to see of a screen at these sizes. */
export const sightsOf = ({ stops }: Pick<Screen, 'stops'>, wanted: readonly Size[]): Sight[] =>
  stops.flatMap((stop) =>
    wanted
      .filter((size) => !stop.on || (stop.on === 'phone') === (size === 'phone'))
      .flatMap((size) => stop.as.map((visitor) => ({ stop, visitor, size }))),
  );

/** Returns what is wrong with what stands there. */
type Look = (page: Page, sight: Sight) => Promise<string[]>;

const sideBySide = 2;

/** Goes to stops in one browser, each on a page of its own; whoever looks is signed in once for each size. */
export class Walk {
  private readonly contexts = new Map<string, Promise<BrowserContext>>();

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
    private readonly scene: Scene,
  ) {}

  /** Answers everything that was wrong: what `look` found, what did not open, what the console complained of. */
  async see(sights: readonly Sight[], look: Look): Promise<string[]> {
    const waiting = [...sights];
    const wrong: string[] = [];
    const walker = async () => {
      for (let sight = waiting.shift(); sight; sight = waiting.shift()) wrong.push(...(await this.visit(sight, look)));
    };
    await Promise.all(Array.from({ length: sideBySide }, walker));
    return wrong;
  }

  private async visit(sight: Sight, look: Look): Promise<string[]> {
    const { stop, visitor, size } = sight;
    const context = await this.contextOf(visitor, size);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const complaints: string[] = [];
    watchProblems(page, complaints, { failsOnPurpose: stop.refuses });
    const problems: string[] = [];
    try {
      await stop.open(page, this.scene);
      await settle(page, stop);
      problems.push(...(await look(page, sight)));
    } catch (error) {
      problems.push(String(error));
    }
    problems.push(...complaints);
    await leave(page);
    return problems.map((problem) => `${nameOf(sight)}: ${problem}`);
  }

  private contextOf(visitor: Visitor, size: Size): Promise<BrowserContext> {
    const key = `${visitor} ${size}`;
    const known = this.contexts.get(key) ?? this.openContext(visitor, size);
    this.contexts.set(key, known);
    return known;
  }

  private async openContext(visitor: Visitor, size: Size): Promise<BrowserContext> {
    const options: BrowserContextOptions = { baseURL: this.url, viewport: sizes[size], reducedMotion: 'reduce', serviceWorkers: 'block' };
    const hands = size === 'phone' ? { hasTouch: true, isMobile: true } : {};
    const context = await this.browser.newContext({ ...options, ...hands });
    await watchTexts(context);
    await context.route(isTile, drawTile);
    if (visitor === 'nobody') return context;
    const entry = await context.request.post('/api/login', { data: { username: visitor, password } });
    if (!entry.ok()) throw new Error(`${visitor} was refused: ${entry.status()}`);
    return context;
  }
}

/** Drafts, list filters and what was celebrated: the next one is to find none of it. */
async function leave(page: Page): Promise<void> {
  await drop(page);
  await page.evaluate('localStorage.clear()');
  await page.close();
}

const stillLoading = '.lf-bone:visible, [aria-busy=true]:visible';
/** The next frame's motions too: a change that has just been made has none yet. */
const motions = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
  Promise.all(document.getAnimations().map((motion) =>
    motion.effect.getComputedTiming().endTime === Infinity || motion.finished.catch(() => undefined)))).then(() => undefined)`;

/** Changes the theme, which follows the system's, and waits until all is coloured. */
export async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(motions);
}

/** Until nothing comes or moves any more; a toast stays, as it does for whoever reads it. */
async function settle(page: Page, { waits }: Stop): Promise<void> {
  if ((await page.locator('.toast').count()) > 0) await page.locator('.toast').dispatchEvent('mouseover');
  if (!waits) await page.locator(stillLoading).first().waitFor({ state: 'hidden' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate(motions);
}
