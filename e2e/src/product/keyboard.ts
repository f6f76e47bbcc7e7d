import type { Locator, Page } from 'playwright-core';

const maxTabs = 120;

/** A user without a mouse: presses Tab until an element has the focus, then its keys. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Presses Tab until the element has the focus. Fails after `maxTabs`. A page below a dialog may have the same names. */
  async tabTo(
    role: Parameters<Page['getByRole']>[0],
    name: string | RegExp,
    within: Page | Locator = this.page,
  ): Promise<void> {
    const wanted = within
      .getByRole(role, { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first();
    await wanted.waitFor();
    const focused = wanted.and(this.page.locator(':focus'));
    for (let tabs = 0; tabs < maxTabs; tabs++) {
      if ((await focused.count()) > 0) return this.isMarked();
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${maxTabs} times Tab, and ${role} ${String(name)} never had the focus`);
  }

  /** Checks that the focus is visible. */
  private async isMarked(): Promise<void> {
    const mark = await this.page.evaluate<string>(
      '(({ boxShadow, outlineStyle }) => `${boxShadow} ${outlineStyle}`)(getComputedStyle(document.activeElement))',
    );
    expect(mark).not.toBe('none none');
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }
}
