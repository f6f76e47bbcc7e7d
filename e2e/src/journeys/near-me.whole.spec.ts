import type { Page } from 'playwright-core';
import { toast, visit, type Visited } from '../product/visitor.js';

describe('a salesperson on the way, with a phone', () => {
  let product: Visited;
  let page: Page;

  beforeAll(async () => {
    product = await visit();
    page = await product.page('sam', {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      permissions: [],
      geolocation: { latitude: 34.7465, longitude: -92.2896 },
    });
  });
  afterAll(() => product?.close(), 60_000);

  const sortBy = async (name: string) => {
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).press('Enter');
  };
  const routes = () => page.getByTitle('Open the route in Maps');

  it('learns that a refused position leaves the list as it is', async () => {
    await page.goto('/crm');
    await page.locator('.lf-lead').first().waitFor();
    await sortBy('Near me');
    await toast(page, 'Your position is not known', 'Allow this page to use it in the browser, then try again.');
    expect(await routes().count()).toBe(0);
  });

  it('sees the nearest leads first, with the way to each', async () => {
    await page.context().grantPermissions(['geolocation']);
    await sortBy('Near me');
    await routes().first().waitFor();
    const miles = (await routes().allTextContents()).map((text) => Number.parseFloat(text.replace(/[^\d.]/g, '')));
    expect(miles).toEqual([...miles].sort((a, b) => a - b));
    expect(await routes().first().getAttribute('href')).toContain('/maps/dir/?api=1&destination=');
    await page.getByRole('button', { name: 'Remove sort Near me' }).press('Enter');
    await routes().first().waitFor({ state: 'detached' });
  });

  it('sees the own position on the map', async () => {
    await page.goto('/crm?view=map');
    await page.getByRole('button', { name: 'Near me' }).click();
    await page.locator('.lf-here').waitFor();
  });

  it('checks in at a lead, and takes it back', async () => {
    await page.goto('/crm?view=list&sort=oldest');
    await page.getByRole('button', { name: 'View Profile' }).first().click();
    await page.getByRole('button', { name: 'Check in', exact: true }).press('Enter');
    await page
      .locator('.toast')
      .getByText(/^Checked in/)
      .waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await toast(page, 'Activity deleted');
  });
});
