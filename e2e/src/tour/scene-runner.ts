import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { watchProblems } from '../product/page-problems.js';
import { password } from '../product/visitor.js';
import { watchTexts } from '../texts/watch-texts.js';
import { drawTile, isTile } from './map-tile.js';
import type { TourData } from './tour-data.js';
import type { Screen, Scene, Visitor } from './scene.js';
import { abortStalledRequests } from './page-actions.js';

export const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1280, height: 800 },
} as const;
export type Size = keyof typeof sizes;

export interface SceneView {
  scene: Scene;
  visitor: Visitor;
  size: Size;
}

export const nameOf = ({ scene, visitor, size }: SceneView) => `${scene.name}.${visitor}.${sizes[size].width}`;

export const viewsOf = ({ scenes }: Pick<Screen, 'scenes'>, wanted: readonly Size[]): SceneView[] =>
  scenes.flatMap((scene) =>
    wanted
      .filter((size) => !scene.on || (scene.on === 'phone') === (size === 'phone'))
      .flatMap((size) => scene.as.map((visitor) => ({ scene, visitor, size }))),
  );

type Inspect = (page: Page, view: SceneView) => Promise<string[]>;

const maxAtOnce = 2;

/** Opens scenes in one browser, each on a new page. Each visitor signs in once for each size. */
export class SceneRunner {
  private readonly contexts = new Map<string, Promise<BrowserContext>>();

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
    private readonly data: TourData,
  ) {}

  /** Returns the problems that `inspect` found, the scenes that did not open, and the errors of the console. */
  async run(views: readonly SceneView[], inspect: Inspect): Promise<string[]> {
    const waiting = [...views];
    const wrong: string[] = [];
    const worker = async () => {
      for (let view = waiting.shift(); view; view = waiting.shift()) wrong.push(...(await this.visit(view, inspect)));
    };
    await Promise.all(Array.from({ length: maxAtOnce }, worker));
    return wrong;
  }

  private async visit(view: SceneView, inspect: Inspect): Promise<string[]> {
    const { scene, visitor, size } = view;
    const context = await this.contextOf(visitor, size);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const pageProblems: string[] = [];
    watchProblems(page, pageProblems, { failsOnPurpose: scene.expectsErrors });
    const problems: string[] = [];
    try {
      await scene.open(page, this.data);
      await settle(page, scene);
      problems.push(...(await inspect(page, view)));
    } catch (error) {
      problems.push(String(error));
    }
    problems.push(...pageProblems);
    await cleanUp(page);
    return problems.map((problem) => `${nameOf(view)}: ${problem}`);
  }

  private contextOf(visitor: Visitor, size: Size): Promise<BrowserContext> {
    const key = `${visitor} ${size}`;
    const known = this.contexts.get(key) ?? this.openContext(visitor, size);
    this.contexts.set(key, known);
    return known;
  }

  private async openContext(visitor: Visitor, size: Size): Promise<BrowserContext> {
    const options: BrowserContextOptions = {
      baseURL: this.url,
      viewport: sizes[size],
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    };
    const touch = size === 'phone' ? { hasTouch: true, isMobile: true } : {};
    const context = await this.browser.newContext({ ...options, ...touch });
    await watchTexts(context);
    await context.route(isTile, drawTile);
    if (visitor === 'signed-out') return context;
    const response = await context.request.post('/api/login', { data: { username: visitor, password } });
    if (!response.ok()) throw new Error(`${visitor} was refused: ${response.status()}`);
    return context;
  }
}

/** Removes drafts, list filters and celebrations, so that the next scene does not find them. */
async function cleanUp(page: Page): Promise<void> {
  await abortStalledRequests(page);
  await page.evaluate('localStorage.clear()');
  await page.close();
}

const stillLoading = '.lf-bone:visible, [aria-busy=true]:visible';
/** Waits for the animations of the next frame too: those of a change just made begin there. */
const animations = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
  Promise.all(document.getAnimations().map((motion) =>
    motion.effect.getComputedTiming().endTime === Infinity || motion.finished.catch(() => undefined)))).then(() => undefined)`;

/** Changes the theme of the system, which the page follows, and waits until its animations end. */
export async function switchTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(animations);
}

/** Waits until the page is loaded and still. An open toast stays open. */
async function settle(page: Page, { staysLoading }: Scene): Promise<void> {
  if ((await page.locator('.toast').count()) > 0) await page.locator('.toast').dispatchEvent('mousemove');
  if (!staysLoading) await page.locator(stillLoading).first().waitFor({ state: 'hidden' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate(animations);
}
