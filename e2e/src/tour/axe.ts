import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const grave = ['serious', 'critical'];
export const floating = '.modal.show, .lf-panel, .popover, .tooltip, .lf-popup, .dropdown-menu.show';
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe calls serious or critical on the page as it stands. */
export async function examine(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  // What floats covers a part of what lies below, and goes with Escape.
  const covers = (await page.locator(floating).filter({ visible: true }).count()) > 0;
  const options = { runOnly: rules, resultTypes: ['violations'], rules: { 'target-size': { enabled: !covers } } };
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact && grave.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target, any, all }) => `${id} at ${target.join(' ')}: ${[...any, ...all][0]?.message ?? ''}`));
}
