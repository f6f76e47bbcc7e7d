import type { Page } from 'playwright-core';
import { Keyboard } from '../product/keyboard.js';
import { password, toast, visit, type Visited } from '../product/visitor.js';

describe('a day of work without a mouse', () => {
  let product: Visited;
  let page: Page;
  let keys: Keyboard;

  beforeAll(async () => {
    product = await visit();
    page = await product.page();
    keys = new Keyboard(page);
  });
  afterAll(() => product?.close(), 60_000);

  it('signs in', async () => {
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await keys.tabTo('textbox', 'Username or email');
    await keys.type('sam');
    await keys.press('Tab');
    // The link to a new password may come between the two fields.
    await keys.tabTo('textbox', 'Password');
    await keys.type(password);
    await keys.press('Enter');
    await toast(page, 'Login successful');
    await page.getByRole('heading', { name: 'My Assigned Businesses' }).waitFor();
  });

  it('skips the header, and filters the list', async () => {
    await page.reload();
    await page.getByText(/results? found$/).waitFor();
    await keys.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await keys.press('Enter');
    await keys.tabTo('button', 'Show Filters');
    await keys.press('Enter');
    await keys.tabTo('button', /^Lead Status/);
    await keys.press('Enter');
    await keys.tabTo('checkbox', 'New');
    await keys.press('Space', 'Escape');
    await page.getByRole('button', { name: 'Remove filter Status New' }).waitFor();
    await page.getByText(/results? found$/).waitFor();
  });

  it('opens a lead, logs a call and sets its status', async () => {
    await page.locator('.lf-list[aria-busy=false]').waitFor();
    await keys.tabTo('button', 'View Profile');
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Quick Actions' }).waitFor();
    await keys.tabTo('textbox', 'Activity notes');
    await keys.type('Asked for a call back after the holidays.');
    await keys.tabTo('button', 'Add Activity');
    await keys.press('Enter');
    await toast(page, 'Activity added');
    await page.getByText('Asked for a call back after the holidays.').first().waitFor();
    await keys.tabTo('button', 'In Progress');
    await keys.press('Enter');
    await toast(page, 'Status updated');
    await page.getByRole('button', { name: 'In Progress', pressed: true }).and(page.locator(':focus')).waitFor();
  });

  it('asks before it deletes, and gives the focus back', async () => {
    await keys.tabTo('button', 'Permanently Delete');
    await keys.press('Enter');
    await page.getByRole('dialog', { name: 'Permanently Delete' }).waitFor();
    await keys.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction('document.activeElement.textContent.trim() === "Permanently Delete"');
  });

  it('goes on to the next lead, and to the one after it', async () => {
    await keys.press('Control+k');
    await page.getByRole('combobox', { name: 'Search leads and commands' }).waitFor();
    await keys.type('work');
    await page.getByRole('option', { name: /^Work the leads of my day/ }).waitFor();
    await keys.press('Enter');
    const ready = page.getByRole('button', { name: /No answer/ }).and(page.locator(':enabled'));
    const title = page.getByRole('heading', { level: 1 });
    await ready.waitFor();
    const first = await title.innerText();
    await keys.press('1');
    await page.getByRole('heading', { level: 1, name: first, exact: true }).waitFor({ state: 'detached' });
    await ready.waitFor();
    expect(await title.innerText()).not.toBe(first);
  });

  it('signs out', async () => {
    await keys.tabTo('button', 'Logout');
    await keys.press('Enter');
    await toast(page, 'Logged out');
    await page.waitForURL('**/auth');
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
