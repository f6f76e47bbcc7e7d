import { randomUUID } from 'node:crypto';
import {
  areaSearchEnded,
  breakGlassUsed,
  provisioningNeedsAdmin,
  deleteLead,
  importFinished,
  jobMailsComposed,
  listNotifications,
  readAllNotifications,
  readNotification,
  reassignLead,
  reportExport,
  setNotificationSettings,
  type Actor,
  type PayloadOf,
} from '@lead-finder/contracts';
import { ada, alex, assign, failure, maria, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterEach(() => world.empty());
afterAll(() => world.stop());

const of = (actor: Actor, page = 1, pageSize = 20) => world.call(listNotifications, actor, { page, pageSize });

describe('notifications', () => {
  it('name the lead to its new owner', async () => {
    const lead = await assign(world, sam, { name: 'Acme' });
    const { notifications, total, unread } = await of(sam);
    expect([total, unread]).toEqual([1, 1]);
    expect(notifications[0]).toEqual({
      id: expect.any(Number),
      userId: sam.id,
      title: 'New business assigned',
      message: 'Acme was assigned to you by Ada Admin.',
      type: 'assigned',
      relatedBusinessId: lead.businessId,
      relatedUserBusinessId: lead.id,
      dueFollowUpId: null,
      sourceUserId: ada.id,
      read: false,
      createdAt: expect.any(String),
    });
    expect(world.signals).toContainEqual({ subject: 'push.user.3', signal: { type: 'notification' } });
  });

  it('of one batch are one notification with a count; without a batch each lead has its own', async () => {
    const batchId = randomUUID();
    for (let n = 0; n < 3; n++) await assign(world, sam, {}, { batchId });
    await assign(world, sam);
    await assign(world, sam);
    await assign(world, alex, {}, { batchId });
    const { notifications, unread } = await of(sam);
    expect(unread).toBe(3);
    expect(notifications.at(-1)).toMatchObject({
      title: 'New businesses assigned',
      message: '3 businesses were assigned to you by Ada Admin.',
      relatedUserBusinessId: null,
    });
    expect((await of(alex)).total).toBe(1);
  });

  it('of one batch count more than 999 with a separator', async () => {
    const batchId = randomUUID();
    await assign(world, sam, {}, { batchId });
    await world.database.query('update notifications set leads = 999');
    await assign(world, sam, {}, { batchId });
    expect((await of(sam)).notifications[0]!.message).toBe('1,000 businesses were assigned to you by Ada Admin.');
  });

  it('reach the new owner of a reassigned lead', async () => {
    const { id } = await assign(world, sam, { name: 'Acme' });
    await world.call(reassignLead, sam, { ref: { id }, newUserId: alex.id });
    expect((await of(alex)).notifications).toMatchObject([
      {
        type: 'reassigned',
        title: 'Business reassigned to you',
        message: 'Acme was reassigned to you by Sam Seller.',
        sourceUserId: 3,
      },
    ]);
  });

  it('are not sent to the user who acts', async () => {
    const { id } = await assign(world, ada);
    await world.call(reassignLead, ada, { ref: { id }, newUserId: sam.id });
    await world.call(reassignLead, ada, { ref: { id }, newUserId: ada.id });
    expect((await of(ada)).total).toBe(0);
  });

  it.each([
    ['completed', 'Import finished', 'leads.csv: 9,500 of 10,000 businesses imported.'],
    ['failed', 'Import failed', 'leads.csv could not be imported to its end: 9,500 of 10,000 businesses imported.'],
    ['cancelled', 'Import cancelled', 'leads.csv was cancelled: 9,500 of 10,000 businesses imported.'],
  ] as const)('report that an own import %s', async (status, title, message) => {
    await world.publish(importFinished, {
      importId: 1,
      createdBy: ada.id,
      fileName: 'leads.csv',
      status,
      total: 10_000,
      successful: 9_500,
      failed: 500,
    });
    expect((await of(ada)).notifications).toMatchObject([{ type: 'import', title, message, read: false }]);
  });

  it.each([
    ['completed', 'Area search finished', 'dentist in Austin, TX: 1,340 businesses found.'],
    ['spent', 'Area search paused', 'dentist in Austin, TX: 1,340 businesses found. Its calls are used up.'],
    ['failed', 'Area search failed', 'dentist in Austin, TX: 1,340 businesses found. The page says why.'],
  ] as const)('report that an own area search ended: %s', async (status, title, message) => {
    const search = { searchId: 1, createdBy: ada.id, businessType: 'dentist', location: 'Austin, TX', found: 1_340 };
    await world.publish(areaSearchEnded, { ...search, status });
    expect((await of(ada)).notifications).toMatchObject([{ type: 'search', title, message }]);
  });

  it.each([
    ['last_admin', 'Deactivation refused', /^Northfield ID wants to deactivate Kim Lee, the last administrator/],
    ['leads_left', 'Leads without a user', /^Northfield ID deactivated Kim Lee, who still has open leads/],
  ] as const)(
    'report to administrators what a provider did and they must look at: %s',
    async (what, title, message) => {
      const need = { what, provider: 'Northfield ID', userId: 9, fullName: 'Kim Lee', adminIds: [ada.id] };
      await world.publish(provisioningNeedsAdmin, need);
      expect((await of(ada)).notifications).toMatchObject([
        { type: 'security', title, message: expect.stringMatching(message) as string },
      ]);
    },
  );

  it('count the leavers of a provider in one notification while it is unread', async () => {
    const leave = (provider: string, userId: number) =>
      world.publish(provisioningNeedsAdmin, {
        what: 'leads_left',
        provider,
        userId,
        fullName: `Leaver ${userId}`,
        adminIds: [ada.id, alex.id],
      });
    await Promise.all([11, 12, 13].map((id) => leave('Northfield ID', id)));
    await leave('Westfield ID', 14);
    const message = '3 users whom Northfield ID deactivated still have open leads.';
    for (const admin of [ada, alex])
      expect((await of(admin)).notifications).toMatchObject([
        { title: 'Leads without a user', message: expect.stringContaining('Leaver 14') as string },
        { type: 'security', title: 'Leads without users', message: expect.stringContaining(message) as string },
      ]);
    await world.call(readAllNotifications, ada, {});
    await leave('Northfield ID', 15);
    expect((await of(ada)).notifications[0]).toMatchObject({
      title: 'Leads without a user',
      message: expect.stringContaining('Leaver 15') as string,
      read: false,
    });
    expect((await of(alex)).notifications[0]!.message).toMatch(/^4 users whom Northfield ID/);
  });

  it('report a sign-in with a password that is switched off to all administrators, whatever they switched off', async () => {
    await world.publish(breakGlassUsed, { userId: ada.id, fullName: 'Ada Admin', adminIds: [ada.id] });
    expect((await of(ada)).notifications).toMatchObject([
      {
        type: 'security',
        title: 'Break glass sign-in',
        message: 'Ada Admin signed in with a local password or passkey, although these are switched off.',
      },
    ]);
  });

  it('report the end of an own export, also by mail if the user wants it', async () => {
    await assign(world, ada);
    await world.call(reportExport, ada, { leads: 25_000, failed: false });
    expect((await of(ada)).notifications).toMatchObject([
      { type: 'job', title: 'Export finished', message: 'leads.csv: 25,000 leads.' },
    ]);
    await world.call(setNotificationSettings, ada, { job: false, job_mail: true });
    await world.call(reportExport, ada, { leads: 25_000, failed: true });
    expect((await of(ada)).total).toBe(1);
    const [{ mails }] = (await world.emitted(jobMailsComposed, 1)) as [PayloadOf<typeof jobMailsComposed>];
    expect(mails).toMatchObject([{ userIds: [ada.id], subject: 'Export failed' }]);
    expect(mails[0]!.text).toContain(
      '- leads.csv could not be written to its end.\n  Leads: https://leads.example/crm',
    );
    await world.call(setNotificationSettings, ada, { job_mail: false });
    await world.call(reportExport, ada, { leads: 25_000, failed: true });
    expect(await world.emitted(jobMailsComposed, 1)).toHaveLength(1);
  });

  it('of the leads of an import reach each owner once, except those who switched them off', async () => {
    for (const owner of [sam, sam, alex]) await assign(world, owner);
    await world.database.query('update user_businesses set import_id = 7');
    await world.database.query('delete from notifications');
    await world.call(setNotificationSettings, alex, { assigned: false });
    await world.publish(importFinished, {
      importId: 7,
      createdBy: ada.id,
      fileName: 'leads.csv',
      status: 'completed',
      total: 3,
      successful: 3,
      failed: 0,
    });
    expect((await of(sam)).notifications).toMatchObject([
      {
        type: 'assigned',
        title: 'New businesses assigned',
        message: '2 businesses were assigned to you by Ada Admin.',
        sourceUserId: ada.id,
      },
    ]);
    expect((await of(alex)).total).toBe(0);
  });

  it('are marked as read one by one or all at once, only by their owner', async () => {
    for (let n = 0; n < 3; n++) await assign(world, sam);
    const [first] = (await of(sam)).notifications;
    expect(await failure(world.call(readNotification, alex, { id: first!.id }))).toMatchObject({ kind: 'not_found' });
    expect(await world.call(readNotification, sam, { id: first!.id })).toEqual({
      message: 'Notification marked as read',
    });
    expect(await of(sam)).toMatchObject({ total: 3, unread: 2 });
    expect(await world.call(readAllNotifications, maria, {})).toEqual({ message: 'All notifications marked as read' });
    expect(await of(sam)).toMatchObject({ unread: 2 });
    await world.call(readAllNotifications, sam, {});
    expect(await of(sam)).toMatchObject({ total: 3, unread: 0 });
  });

  it('are listed in pages, newest first', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await assign(world, sam)).id);
    const pages = [await of(sam, 1, 2), await of(sam, 2, 2), await of(sam, 3, 2)];
    expect(pages.map((page) => page.notifications.map((each) => each.relatedUserBusinessId))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ]);
  });

  it('are deleted with their lead', async () => {
    const { id } = await assign(world, sam);
    await world.call(deleteLead, ada, { ref: { id } });
    expect((await of(sam)).total).toBe(0);
  });
});
