import type { Page } from 'playwright-core';
import { toast, visit, type Visited } from '../product/visitor.js';

const oldest = '/crm?view=table&sort=oldest';

describe('what was done with several leads at once', () => {
  let product: Visited;
  let page: Page;

  beforeAll(async () => {
    product = await visit();
    page = await product.page('admin');
  });
  afterAll(() => product?.close(), 60_000);

  const sure = (title: string, verb: string) =>
    page.getByRole('dialog', { name: title }).getByRole('button', { name: verb, exact: true }).click();
  const chooseForTwo = async (action: string, address: string) => {
    await page.goto(address);
    for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Bulk Actions (2)' }).click();
    await page.locator('.dropdown-menu.show').getByText(action, { exact: true }).click();
  };

  it.each([
    ['Archive', oldest, 'archived', undefined],
    ['Restore', `${oldest}&archived=true`, 'restored', undefined],
    [
      'Reassign',
      oldest,
      'reassigned',
      async () => {
        await page.getByRole('dialog').getByLabel('Select User').selectOption({ label: 'Maria Castellanos' });
        await sure('Reassign Businesses', 'Reassign');
      },
    ],
    ['Delete Selected', oldest, 'deleted', () => sure('Confirm Deletion', 'Delete')],
  ] as const)('%s reports how many', async (action, address, done, confirm) => {
    await chooseForTwo(action, address);
    await confirm?.();
    await toast(page, `2 businesses ${done}`);
  });

  it('is taken back by Undo', async () => {
    await chooseForTwo('Archive', oldest);
    await toast(page, '2 businesses archived');
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, '2 businesses restored');
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
