import type { Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';
import { layoutProblems } from '../tour/layout.js';

describe('a newcomer on a phone', () => {
  let product: Visited;
  let page: Page;

  beforeAll(async () => {
    product = await visit();
    page = await product.page('admin');
    await page.setViewportSize({ width: 360, height: 740 });
  });
  afterAll(() => product?.close(), 60_000);

  const leads = () => page.locator('.lf-lead');
  const openList = async () => {
    await page.goto('/crm?sort=oldest');
    await leads().first().waitFor();
  };

  it('offers every way to reach a lead in one menu, which the keyboard opens and closes', async () => {
    await openList();
    const more = leads()
      .filter({ has: page.locator('a[href^="tel:"]') })
      .first()
      .getByRole('button', { name: /^More actions for/ });
    await more.press('Enter');
    const menu = page.getByRole('dialog');
    await menu.getByRole('link', { name: /^Call/ }).waitFor();
    await menu.getByRole('button', { name: 'View Profile' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await more.evaluate((button) => button.matches(':focus'))).toBe(true);
  });

  it('reaches each bulk action between the header and the bar, also on a low screen', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openList();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await leads().nth(0).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Bulk Actions (1)' }).click();
    const menu = page.locator('.dropdown-menu.show');
    await menu.getByRole('button', { name: 'Delete Selected' }).click({ trial: true });
    await menu.getByRole('button', { name: 'New' }).click({ trial: true });
    const header = (await page.locator('.lf-header').boundingBox())!;
    expect((await menu.boundingBox())!.y).toBeGreaterThan(header.y + header.height);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.setViewportSize({ width: 360, height: 740 });
  });

  it('covers no button of the bar once all matching leads are selected', async () => {
    await openList();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await leads().nth(0).getByRole('checkbox').check();
    const bar = page.getByRole('toolbar', { name: 'Bulk actions' });
    await bar.getByRole('button', { name: /^Select all [\d,+]+ matching$/ }).click();
    for (const name of [/^Bulk Actions/, 'Set Status', 'Delete'])
      await bar.getByRole('button', { name }).click({ trial: true });
    await page.getByRole('button', { name: 'Done', exact: true }).click();
  });

  it('archives the leads that a tap and the keyboard selected', async () => {
    await openList();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await leads().nth(0).locator('.main').click();
    await leads().nth(1).getByRole('checkbox').press('Space');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('toolbar', { name: 'Bulk actions' }).getByRole('button', { name: 'Archive' }).click();
    await toast(page, '2 businesses archived');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByLabel('Page size').selectOption('10');
    await page.getByText(/^page 1\//).waitFor();
    expect(await leads().count()).toBe(10);
  });

  it('reaches each entry of the own menu, also on a computer', async () => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(viewport);
      await openList();
      await page.getByRole('button', { name: /, your menu$/ }).click();
      await page.locator('.lf-user + .dropdown-menu a').last().click({ trial: true });
      await page.keyboard.press('Escape');
    }
  });

  it('has nothing below the bar that the keyboard reaches', async () => {
    await openList();
    await leads().nth(0).getByRole('button', { name: 'View Profile' }).focus();
    for (let n = 0; n < 20; n++) {
      await page.keyboard.press('Tab');
      const bottom = await page.evaluate<number>('document.activeElement.getBoundingClientRect().bottom');
      const bar = (await page.locator('.lf-tabbar').boundingBox())!;
      expect(bottom).toBeLessThanOrEqual(bar.y);
    }
  });

  it('has room for a long phone number and the long name of a user', async () => {
    const [{ userBusiness }] = await (await page.request.get('/api/my-businesses?hideClosed=true&page=1')).json();
    const customFields = { phoneNumber: '+1 (501) 555-0100 ext. 12345' };
    await page.request.patch(`/api/business-custom-fields/${userBusiness.id}`, { data: { customFields } });
    const users = await (await page.request.get('/api/users')).json();
    const own = users.find(({ username }: { username: string }) => username === 'admin');
    const fullName = 'Alexandra Lindqvist-Marchetti of the office in North Little Rock';
    await page.request.put(`/api/users/${own.id}`, { data: { ...own, fullName } });
    await page.goto(`/crm?view=list&userId=${own.id}`);
    await leads().getByRole('link', { name: customFields.phoneNumber }).waitFor();
    expect(await layoutProblems(page)).toEqual([]);
    await page.goto(`/crm?view=table&userId=${own.id}`);
    const name = (await page.locator('.c-who').getByText(fullName).first().boundingBox())!;
    expect(name.width).toBeGreaterThan(100);
    await page.request.put(`/api/users/${own.id}`, { data: own });
  });

  it('prints a list without the bars of the screen', async () => {
    await openList();
    await page.emulateMedia({ media: 'print' });
    for (const bar of ['.lf-header', '.lf-tabbar']) expect(await page.locator(bar).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    expect(await page.locator('.lf-tabbar').isVisible()).toBe(true);
  });

  it('says so if an import brought nothing', async () => {
    await page.goto('/import');
    const text = 'Business Name,User\nElm Street Bakery,nobody-of-this-name\n';
    const file = { name: 'nobody.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
    await sees(page, "No active user 'nobody-of-this-name'", 'Required columns', 'Optional columns');
    await page.getByRole('button', { name: 'Upload & Import' }).click();
    await toast(page, 'Nothing Imported', 'Successfully imported 0 of 1 businesses.');
    expect(await page.getByText('Import Successful').count()).toBe(0);
  });

  it('can take back a deactivation', async () => {
    await page.goto('/users');
    await page.getByRole('button', { name: 'Deactivate User (prevent login): alex' }).click();
    await toast(page, 'Account deactivated');
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Account activated');
  });

  it('leads a new administrator through first steps, which tick themselves', async () => {
    const signIn = { username: 'nora', password: 'Correct-Horse-9' };
    const account = { ...signIn, fullName: 'Nora New', email: 'nora@example.com', role: 'admin', monthlyGoal: 50 };
    const created = await page.request.post('/api/users', { data: account });
    expect(created.status()).toBe(201);
    const nora = await product.page();
    expect((await nora.request.post('/api/login', { data: signIn })).status()).toBe(200);
    await nora.goto('/');
    const steps = nora.getByRole('region', { name: 'First steps' });
    await steps.getByText('1 of 4 done').waitFor();
    await steps.getByRole('link', { name: 'Name your organisation' }).press('Enter');
    await nora.getByLabel('Name of the organisation').fill('Northfield');
    await nora.keyboard.press('Enter');
    await toast(nora, 'Organisation saved');
    expect(await nora.title()).toBe('Northfield · Lead Finder');
    await nora.goto('/');
    await steps.getByText('2 of 4 done').waitFor();
    await nora.getByRole('combobox', { name: 'Business type' }).fill('bakery');
    await nora.getByRole('combobox', { name: 'Location' }).fill('Reno, NV');
    await nora.getByRole('button', { name: 'Search', exact: true }).click();
    await steps.getByText('3 of 4 done').waitFor();
    await steps.getByRole('button', { name: 'Dismiss the first steps' }).click();
    await steps.waitFor({ state: 'detached' });
    await nora.reload();
    await nora.getByRole('heading', { name: 'Search for Businesses' }).waitFor();
    expect(await steps.count()).toBe(0);
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
