import type { Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';

describe('an administrator who enters holidays', () => {
  let product: Visited;
  let page: Page;

  beforeAll(async () => {
    product = await visit();
    page = await product.page('admin');
  });
  afterAll(() => product?.close(), 60_000);

  const dialog = (name: string) => page.getByRole('dialog', { name });

  it('takes those of a state and a file, and types one more', async () => {
    await page.request.post('/api/teams', { data: { name: 'South' } });
    await page.goto('/teams');
    await sees(page, 'No list yet. Without one, every working day of a team counts.');
    await page.getByRole('button', { name: 'Add list' }).click();
    const opened = dialog('Add holidays');
    await opened.getByLabel('Region').selectOption({ label: 'California' });
    await opened.getByLabel('Year').fill('2026');
    await opened.getByRole('button', { name: 'Add these days' }).click();
    await opened.getByText(/^\d+ days added\.$/).waitFor();
    await opened.getByLabel('CSV file').setInputFiles({
      name: 'days.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('date,name\n2026-12-25,Christmas\n2026-12-31,Inventory\n'),
    });
    await opened.getByText('1 day added, 1 already in the list.').waitFor();
    const days = await opened.getByRole('listitem').count();
    await opened.getByRole('button', { name: 'Add day' }).click();
    await opened.getByLabel(`Date of day ${days + 1}`).fill('2027-01-01');
    await opened.getByLabel(`Name of day ${days + 1}`).fill('New Year');
    await opened.getByLabel('Name', { exact: true }).fill('California');
    await opened.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'California saved');
    await sees(page, 'California');
  });

  it('gives them to a team, whose people then have these days off', async () => {
    const people = (await (await page.request.get('/api/admin/users')).json()) as { id: number; username: string }[];
    const sam = people.find(({ username }) => username === 'sam')!;
    await page.getByRole('treeitem', { name: /^South \d/ }).press('Enter');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog('Edit team').getByLabel('Holidays').selectOption({ label: 'California' });
    await dialog('Edit team').getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Team saved');
    const lists = (await (await page.request.get('/api/holiday-lists')).json()) as { id: number; holidays: number }[];
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    // One of them is today for every clock.
    const days = [-1, 0, 1].map((each) => ({ day: dayIn(each), name: 'Anniversary' }));
    await page.request.put(`/api/holiday-lists/${lists[0]!.id}`, {
      data: { name: 'California', days },
    });
    const { teams } = (await (await page.request.get('/api/teams')).json()) as { teams: { id: number }[] };
    await page.request.post('/api/teams/people', { data: { teamId: teams[0]!.id, userIds: [sam.id] } });
    const visitor = await product.page('sam');
    const answer = await visitor.request.get('/api/today-contacts');
    const { daysOff } = (await answer.json()) as { daysOff: string[] };
    expect(daysOff.length).toBeGreaterThan(0);
  });

  it('cannot remove them while the team has them, and finds each change in the audit trail', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Remove California' }).click();
    await sees(page, '1 team has the holidays of California. Choose other ones there first.');
    expect(await dialog('Remove list').getByRole('button', { name: 'Remove list' }).isDisabled()).toBe(true);
    await page.goto('/audit');
    await page.getByText('List of holidays created').filter({ visible: true }).first().waitFor();
    await page.getByText('List of holidays changed').filter({ visible: true }).first().waitFor();
    expect(product.problems).toEqual([]);
  });
});
