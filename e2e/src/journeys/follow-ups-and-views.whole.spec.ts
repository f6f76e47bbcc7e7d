import { createECDH } from 'node:crypto';
import { eventually } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';

describe('a working day', () => {
  let product: Visited;
  let page: Page;
  let admin: Page;

  beforeAll(async () => {
    product = await visit();
    page = await product.page('sam');
    admin = await product.page('admin');
  });
  afterAll(() => product?.close(), 60_000);

  const firstLead = async () => {
    const [lead] = (await (await page.request.get('/api/my-businesses?page=1&pageSize=1')).json()) as {
      business: { name: string; phone: string };
      userBusiness: { id: number; uuid: string };
    }[];
    return lead!;
  };
  const today = () => new Date().toISOString().slice(0, 10);

  it('plans a follow-up with a time and a repeat, and snoozes it', async () => {
    const { userBusiness } = await firstLead();
    await page.goto(`/business/uuid/${userBusiness.uuid}`);
    await page.getByRole('tab', { name: /Activities/ }).click();
    await page.getByLabel('Activity notes').fill('Ask about the order');
    await page.getByLabel('Follow up on').fill(today());
    await page.getByLabel('Time of day').fill('00:05');
    await page.getByLabel(/^Repeat every/).fill('14');
    await page.getByRole('button', { name: 'Add Activity' }).click();
    await page.getByText(/^Follow-up due today at 12:05 AM, every 14 days$/).waitFor();
    await page.getByRole('button', { name: 'Complete or move' }).first().press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow' }).press('Enter');
    await toast(page, 'Follow-up updated');
    await page.getByText(/ at 12:05 AM, every 14 days$/).waitFor();
  });

  it('shows the follow-ups in a calendar whose address is shown once', async () => {
    await page.getByRole('button', { name: /, your menu$/ }).click();
    await page.getByRole('button', { name: 'Calendar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Calendar' });
    await dialog.getByRole('button', { name: 'Create address' }).click();
    const address = await dialog.getByLabel('Address, shown only now').inputValue();
    const calendar = await (await admin.request.get(address)).text();
    expect(calendar).toContain('DESCRIPTION:Ask about the order');
    await dialog.getByRole('button', { name: 'Remove address' }).click();
    await dialog.getByRole('button', { name: 'Create address' }).waitFor();
    expect((await admin.request.get(address)).status()).toBe(404);
    await page.keyboard.press('Escape');
  });

  it('saves a view for everybody, which opens for another user by its address', async () => {
    await admin.goto('/crm?hideClosed=false');
    await admin.getByRole('button', { name: 'Views', exact: true }).press('Enter');
    await admin.getByRole('button', { name: 'Save this as a new view' }).press('Enter');
    const dialog = admin.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill('With closed ones');
    await dialog.getByLabel('Everybody, each with the leads that they see').press('Space');
    await dialog.getByLabel('Name').press('Enter');
    await toast(admin, 'View saved');
    await admin
      .getByRole('button', { name: /^With closed ones/ })
      .first()
      .waitFor();
    await page.goto(`/crm?saved=${new URL(admin.url()).searchParams.get('saved')}`);
    await page
      .getByRole('button', { name: /^With closed ones/ })
      .first()
      .waitFor();
    await page.waitForURL(/hideClosed=false/);
    await page.getByLabel('Show Archived').check();
    await sees(page, 'Changed');
    await page.getByRole('button', { name: 'Undo changes' }).click();
    await page.getByText('Changed', { exact: true }).waitFor({ state: 'detached' });
  });

  it('finds the lead of a ringing phone, with the keyboard alone', async () => {
    const { business, userBusiness } = await firstLead();
    const digits = business.phone.replace(/\D/g, '').slice(-10);
    await page.goto('/crm');
    await page.getByRole('heading', { name: 'My Assigned Businesses' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search leads and commands' }).fill(`+1 ${digits}`);
    await page.getByRole('option', { name: business.name }).waitFor();
    expect(userBusiness.uuid).toHaveLength(36);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/business\/uuid\//);
  });

  it('switches reminders of this device on, shows one, and opens its lead', async () => {
    const { userBusiness } = await firstLead();
    const phone = await product.page('sam', { serviceWorkers: 'allow', permissions: ['notifications'] });
    // A headless browser has no push service.
    await phone.addInitScript(`
      const subscription = {
        options: {},
        toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: '${createECDH('prime256v1').generateKeys('base64url')}', auth: 'a'.repeat(22) } }),
        unsubscribe: async () => true,
      };
      PushManager.prototype.subscribe = async () => subscription;
    `);
    await phone.goto('/my-day');
    await phone.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await phone.getByRole('button', { name: /, your menu$/ }).click();
    await phone.getByRole('button', { name: 'Notification settings' }).click();
    const choice = phone.getByRole('checkbox', { name: 'Reminders on this device' });
    await choice.click();
    const devices = async () => (await (await phone.request.get('/api/notifications/devices')).json()) as object;
    await eventually(async () => expect(await devices()).toMatchObject({ devices: [{ current: true }] }));
    await phone.keyboard.press('Escape');

    const browser = await phone.context().newCDPSession(phone);
    const registered = new Promise<string>((found) =>
      browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) found(registrations[0].registrationId);
      }),
    );
    await browser.send('ServiceWorker.enable');
    await browser.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(phone.url()).origin,
      registrationId: await registered,
      data: JSON.stringify({
        title: 'Follow-up due',
        message: 'Harbor Bakery: Ask again',
        path: `/business/${userBusiness.id}`,
        tag: '1',
      }),
    });
    const shown = `navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
      .then((all) => all.map(({ title, body }) => title + ', ' + body))`;
    await eventually(async () =>
      expect(await phone.evaluate(shown)).toEqual(['Follow-up due, Harbor Bakery: Ask again']),
    );
    await phone.context().serviceWorkers()[0]!.evaluate(`registration.getNotifications().then(([notification]) =>
      void dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
    await phone.waitForURL(`**/business/${userBusiness.id}`);
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
