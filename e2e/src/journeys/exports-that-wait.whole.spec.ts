import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const ben = { username: 'ben', email: 'ben@example.com', fullName: 'Ben Abernathy', role: 'admin' };
const password = 'Correct-Horse-9';

describe('an administrator whose exports wait for another one', () => {
  let product: Visited;
  let admin: Page;
  let other: Page;

  beforeAll(async () => {
    product = await visit();
    admin = await product.page('admin');
    const made = await admin.request.post('/api/users', { data: { ...ben, password } });
    expect(made.status()).toBe(201);
    other = await product.page(undefined, phone);
    const signedIn = await other.request.post('/api/login', { data: { username: ben.username, password } });
    expect(signedIn.status()).toBe(200);
  });
  afterAll(() => product?.close(), 60_000);

  const beginExport = async (page: Page) => {
    await page.goto('/crm');
    await page.getByRole('link', { name: 'Export CSV' }).click();
  };

  it('downloads at once while there is no rule, and then sets one', async () => {
    const [file] = await Promise.all([admin.waitForEvent('download'), beginExport(admin)]);
    expect(file.suggestedFilename()).toBe('leads.csv');
    await admin.goto('/organisation');
    await admin.getByLabel('Exports wait above this number of leads').fill('1');
    await admin.getByRole('button', { name: 'Save the rule of exports' }).click();
    await toast(admin, 'Rule of exports saved');
  });

  it('asks for an export, which another administrator sees at once and allows, on a phone', async () => {
    await other.goto('/exports');
    await sees(other, 'No exports wait');
    await beginExport(admin);
    const asked = admin.getByRole('dialog', { name: 'Ask for this export' });
    await asked.getByRole('button', { name: 'Ask' }).click();
    await toast(admin, 'Export asked for');
    await other.getByRole('button', { name: /^Decide on the export of/ }).click();
    const dialog = other.getByRole('dialog', { name: /^Export of [\d,]+ leads$/ });
    await dialog.getByText('Without closed leads').waitFor();
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await toast(other, 'Export allowed');
  });

  it('learns of it in the bell, and downloads what was asked for', async () => {
    await admin.getByRole('button', { name: /^Notifications/ }).click();
    await admin.getByText(/^Ben Abernathy allowed your export of [\d,]+ leads\./).click();
    await admin.waitForURL('**/exports');
    await sees(admin, 'Allowed', 'by Ben Abernathy');
    const [file] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('link', { name: 'Download' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    const [{ details }] = (await (await admin.request.get('/api/audit?action=businesses_exported')).json()) as [
      { details: { count: number; askedBy: string; allowedBy: string } },
    ];
    expect(details).toMatchObject({ askedBy: 'admin', allowedBy: 'ben', count: text.trim().split('\r\n').length - 1 });
  });

  it('withdraws another one, and one that is refused ends too', async () => {
    for (let times = 0; times < 2; times++) {
      const asked = await admin.request.post('/api/export-requests', { data: { filter: {} } });
      expect(asked.status()).toBe(201);
    }
    await admin.reload();
    await admin.getByRole('button', { name: 'Withdraw' }).first().click();
    await toast(admin, 'Export withdrawn');
    await other.reload();
    await other.getByRole('button', { name: /^Decide on the export of/ }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
    await toast(other, 'Export refused');
    await sees(admin, 'Refused', 'Withdrawn');
    expect(product.problems).toEqual([]);
  });
});
