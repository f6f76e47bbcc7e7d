import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const reportedImpacts = ['serious', 'critical'];
export const floating = '.modal.show, .lf-panel, .popover, .tooltip, .lf-popup, .dropdown-menu.show';
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the violations on the current page that axe calls serious or critical. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const floats = await page.locator(floating).filter({ visible: true }).count();
  // A floating element covers parts of the page and closes with Escape, so only its own targets must be large enough.
  const whole = await run(page, 'document', { runOnly: rules, rules: { 'target-size': { enabled: floats === 0 } } });
  const own =
    floats > 0
      ? await run(page, JSON.stringify({ include: [[floating]] }), {
          runOnly: { type: 'rule', values: ['target-size'] },
        })
      : [];
  return [...whole, ...own];
}

async function run(page: Page, where: string, options: object): Promise<string[]> {
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${where}, ${JSON.stringify({ resultTypes: ['violations'], ...options })})`,
  );
  return violations
    .filter(({ impact }) => impact && reportedImpacts.includes(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, any, all }) => `${id} at ${target.join(' ')}: ${[...any, ...all][0]?.message ?? ''}`),
    );
}
