import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const grave = ['serious', 'critical'];
export const floating = '.modal.show, .lf-panel, .popover, .tooltip, .lf-popup, .dropdown-menu.show';
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe calls serious or critical on the page as it stands. */
export async function examine(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const floats = await page.locator(floating).filter({ visible: true }).count();
  // What floats covers a part of what lies below, and goes with Escape: only its own targets must be large enough.
  const whole = await run(page, 'document', { runOnly: rules, rules: { 'target-size': { enabled: floats === 0 } } });
  const own = floats > 0 ? await run(page, JSON.stringify({ include: [[floating]] }), { runOnly: { type: 'rule', values: ['target-size'] } }) : [];
  return [...whole, ...own];
}

async function run(page: Page, where: string, options: object): Promise<string[]> {
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${where}, ${JSON.stringify({ resultTypes: ['violations'], ...options })})`,
  );
  return violations
    .filter(({ impact }) => impact && grave.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target, any, all }) => `${id} at ${target.join(' ')}: ${[...any, ...all][0]?.message ?? ''}`));
}
