import { eventually } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { toast, visit, type Visited } from '../product/visitor.js';

type Lead = { business: { name: string }; userBusiness: { id: number; status: string } };

describe('a lead that goes through the pool', () => {
  let product: Visited;
  let sam: Page;
  let alex: Page;
  let name: string;

  const get = async <T>(page: Page, path: string) => (await (await page.request.get(path)).json()) as T;
  const contacts = async (page: Page) => (await get<{ count: number }>(page, '/api/today-contacts')).count;

  beforeAll(async () => {
    product = await visit();
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    sam = await product.page('sam');
    alex = await product.page('alex', phone);
    await sam.goto('/my-day');
    await alex.goto('/my-day');
  });
  afterAll(() => product?.close(), 60_000);

  it('is returned from its profile, with a reason', async () => {
    const [lead] = await get<Lead[]>(sam, '/api/my-businesses?status=new&page=1&pageSize=1');
    name = lead!.business.name;
    await sam.goto(`/business/${lead!.userBusiness.id}`);
    await sam.getByRole('button', { name: 'Return to Pool' }).click();
    const dialog = sam.getByRole('dialog', { name: 'Return to Pool' });
    await dialog.getByLabel('Reason').selectOption('Other reason');
    await dialog.getByLabel('Please say why').fill('Past the county line');
    await dialog.getByRole('button', { name: 'Return' }).click();
    await toast(sam, 'Business returned to the pool');
  });

  it('shows a colleague on a phone why it came back, and is claimed', async () => {
    await alex.getByRole('navigation', { name: 'Main, phone' }).getByRole('link', { name: 'Pool' }).tap();
    const row = alex.locator('.lf-pool').filter({ hasText: name });
    await row.getByText('Past the county line').waitFor();
    await row.getByText(/^Was with sam until/).waitFor();
    await row.getByRole('button', { name: `Claim ${name}` }).tap();
    await toast(alex, 'Lead claimed');
    await row.getByRole('link', { name: `Open ${name}` }).waitFor();
    expect(await alex.getByRole('meter', { name: 'Claimed today' }).getAttribute('aria-valuetext')).toBe('1 of 10');
  });

  it('says on an older page that a colleague was first', async () => {
    const leads = await get<Lead[]>(sam, '/api/my-businesses?status=new&page=1&pageSize=1');
    const { id } = leads[0]!.userBusiness;
    const other = leads[0]!.business.name;
    await sam.request.post(`/api/business/${id}/return-to-pool`, { data: { reason: 'no_time' } });
    await sam.goto('/pool');
    const button = sam.getByRole('button', { name: `Claim ${other}` });
    await button.waitFor();
    expect((await alex.request.post(`/api/pool/${id}/claim`)).status()).toBe(200);
    await button.click();
    await sam.getByText(/got this lead in the meantime$/).waitFor();
  });

  it('counts a contact for the user who claimed it, and says in its history how it came', async () => {
    const before = await contacts(alex);
    const [lead] = await get<Lead[]>(alex, `/api/my-businesses?q=${encodeURIComponent(name)}&page=1&pageSize=1`);
    await alex.goto(`/business/${lead!.userBusiness.id}`);
    await alex.getByRole('button', { name: 'In Progress', exact: true }).tap();
    await toast(alex, 'Status updated');
    await eventually(async () => expect(await contacts(alex)).toBe(before + 1));
    await alex.getByRole('tab', { name: /Assignment History/ }).tap();
    await alex.getByText('Claimed by alex').waitFor();
    await alex.getByText('Returned to the Pool by sam: Other reason').waitFor();
  });
});
