import type { Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
type Listed = { userBusiness: { id: number; uuid: string } };

describe('a salesperson who goes on leave', () => {
  let product: Visited;
  let sam: Page;
  let alex: Page;
  beforeAll(async () => {
    product = await visit();
    sam = await product.page('sam');
    alex = await product.page('alex', phone);
  });
  afterAll(() => product?.close(), 60_000);

  const leadOf = async (page: Page) => {
    const answer = await page.request.get('/api/admin/all-assignments?pageSize=1&mine=true');
    return ((await answer.json()) as Listed[])[0]!.userBusiness;
  };
  const leaveOfSam = async () => {
    await sam.goto('/my-day');
    await sam.getByRole('button', { name: /, your menu$/ }).click();
    await sam.getByRole('button', { name: 'Leave' }).click();
    return sam.getByRole('dialog', { name: 'Leave' });
  };

  it('has an overdue follow-up and enters who stands in', async () => {
    const { today } = (await (await sam.request.get('/api/my-day')).json()) as { today: string };
    const { id } = await leadOf(sam);
    const plan = { type: 'call', notes: 'Ask about the spring menu', scheduledOn: '2020-01-02' };
    expect((await sam.request.post(`/api/contact-activity/${id}`, { data: plan })).status()).toBe(201);
    const dialog = await leaveOfSam();
    await dialog.getByText('No leave is entered.').waitFor();
    await dialog.getByLabel('First day').fill(today);
    await dialog.getByLabel('Who stands in').selectOption({ label: 'Alexandra Lindqvist' });
    await dialog.getByRole('button', { name: 'Add Leave' }).click();
    await toast(sam, 'Leave saved', 'Leave added.');
    await dialog.getByText('Alexandra Lindqvist stands in').waitFor();
  });

  it('leaves the due follow-up to the stand-in, on a phone', async () => {
    await alex.goto('/my-day');
    const row = alex.locator('[data-row]').filter({ hasText: 'Ask about the spring menu' });
    await row.getByText('for Sam Okafor').waitFor();
    await row.getByRole('link').first().click();
    const note = alex.getByRole('note').filter({ hasText: 'You stand in for Sam Okafor.' });
    await note.waitFor();
    await alex.goto('/my-day');
    await row.getByRole('button', { name: /^Done/ }).click();
    const dialog = alex.getByRole('dialog', { name: 'Complete Follow-up' });
    await dialog.getByLabel('Outcome').fill('They order in April');
    await dialog.getByRole('button', { name: 'Complete Follow-up' }).click();
    await toast(alex, 'Follow-up completed');
    await row.waitFor({ state: 'detached' });
  });

  it('gets no lead by accident', async () => {
    const admin = await product.page('admin');
    const { uuid } = await leadOf(await product.page('maria'));
    await admin.goto(`/business/uuid/${uuid}`);
    await admin.getByRole('button', { name: 'Reassign Business' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Reassign Business' });
    await dialog.getByLabel('Select User').selectOption({ label: 'sam (user)' });
    await dialog.getByText(/^Sam Okafor is on leave until .* Alexandra Lindqvist stands in\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Choose Alexandra Lindqvist' }).click();
    await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
    await toast(admin, 'Business reassigned');
  });

  it('removes the leave, and the follow-ups stay at home', async () => {
    const { id } = await leadOf(sam);
    const plan = { type: 'call', notes: 'Back again', scheduledOn: '2020-01-03' };
    expect((await sam.request.post(`/api/contact-activity/${id}`, { data: plan })).status()).toBe(201);
    const dialog = await leaveOfSam();
    await dialog.getByRole('button', { name: /^Remove / }).click();
    await sees(sam, 'No leave is entered.');
    const mine = await (await alex.request.get('/api/my-day')).text();
    expect(mine).not.toContain('Back again');
    expect(product.problems).toEqual([]);
  });
});
