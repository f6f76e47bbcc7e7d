import type { Page } from 'playwright-core';
import { password, toast, visit, type Visited } from '../product/visitor.js';

describe('the sessions of a user', () => {
  let product: Visited;
  let admin: Page;

  beforeAll(async () => {
    product = await visit();
    admin = await product.page('admin');
  });
  afterAll(() => product?.close(), 60_000);

  const home = async (page: Page) => {
    await page.goto('/crm');
    await page.getByRole('heading', { name: 'My Assigned Businesses' }).waitFor();
  };
  /** Uses the keyboard only. */
  const fromMenu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: /, your menu$/ }).press('Enter');
    await page.locator('.dropdown-menu.show').getByText(item, { exact: true }).press('Enter');
    return page.getByRole('dialog', { name: item });
  };
  const isStillSignedIn = async (page: Page) => {
    await page.getByRole('link', { name: 'My day' }).first().click();
    await page.getByRole('heading', { name: 'My day' }).waitFor();
  };
  const streamOf = (page: Page) =>
    page.waitForResponse((answer) => answer.url().endsWith('/api/events') && answer.status() === 200);

  it('goes on here after a change of password, with its live updates, and nowhere else', async () => {
    const page = await product.page('sam');
    const elsewhere = await product.page('sam');
    await home(elsewhere);
    const begun = streamOf(page);
    await home(page);
    await begun;
    const tab = await page.context().newPage();
    await home(tab);
    const former = (await page.context().cookies()).find(({ name }) => name === 'session')?.value;
    const dialog = await fromMenu(page, 'Change password');
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByLabel('New password').fill('Violet-Harbor-77-Kite');
    await dialog.getByLabel('Confirm password').fill('Violet-Harbor-77-Kite');
    const goesOn = streamOf(page);
    await page.keyboard.press('Enter');
    await toast(page, 'Password changed');
    await elsewhere.waitForURL('**/auth');
    await goesOn;
    expect((await page.context().cookies()).find(({ name }) => name === 'session')?.value).not.toBe(former);
    const withFormer = await fetch(`${product.url}/api/user`, { headers: { cookie: `session=${former}` } });
    expect(withFormer.status).toBe(401);
    for (const each of [page, tab]) await isStillSignedIn(each);
    await page.context().close();
    await elsewhere.context().close();
  });

  it('is ended from another one, by the keyboard', async () => {
    const page = await product.page('alex');
    const elsewhere = await product.page('alex', {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    await home(page);
    await home(elsewhere);
    const dialog = await fromMenu(page, 'Where you are signed in');
    await dialog.getByRole('button', { name: /^Sign out: Firefox on Linux, / }).press('Enter');
    await toast(page, 'Signed out', 'The session is signed out.');
    await elsewhere.waitForURL('**/auth');
    await dialog.getByText('You are signed in nowhere else.').waitFor();
    await dialog.getByRole('list').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await dialog
      .getByRole('button', { name: /^Sign out: / })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await isStillSignedIn(page);
    await page.context().close();
    await elsewhere.context().close();
  });

  it('is seen and ended by an administrator', async () => {
    const page = await product.page('alex');
    await home(page);
    await admin.goto('/users');
    await admin.getByRole('button', { name: 'Sessions: alex' }).press('Enter');
    const dialog = admin.getByRole('dialog', { name: 'Sessions' });
    await dialog.getByRole('listitem').first().waitFor();
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
    await toast(admin, 'Signed out');
    await page.waitForURL('**/auth');
    await dialog.getByText('Signed in nowhere').waitFor();
    await page.context().close();
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
