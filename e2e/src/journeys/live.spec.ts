import type { Page } from 'playwright-core';
import { visit, type Visited } from '../product/visitor.js';

interface Listed {
  userBusiness: { uuid: string };
}

describe('two windows of one person', () => {
  let product: Visited;
  let working: Page;
  let watching: Page;

  beforeAll(async () => {
    product = await visit();
    // Two browsers that share nothing: one stream each.
    [working, watching] = await Promise.all([product.page('sam'), product.page('sam')]);
  }, 120_000);
  afterAll(() => product?.close(), 60_000);

  const countIn = async (page: Page) => {
    const name = await page.getByRole('meter', { name: /^Week: / }).first().getAttribute('aria-label');
    return Number(/\d+/.exec(name!)![0]);
  };

  it('show a change of a status in the meter of the other within a second', async () => {
    await watching.goto('/my-day');
    const list = await working.request.get('/api/my-businesses?page=1&pageSize=5&status=new');
    const [lead] = (await list.json()) as Listed[];
    await working.goto(`/business/uuid/${lead!.userBusiness.uuid}`);
    const status = working.getByRole('group', { name: 'Lead status' }).getByRole('button', { name: 'In Progress' });
    await status.waitFor();
    await watching.getByRole('meter', { name: /^Week: / }).first().waitFor();
    const before = await countIn(watching);
    // Right after a poll, so that nothing but the stream can tell it within the second.
    await watching.waitForResponse((response) => response.url().includes('/api/weekly-contacts'));
    const changed = working.waitForResponse((response) => response.url().includes('/api/business-status') && response.ok());
    await status.click();
    await changed;
    const shown = watching.getByRole('meter', { name: new RegExp(`^Week: ${before + 1} of `) }).first();
    await shown.waitFor({ timeout: 1_000 });
    expect(await countIn(watching)).toBe(before + 1);
    expect(product.problems).toEqual([]);
  });
});
