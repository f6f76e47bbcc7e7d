import { eventually } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { toast, visit, type Visited } from '../product/visitor.js';

const oldest = '/crm?view=table&sort=oldest';

describe('tags, deleted leads and contacts', () => {
  let product: Visited;
  let page: Page;

  beforeAll(async () => {
    product = await visit();
    page = await product.page('admin');
  });
  afterAll(() => product?.close(), 60_000);

  const dialog = (name: string) => page.getByRole('dialog', { name });
  const chooseForTwo = async (action: string) => {
    await page.goto(oldest);
    for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Bulk Actions (2)' }).click();
    await page.locator('.dropdown-menu.show').getByText(action, { exact: true }).click();
  };

  it('two leads get a tag by the keyboard, lose it by Undo, and get it again', async () => {
    for (const isUndone of [true, false]) {
      await chooseForTwo('Add tags');
      await dialog('Add Tags').getByLabel('Tag', { exact: true }).fill('Spring fair');
      await page.keyboard.press('Enter');
      await toast(page, 'Tags added to 2 businesses');
      if (!isUndone) continue;
      await page.getByRole('button', { name: 'Undo' }).click();
      await toast(page, 'Tags removed from 2 businesses');
    }
  });

  it('an administrator renames the tag for all leads', async () => {
    await page.goto('/tags');
    await page.getByRole('button', { name: 'Rename Spring fair' }).click();
    await dialog('Rename Tag').getByLabel('New name').fill('Summer fair');
    await dialog('Rename Tag').getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Replace Spring fair with Summer fair, 2 businesses: 2 done').waitFor();
    await page.getByRole('button', { name: 'Rename Summer fair' }).waitFor();
  });

  it('selected leads lose the tag', async () => {
    await chooseForTwo('Remove tags');
    await dialog('Remove Tags').getByLabel('Tag', { exact: true }).fill('Summer fair');
    await dialog('Remove Tags').getByRole('button', { name: 'Remove Tags' }).click();
    await toast(page, 'Tags removed from 2 businesses');
  });

  it('a lead gets a second contact, which becomes the main one', async () => {
    await page.goto(oldest);
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    const card = page.getByRole('region', { name: 'Contacts' });
    for (const name of ['Robin Vale', 'Casey Lund']) {
      await card.getByRole('button', { name: 'Add Contact' }).click();
      await dialog('Add Contact').getByLabel('Name', { exact: true }).fill(name);
      await page.keyboard.press('Enter');
      await toast(page, 'Contact added');
      await dialog('Add Contact').waitFor({ state: 'detached' });
    }
    await card.getByRole('button', { name: 'Make main contact Casey Lund' }).press('Enter');
    await toast(page, 'Casey Lund is the main contact');
    expect(await card.getByLabel('Main contact', { exact: true }).inputValue()).toBe('Casey Lund');
    await page.getByRole('region', { name: 'Business Information' }).getByText('Casey Lund').waitFor();
    await card.getByRole('button', { name: 'Remove Robin Vale' }).click();
    await toast(page, 'Contact removed');
  });

  it('the palette finds the lead by the contact, in spite of a typing error, and Enter opens it', async () => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search leads and commands' });
    await eventually(async () => {
      await field.fill('');
      await field.fill('casey lnud');
      await page.getByRole('option', { name: 'Contact: Casey Lund' }).waitFor({ timeout: 2_000 });
    });
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Business Information' }).getByText('Casey Lund').waitFor();
  });

  it('deleted leads are restored by an administrator', async () => {
    await chooseForTwo('Delete Selected');
    await dialog('Confirm Deletion').getByRole('button', { name: 'Delete', exact: true }).click();
    await toast(page, '2 businesses deleted');
    await page.goto('/recently-deleted');
    for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: 'Restore (2)' }).press('Enter');
    await toast(page, '2 businesses restored');
    await page.getByText('No deleted leads found').waitFor();
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
