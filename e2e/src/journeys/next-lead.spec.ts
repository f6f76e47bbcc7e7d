import type { LeadListRecord } from '@lead-finder/contracts';
import { openBrowser } from '@lead-finder/testing';
import type { Browser, Page } from 'playwright-core';
import { signedIn } from '../product/api.js';
import { startProduct, type Product } from '../product/product.js';

const leads = 20;
const maxKeys = 4;

describe('working leads one after another', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    product = await startProduct('one process');
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => problems.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it(`needs no mouse and at most ${maxKeys} keystrokes each, ${leads} times`, async () => {
    const sam = await signedIn(product.url, 'sam');
    const list = '/api/admin/all-assignments?status=new&status=in_progress&status=recontact&page=1&pageSize=40';
    const waiting = await sam.get<LeadListRecord[]>(list);
    const contactable = waiting.filter(({ userBusiness }) => !userBusiness.tags.includes('Do not contact'));
    expect(contactable.length).toBeGreaterThanOrEqual(leads);

    await page.goto('/auth');
    await page.getByLabel('Username or email').fill('sam');
    await page.getByLabel('Password', { exact: true }).fill('Demo1234');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await page.goto('/next-lead?from=list&status=new&status=in_progress&status=recontact');

    const tooSlow: number[] = [];
    for (const { business, userBusiness } of contactable.slice(0, leads)) {
      await page.getByRole('heading', { level: 1, name: business.name, exact: true }).waitFor();
      await page
        .getByRole('button', { name: /No answer/ })
        .and(page.locator(':enabled'))
        .waitFor();
      await page.waitForLoadState('networkidle');
      const keys = userBusiness.id % 3 === 0 ? ['n', 'k', 'Escape', '3'] : ['1'];
      expect(keys.length).toBeLessThanOrEqual(maxKeys);
      for (const key of keys.slice(0, -1)) await page.keyboard.press(key);
      const uuid = userBusiness.uuid;
      const answered = page.waitForResponse((response) => response.url().includes(`lead-outcome-by-uuid/${uuid}`));
      const pressed = performance.now();
      await page.keyboard.press(keys.at(-1)!);
      expect((await answered).status()).toBe(200);
      await page.getByRole('heading', { level: 1, name: business.name, exact: true }).waitFor({ state: 'detached' });
      if (performance.now() - pressed > 1_000) tooSlow.push(userBusiness.id);
    }
    expect(tooSlow.length).toBeLessThanOrEqual(2);

    for (const { userBusiness } of contactable.slice(0, leads)) {
      const worked = await sam.get<{ userBusiness: { status: string }; contactActivities: { description: string }[] }>(
        `/api/business-profile/${userBusiness.id}`,
      );
      const isNoted = userBusiness.id % 3 === 0;
      expect(worked.userBusiness.status).toBe(isNoted ? 'in_progress' : 'recontact');
      expect(worked.contactActivities[0]?.description).toBe(isNoted ? 'Interested: k' : 'No answer');
    }
  });

  it('undoes the last one by one key, and shows it again', async () => {
    await page.goto('/next-lead?from=list&status=closed_won&status=closed_lost&status=recontact');
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    const name = await heading.textContent();
    await page.keyboard.press('5');
    await page.getByRole('heading', { level: 1, name: name!, exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await page.getByText('Outcome undone').waitFor();
    await page.getByRole('heading', { level: 1, name: name!, exact: true }).waitFor();
  });

  it('shows my day, and leads from there to the lead that its bar names', async () => {
    await page.goto('/my-day');
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await page
      .getByRole('region', { name: /Overdue|Due today/ })
      .first()
      .waitFor();
    await page.keyboard.press('j');
    const bar = page.getByRole('region', { name: 'Next lead' });
    await bar.getByText('Next lead · 2 of').waitFor();
    const name = await bar.locator('.fw-semibold').innerText();
    await page.getByRole('link', { name: 'Call and log' }).press('Enter');
    await page.getByRole('button', { name: /No answer/ }).waitFor();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    // The rest of the test starts at the heading.
    await page.goto('/next-lead');
    await page.getByRole('button', { name: /No answer/ }).waitFor();
  });

  it('skips none of them, however soon the next key comes', async () => {
    const heading = page.getByRole('heading', { level: 1 });
    for (let lead = 0; lead < 5; lead++) {
      await page
        .getByRole('button', { name: /No answer/ })
        .and(page.locator(':enabled'))
        .waitFor();
      const name = await heading.innerText();
      const answered = page.waitForResponse((response) => response.url().includes('/api/lead-outcome-by-uuid/'));
      await page.keyboard.press('1');
      const { missed } = (await (await answered).json()) as { missed: boolean };
      expect([name, missed]).toEqual([name, false]);
    }
  });

  it('left no error in the page', () => expect(problems).toEqual([]));
});
