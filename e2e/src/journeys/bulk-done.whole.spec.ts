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

  it('shows the end of a job for all that match on the bell, and that of its undo', async () => {
    await page.goto(`${oldest}&status=recontact`);
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Select all [\d,]+ matching$/ }).press('Enter');
    await page.getByRole('button', { name: /^Bulk Actions \(/ }).press('Enter');
    await page.locator('.dropdown-menu.show').getByText('Add tags', { exact: true }).press('Enter');
    await page.getByRole('dialog', { name: 'Add Tags' }).getByLabel('Tag', { exact: true }).fill('Autumn fair');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).press('Enter');
    const panel = page.locator('.lf-panel');
    await panel.getByText('Bulk action finished').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Bulk Jobs' }).press('Enter');
    const jobs = page.getByRole('region', { name: 'Bulk jobs' });
    await jobs.getByRole('button', { name: 'Undo' }).first().press('Enter');
    await page.getByRole('button', { name: /^Notifications, \d unread$/ }).press('Enter');
    await panel.getByText('Bulk action undone').waitFor();
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
