import { eventually, openBrowser } from '@lead-finder/testing';
import type { Browser, Page } from 'playwright-core';
import type { Product } from '../product/product.js';

const password = 'Demo1234';
const bad = 20;
const rows = 2_000;

/** 2,000 rows, every hundredth of which names an unknown user. */
function csv(): string {
  const header = 'Business Name,Address,State,Contact Name,Phone,Email Address,Website,User,Custom Tag';
  const lines = Array.from({ length: rows }, (_, n) => {
    const user = n % (rows / bad) === 7 ? 'unknown-user' : n % 2 === 0 ? 'sam' : 'alex';
    return `Imported Works ${n},"${n} Main St, Austin, TX 78701, USA",TX,Pat ${n},(512) 555-0${100 + (n % 100)},info${n}@works.example,works${n}.example,${user},"Spring, Fair"`;
  });
  return [header, ...lines].join('\r\n');
}

export function mainJob(start: () => Promise<Product>): void {
  let product: Product;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    product = await start();
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => problems.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const signIn = async (username: string) => {
    await page.goto('/auth');
    await page.getByLabel('Username or email').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: false }).click();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
  };
  const signOut = async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/auth');
  };
  const weekCount = async () => {
    const answer = await page.request.get('/api/weekly-contacts');
    return ((await answer.json()) as { count: number }).count;
  };

  it('finds forty dentists in Austin and gives them to sam', async () => {
    await signIn('admin');
    await page.goto('/search');
    await page.getByRole('combobox', { name: /business type/i }).fill('dentist');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: /location/i }).fill('Austin, TX');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /advanced/i }).click();
    await page.getByLabel(/max results/i).fill('40');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('(40 businesses found)').waitFor();
    await page.getByRole('button', { name: /select all/i }).click();
    await page.getByRole('button', { name: /assign to user/i }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/user/i).selectOption({ label: 'Sam Okafor' });
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText(/business\(es\) assigned successfully/).waitFor();
    await signOut();
  });

  it('lets sam move one off New and see the meter rise by one within five seconds', async () => {
    await signIn('sam');
    const before = await weekCount();
    await page.goto('/crm');
    await page
      .getByRole('button', { name: 'View Profile' })
      .or(page.getByRole('link', { name: 'View Profile' }))
      .first()
      .click();
    await page.getByRole('button', { name: 'In Progress' }).click();
    await page.getByText('Status updated').waitFor();
    await eventually(async () => expect(await weekCount()).toBe(before + 1));
    await page
      .getByText(`${before + 1}/`)
      .first()
      .waitFor({ timeout: 5_000 });
    await signOut();
  });

  it('imports 2,000 rows, reports which 20 failed and why, and lists an imported lead', async () => {
    await signIn('admin');
    await page.goto('/import');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(csv()) });
    await page.getByRole('button', { name: /Upload & Import/ }).click();
    await page.getByText('Import Successful', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByText('1,980').first().waitFor();
    await page
      .getByText(/unknown-user/)
      .first()
      .waitFor();
    await page.goto('/crm?q=Imported+Works+42');
    await page.getByText('Imported Works 42', { exact: true }).first().waitFor();
  });

  it('left no error in the page', () => expect(problems).toEqual([]));
}
