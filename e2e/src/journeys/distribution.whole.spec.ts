import { eventually } from '@lead-finder/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';
import { accessibilityProblems } from '../tour/axe.js';

const sizes: { place: string; options?: BrowserContextOptions }[] = [
  { place: 'at a desk' },
  { place: 'on a phone', options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
];
const country = {
  type: 'Polygon',
  coordinates: [
    [
      [-130, 22],
      [-60, 22],
      [-60, 52],
      [-130, 52],
      [-130, 22],
    ],
  ],
};

describe.each(sizes)('an administrator who distributes leads by a plan, $place', ({ options }) => {
  let product: Visited;
  let page: Page;
  let planned: number;

  beforeAll(async () => {
    product = await visit();
    // A dialog that fades in has no contrast yet.
    page = await product.page('admin', options);
    const made = await page.request.post('/api/territories', { data: { name: 'Country', shape: country } });
    expect(made.status()).toBe(201);
    await page.goto('/territories');
    await page.getByText('Leads are being assigned to territories…').waitFor({ state: 'detached' });
  });
  afterAll(() => product?.close(), 60_000);

  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const press = (name: string | RegExp) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  const isReadable = async () => {
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  };
  const leadsOf = async (username: string) => {
    const people = (await (await page.request.get('/api/admin/users')).json()) as { id: number; username: string }[];
    const { id } = people.find((person) => person.username === username)!;
    const answer = await page.request.get(`/api/users/${id}/lead-count`);
    return ((await answer.json()) as { leads: number }).leads;
  };
  const preview = async () => {
    await press('Preview');
    await region('Preview').waitFor();
  };

  it('writes a plan for the people of the territory, and sees in the preview that it has none', async () => {
    await page.goto('/distribution');
    await sees(page, 'No plans yet');
    await page.getByRole('link', { name: 'New plan' }).click();
    await page.getByLabel('Name of the plan').fill('West');
    await page.getByRole('listitem', { name: 'Rule 1' }).getByRole('button', { name: 'Add condition' }).click();
    await press('People of the territory');
    await page.getByRole('listitem', { name: 'Rule 1' }).getByRole('button', { name: 'Add condition' }).click();
    await press('Below capacity');
    await page.getByLabel('Fewer open leads than').fill('1');
    await press('Save plan');
    await page.getByRole('heading', { name: 'West v1' }).waitFor();
    await preview();
    await sees(page, 'No one can get the leads of territory Country');
    await isReadable();
  });

  it('cures it: picks a person for the territory, and raises the capacity', async () => {
    await press('Pick a person');
    const picking = dialog('Pick a person for Country');
    await picking.waitFor();
    await isReadable();
    await picking.getByLabel('Person').selectOption({ label: 'Alexandra Lindqvist' });
    await picking.getByRole('button', { name: 'Pick' }).click();
    await picking.waitFor({ state: 'detached' });
    await sees(page, 'Everybody of territory Country is full');
    await press(/^Raise to [\d,]+ each$/);
    await page.getByText('Everybody of territory Country is full').waitFor({ state: 'detached' });
    await press('Save plan');
    await page.getByRole('heading', { name: 'West v2' }).waitFor();
  });

  it('commits what the preview said', async () => {
    await preview();
    const assign = page.getByRole('button', { name: /^Assign [\d,]+ leads?$/ });
    await assign.waitFor();
    planned = Number(/[\d,]+/.exec((await assign.textContent())!)![0].replaceAll(',', ''));
    expect(planned).toBeGreaterThan(0);
    await assign.click();
    await dialog(/^Assign [\d,]+ leads\?$/).waitFor();
    await isReadable();
    await dialog(/^Assign [\d,]+ leads\?$/)
      .getByRole('button', { name: 'Assign' })
      .click();
    await page.getByText(new RegExp(`^Distribute by West v2, .*: ${planned.toLocaleString('en-US')} done`)).waitFor();
    expect(await leadsOf('alex')).toBeGreaterThanOrEqual(planned);
  });

  it('and the person sees the leads, one notification, and why', async () => {
    const alex = await product.page('alex', options);
    const answer = await alex.request.get('/api/notifications');
    const notifications = (await answer.json()) as { title: string }[];
    expect(notifications.filter(({ title }) => /reassigned to you$/.test(title))).toHaveLength(1);
    const listed = await alex.request.get('/api/my-businesses?pageSize=50&sort=newest');
    const leads = (await listed.json()) as { userBusiness: { uuid: string; viewed: boolean } }[];
    await alex.goto(`/business/uuid/${leads.find(({ userBusiness }) => !userBusiness.viewed)!.userBusiness.uuid}`);
    await alex.getByRole('tab', { name: 'Assignment History' }).click();
    await alex
      .getByText(/^Territory Country, .*, rule 1, plan West v2$/)
      .first()
      .waitFor();
    await alex.context().close();
  });

  it('takes it back', async () => {
    await press('Undo');
    await page.getByText(/: [\d,]+ given back$/).waitFor();
    await isReadable();
  });

  it('switches the plan on for leads that come in, and they come to the person within seconds', async () => {
    const source = page.getByRole('combobox', { name: 'Where the leads come from' });
    await source.selectOption('The pool');
    await press('Save plan');
    await toast(page, 'West v3 saved');
    await region('Live').getByLabel('Assignments by API').click();
    await region('Live').getByText('On', { exact: true }).waitFor();
    const before = await leadsOf('alex');
    const found = await page.request.post('/api/search-businesses', {
      data: { businessType: 'bakery', location: 'Little Rock, AR' },
    });
    const { businesses } = (await found.json()) as { businesses: { id: number; takenBy: unknown[] }[] };
    const free = businesses.find(({ takenBy }) => takenBy.length === 0)!;
    const assigned = await page.request.post('/api/assign-business', { data: { userId: null, businessId: free.id } });
    expect(assigned.status()).toBe(201);
    await eventually(async () => expect(await leadsOf('alex')).toBe(before + 1));
    await isReadable();
  });

  it('left no error in the console', () => expect(product.problems).toEqual([]));
});
