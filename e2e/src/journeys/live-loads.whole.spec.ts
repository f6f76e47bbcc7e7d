import type { User } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { sees, visit, type Visited } from '../product/visitor.js';

const loads = 200;
/** Long enough for a busy machine: the page polls neither the list nor the bell, so a missed change never shows. */
const maxWait = 20_000;
const moments = ['before the reads', 'after the reads', 'before the stream', 'after the load'] as const;
const reads = /\/api\/(my-businesses|notifications)\?/;
const stream = '**/api/events*';

describe('what happens while a page loads', () => {
  let product: Visited;
  let page: Page;
  let admin: Page;

  beforeAll(async () => {
    product = await visit();
    page = await product.page('sam');
    page.setDefaultTimeout(maxWait);
    admin = await product.page('admin');
  });
  afterAll(() => product?.close(), 60_000);

  const handTo = async (newUserId: number, leadId: number) => {
    const response = await admin.request.post(`/api/reassign-business/${leadId}`, { data: { newUserId } });
    expect(response.status()).toBe(200);
  };
  const loaded = async (leads: number, unread: number) => {
    await sees(page, `${leads} results found`);
    const name = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
    await page.getByRole('button', { name, exact: true }).filter({ visible: true }).waitFor();
  };

  it(`shows in the list and on the bell, in each of ${loads} loads`, async () => {
    const users = (await (await admin.request.get('/api/users-for-reassignment')).json()) as User[];
    const [sam, alex] = ['sam', 'alex'].map((username) => users.find((each) => each.username === username)!.id);
    const newLeads = await page.request.get('/api/my-businesses?page=1&pageSize=1&status=new');
    const [lead] = (await newLeads.json()) as { userBusiness: { id: number } }[];
    await page.goto('/crm');
    let leads = Number.parseInt(await page.getByText(/results found$/).innerText());
    const notifications = await page.request.get('/api/notifications?page=1&pageSize=1');
    let unread = Number(notifications.headers()['x-unread-count']);

    for (let load = 0; load < loads; load++) {
      const moment = moments[Math.floor(load / 2) % moments.length]!;
      const isTaken = load % 2 === 0;
      let change: Promise<void> | undefined;
      const changed = () => (change ??= handTo(isTaken ? alex! : sam!, lead!.userBusiness.id));
      await page.route(reads, async (route) => {
        if (moment === 'before the reads') await changed();
        const response = await route.fetch();
        if (moment === 'after the reads') await changed();
        await route.fulfill({ response });
      });
      await page.route(stream, async (route) => {
        if (moment === 'before the stream') await changed();
        await route.continue();
      });
      await page.goto('/crm');
      if (moment === 'after the load') {
        await loaded(leads, unread);
        await changed();
      }
      await eventually(() => expect(change).toBeDefined());
      await change;
      leads += isTaken ? -1 : 1;
      if (!isTaken) unread++;
      await loaded(leads, unread);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  }, 900_000);

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
