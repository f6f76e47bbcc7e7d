import {
  addActivity,
  archiveLead,
  countOpenLeads,
  getNotificationSettings,
  getStatusFunnel,
  getTeamWork,
  listNotifications,
  listTeamWork,
  markExistingCustomer,
  reassignLead,
  setLeadStatus,
  setNotificationSettings,
  userChanged,
  type InputOf,
  type LeadStatus,
} from '@lead-finder/contracts';
import { testUser } from '@lead-finder/testing';
import { ada, alex, assign, failure, maria, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeEach(async () => (world = await startWorld()));
afterEach(() => world.stop());

const span = { from: '2026-03-01T06:00:00.000Z', to: '2126-03-09T05:00:00.000Z' };
const workOf = async (userIds = [sam.id, alex.id]) => world.call(getTeamWork, null, { userIds, ...span });
const listed = (input: Omit<InputOf<typeof listTeamWork>, 'from' | 'to'>) =>
  world.call(listTeamWork, null, { ...span, ...input });
const move = (id: number, status: LeadStatus) => world.call(setLeadStatus, sam, { ref: { id }, status });
const plan = (id: number, daysAhead: number) => {
  const scheduledAt = new Date(world.clock.now().getTime() + daysAhead * 86_400_000).toISOString();
  return world.call(addActivity, sam, { ref: { id }, type: 'call', notes: 'Again', scheduledAt });
};
const names = (result: { leads: { businessName: string }[] }) => result.leads.map(({ businessName }) => businessName);

describe('the work of users', () => {
  it('counts leads that are still New, without archived leads and existing customers', async () => {
    const [, second, third, fourth] = [
      await assign(world, sam),
      await assign(world, sam),
      await assign(world, sam),
      await assign(world, sam),
    ];
    await world.call(archiveLead, sam, { ref: { id: second!.id } });
    await world.call(markExistingCustomer, sam, { ref: { id: third!.id } });
    await move(fourth!.id, 'in_progress');
    expect(await workOf()).toMatchObject([
      { userId: sam.id, newLeads: 1 },
      { userId: alex.id, newLeads: 0 },
    ]);
    const open = await world.call(countOpenLeads, null, { userIds: [sam.id, alex.id] });
    expect(open).toEqual([{ userId: sam.id, leads: 2 }]);
    expect(await listed({ kind: 'new', userId: sam.id })).toMatchObject({
      leads: [{ status: 'new', userId: sam.id }],
      total: 1,
    });
  });

  it('distinguishes overdue follow-ups from those due today', async () => {
    const late = await assign(world, sam, { name: 'Late' });
    const today = await assign(world, sam, { name: 'Today' });
    const later = await assign(world, sam, { name: 'Later' });
    await plan(late.id, -1);
    await plan(today.id, 0);
    await plan(later.id, 3);
    expect((await workOf())[0]).toMatchObject({ overdue: 1, dueToday: 1 });
    for (const userId of [sam.id, undefined]) {
      const result = await listed({ kind: 'overdue', userId });
      expect(names(result)).toEqual(['Late']);
      expect(result.total).toBe(1);
    }
  });

  it('counts attempted leads, not notes', async () => {
    const first = await assign(world, sam, { name: 'Tried' });
    const second = await assign(world, sam, { name: 'Noted' });
    for (const type of ['call', 'email'] as const)
      await world.call(addActivity, sam, { ref: { id: first.id }, type, notes: 'x' });
    await world.call(addActivity, sam, { ref: { id: second.id }, type: 'note', notes: 'x' });
    expect((await workOf())[0]).toMatchObject({ attempts: 1 });
    const result = await listed({ kind: 'attempts', userId: sam.id });
    expect([names(result), result.total]).toEqual([['Tried'], 1]);
    const before = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' };
    expect(await world.call(getTeamWork, null, { userIds: [sam.id], ...before })).toMatchObject([{ attempts: 0 }]);
  });

  it('counts leads won and lost in the period that still are, once each', async () => {
    const [won, lost, changed] = [
      await assign(world, sam, { name: 'Won' }),
      await assign(world, sam, { name: 'Lost' }),
      await assign(world, sam),
    ];
    for (const status of ['closed_won', 'recontact', 'closed_won'] as const) await move(won.id, status);
    await move(lost.id, 'closed_lost');
    await move(changed.id, 'closed_won');
    await move(changed.id, 'in_progress');
    expect(await workOf()).toMatchObject([
      { won: 1, lost: 1 },
      { won: 0, lost: 0 },
    ]);
    expect(await listed({ kind: 'won', userId: sam.id })).toMatchObject({ leads: [{ businessName: 'Won' }], total: 1 });
    expect(await listed({ kind: 'lost' })).toMatchObject({ leads: [{ businessName: 'Lost' }], total: 1 });
  });

  it('lists the leads of a status in pages, newest first, with their total', async () => {
    for (const name of ['A', 'B', 'C']) await assign(world, name === 'B' ? alex : sam, { name });
    expect(names(await listed({ kind: 'new' }))).toEqual(['C', 'B', 'A']);
    const second = await listed({ kind: 'new', page: 2, pageSize: 2 });
    expect([names(second), second.total]).toEqual([['A'], 3]);
    expect(await listed({ kind: 'new', userId: alex.id })).toMatchObject({ leads: [{ businessName: 'B' }], total: 1 });
  });

  it("counts by each owner's own clock", async () => {
    for (const [user, timeZone] of [
      [sam, 'Pacific/Kiritimati'],
      [alex, 'Pacific/Pago_Pago'],
    ] as const)
      await world.publish(userChanged, testUser({ id: user.id, version: 2, timeZone }));
    // It is March 3 for Sam and March 2 for Alex.
    world.clock.time = new Date('2026-03-02T16:00:00Z');
    for (const user of [sam, alex]) {
      const { id } = await assign(world, user, { name: user.username });
      await world.call(addActivity, user, {
        ref: { id },
        type: 'call',
        notes: 'Again',
        scheduledAt: '2026-03-02T09:30:00.000Z',
      });
    }
    expect(await workOf()).toMatchObject([
      { overdue: 1, dueToday: 0 },
      { overdue: 1, dueToday: 0 },
    ]);
    world.clock.time = new Date('2026-03-02T10:30:00Z');
    expect(await workOf()).toMatchObject([
      { overdue: 1, dueToday: 0 },
      { overdue: 0, dueToday: 1 },
    ]);
    expect(names(await listed({ kind: 'overdue' }))).toEqual(['sam']);
    const day = { from: '2026-03-02T06:00:00.000Z', to: '2026-03-03T06:00:00.000Z' };
    const attempts = async () =>
      (await world.call(getTeamWork, null, { userIds: [sam.id, alex.id], ...day })).map((each) => each.attempts);
    expect(await attempts()).toEqual([0, 1]);
    const kiritimati = {
      from: '2026-03-02T10:00:00.000Z',
      to: '2026-03-03T10:00:00.000Z',
      timeZone: 'Pacific/Kiritimati',
    };
    const asked = { kind: 'attempts', ...kiritimati } as const;
    expect(names(await world.call(listTeamWork, null, asked))).toEqual(['sam']);
  });

  it("rejects users' requests", async () => {
    expect(await failure(world.call(getTeamWork, ada, { userIds: [sam.id], ...span }))).toMatchObject({
      kind: 'forbidden',
    });
    expect(await failure(world.call(listTeamWork, ada, { kind: 'new' }))).toMatchObject({ kind: 'forbidden' });
  });

  it('has a funnel of all statuses in their order, for leaders', async () => {
    const lead = await assign(world, sam);
    await assign(world, alex);
    await move(lead.id, 'recontact');
    expect(await world.call(getStatusFunnel, maria, {})).toEqual([
      { status: 'new', leads: 1 },
      { status: 'in_progress', leads: 0 },
      { status: 'recontact', leads: 1 },
      { status: 'closed_won', leads: 0 },
      { status: 'closed_lost', leads: 0 },
    ]);
    expect(await failure(world.call(getStatusFunnel, sam, {}))).toMatchObject({ kind: 'forbidden' });
  });

  it('shows a manager the branch alone while there are teams', async () => {
    world.branches.set(maria.id, [sam.id]);
    const lead = await assign(world, sam, { name: 'Below' });
    await assign(world, alex, { name: 'Beside' });
    await assign(world, maria, { name: 'Own' });
    await move(lead.id, 'recontact');
    const funnel = await world.call(getStatusFunnel, maria, {});
    expect(funnel.filter(({ leads }) => leads > 0)).toEqual([
      { status: 'new', leads: 1 },
      { status: 'recontact', leads: 1 },
    ]);
    const userIds = [sam.id, maria.id];
    expect(await listed({ kind: 'new', userIds })).toMatchObject({ leads: [{ businessName: 'Own' }], total: 1 });
    expect(await listed({ kind: 'recontact', userIds })).toMatchObject({
      leads: [{ businessName: 'Below' }],
      total: 1,
    });
    expect(await listed({ kind: 'new', userIds: [] })).toEqual({ leads: [], total: 0 });
  });
});

describe('a kind that a user switched off', () => {
  const all = {
    assigned: true,
    reassigned: true,
    recycling: true,
    import: true,
    follow_up: true,
    job: true,
    search: true,
    export: true,
    job_mail: false,
    daily_summary: true,
    monday_brief: true,
  };
  const receivedTypes = async () =>
    (await world.call(listNotifications, sam, {})).notifications.map(({ type }) => type);

  it('is not sent to that user until it is switched on again', async () => {
    expect(await world.call(getNotificationSettings, sam, {})).toEqual(all);
    expect(await world.call(setNotificationSettings, sam, { assigned: false })).toEqual({ ...all, assigned: false });
    expect(await world.call(setNotificationSettings, sam, { reassigned: false })).toEqual({
      ...all,
      assigned: false,
      reassigned: false,
    });
    world.signals.splice(0);
    await assign(world, sam);
    const { id } = await assign(world, alex);
    await world.call(reassignLead, ada, { ref: { id }, newUserId: sam.id });
    expect(await receivedTypes()).toEqual([]);
    expect(world.signals).not.toContainEqual({ subject: 'push.user.3', signal: { type: 'notification' } });
    expect((await world.call(listNotifications, alex, {})).total).toBe(1);
    await world.call(setNotificationSettings, sam, { assigned: true });
    await assign(world, sam);
    expect(await receivedTypes()).toEqual(['assigned']);
    expect(await world.call(getNotificationSettings, sam, {})).toEqual({ ...all, reassigned: false });
  });

  it('is part of the figures that mails use', async () => {
    await world.call(setNotificationSettings, sam, { daily_summary: false });
    await world.call(setNotificationSettings, alex, { monday_brief: false });
    await assign(world, alex);
    expect(await workOf()).toMatchObject([
      { wantsSummary: false, wantsBrief: true, unread: 0 },
      { wantsSummary: true, wantsBrief: false, unread: 1 },
    ]);
  });

  it('must be an existing kind', async () => {
    expect(await failure(world.call(setNotificationSettings, sam, { everything: false } as never))).toMatchObject({
      kind: 'invalid',
    });
    expect(await failure(world.call(setNotificationSettings, sam, { assigned: 'no' } as never))).toMatchObject({
      kind: 'invalid',
    });
  });
});
