import {
  checkExport,
  decideExport,
  getExportRule,
  jobMailsComposed,
  leadsAudited,
  listExportRequests,
  listNotifications,
  openAllowedExport,
  openExport,
  requestExport,
  setExportRule,
  setNotificationSettings,
  userChanged,
  userDeleted,
  withdrawExport,
  type Actor,
} from '@lead-finder/contracts';
import { testUser } from '@lead-finder/testing';
import { ada, alex, assign, ben, failure, maria, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterEach(() => world.empty());
afterAll(() => world.stop());

const leadsOf = async (user: Actor, count: number) => {
  for (let n = 0; n < count; n++) await assign(world, user);
};
const limit = (maxLeads: number | null, actor = ada) => world.call(setExportRule, actor, { maxLeads });
const open = (actor: Actor, filter = {}) => world.call(openExport, actor, { ...filter, scope: 'all' });
const ask = (actor: Actor, filter = {}) => world.call(requestExport, actor, { filter });
const decide = (actor: Actor, id: number, allowed = true) => world.call(decideExport, actor, { id, allowed });
const download = (actor: Actor, id: number) => world.call(openAllowedExport, actor, { id });
const list = async (actor: Actor) => (await world.call(listExportRequests, actor, {})).requests;
const audited = async (count: number) =>
  (await world.emitted(leadsAudited, count)).map(({ action, actor, subject }) => [action, actor.username, subject]);
const notes = async (actor: Actor) =>
  (await world.call(listNotifications, actor, {})).notifications
    .filter(({ type }) => type === 'export' || type === 'security')
    .map(({ title, message }) => [title, message]);
const hours = (count: number) => world.clock.forward(count * 3_600_000);

describe('without a rule', () => {
  it('every export goes, and none can be asked for', async () => {
    await leadsOf(sam, 3);
    expect(await world.call(getExportRule, ada, {})).toEqual({ maxLeads: null, next: null });
    expect(await open(sam)).toEqual({ leads: 3, maxRows: null });
    expect(await world.call(checkExport, sam, {})).toMatchObject({ waits: false, maxLeads: null });
    expect(await failure(ask(sam))).toMatchObject({ kind: 'invalid', message: 'This export need not wait' });
  });
});

describe('the rule', () => {
  it('needs a second administrator, whom it notifies', async () => {
    await world.publish(userChanged, { ...testUser({ id: 6, username: 'ben', role: 'user' }), version: 9 });
    expect(await failure(limit(10))).toMatchObject({
      message: 'Please add a second administrator first, who can allow exports',
      details: { issues: [{ path: 'maxLeads' }] },
    });
    await world.empty();
    await limit(10);
    expect(await notes(ben)).toEqual([
      ['Rule of exports changed', 'Ada Admin set from where on exports wait: 10 leads.'],
    ]);
    expect(await notes(ada)).toEqual([]);
    expect(await audited(1)).toEqual([['export_rule_changed', 'ada', '10 leads']]);
  });

  it('becomes tighter at once, and looser a day later', async () => {
    await limit(10);
    expect(await limit(5)).toEqual({ maxLeads: 5, next: null });
    const from = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
    expect(await limit(null)).toEqual({ maxLeads: 5, next: { maxLeads: null, from } });
    expect((await notes(ben))[0]![1]).toContain('no limit, in 24 hours');
    await leadsOf(sam, 6);
    expect(await failure(open(sam))).toMatchObject({ code: 'export_needs_approval' });
    // The other administrator takes it back.
    expect(await limit(5, ben)).toEqual({ maxLeads: 5, next: null });
    await limit(7);
    hours(24);
    expect(await world.call(getExportRule, ada, {})).toEqual({ maxLeads: 7, next: null });
    expect(await open(sam)).toEqual({ leads: 6, maxRows: 7 });
  });
});

describe('an export above the number', () => {
  beforeEach(async () => {
    await leadsOf(sam, 4);
    await limit(5);
  });

  it('cannot be cut into small ones, not even at once', async () => {
    const tries = await Promise.allSettled([open(sam), open(sam), open(sam)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await failure(open(sam))).message).toBe(
      'This export has 4 leads, after 4 leads in the last 24 hours. Above 5 leads in 24 hours a second administrator must allow it.',
    );
    expect(await world.call(checkExport, sam, {})).toEqual({ waits: true, leads: 4, recentLeads: 4, maxLeads: 5 });
    // Others have their own number.
    await expect(open(ada)).resolves.toMatchObject({ leads: 4 });
    hours(24);
    await expect(open(sam)).resolves.toMatchObject({ leads: 4 });
  });

  it('waits for another administrator, and then is what was asked for', async () => {
    await leadsOf(sam, 2);
    await assign(world, alex);
    const { id } = await ask(sam, { q: 'Bakery' });
    expect(await notes(ada)).toEqual([['Export waits for you', 'Sam Seller asks to export 6 leads.']]);
    expect(await notes(ben)).toHaveLength(2);
    expect(await failure(download(sam, id))).toMatchObject({ code: 'export_request_ended' });
    expect(await list(alex)).toEqual([]);
    expect(await list(ben)).toMatchObject([
      { id, leads: 6, state: 'waiting', user: { username: 'sam' }, filter: { q: 'Bakery' }, decidedBy: null },
    ]);
    await decide(ben, id);
    expect(await notes(sam)).toEqual([
      ['Export allowed', 'Ben Boss allowed your export of 6 leads. Download it within 24 hours.'],
    ]);
    for (let times = 0; times < 2; times++)
      expect(await download(sam, id)).toMatchObject({
        leads: 6,
        maxRows: 7,
        filter: { q: 'Bakery' },
        askedBy: { username: 'sam' },
        allowedBy: { username: 'ben' },
      });
    for (const other of [alex, ada, ben])
      expect(await failure(download(other, id))).toMatchObject({ kind: 'not_found' });
    expect(await audited(3)).toEqual([
      ['export_rule_changed', 'ada', '5 leads'],
      ['export_requested', 'sam', '6 leads'],
      ['export_allowed', 'ben', '6 leads for sam'],
    ]);
    // What was allowed does not count against the number.
    expect(await world.call(checkExport, sam, {})).toMatchObject({ recentLeads: 0 });
  });

  it('is not allowed by its own administrator, nor by others who are none', async () => {
    await leadsOf(sam, 2);
    const { id } = await ask(ada);
    expect(await notes(ada)).toEqual([]);
    expect(await failure(decide(ada, id))).toMatchObject({
      code: 'not_yourself',
      message: 'Another administrator must decide on your export',
    });
    for (const actor of [maria, sam]) expect(await failure(decide(actor, id))).toMatchObject({ kind: 'forbidden' });
    await world.publish(userChanged, {
      ...testUser({ id: 6, username: 'ben', role: 'admin', active: false }),
      version: 9,
    });
    expect(await failure(ask(ada, { q: 'Bakery' }))).toMatchObject({
      code: 'export_needs_approval',
      message: 'There is no other administrator who could allow it',
    });
  });

  it('is decided once, although two administrators decide at once', async () => {
    await leadsOf(sam, 2);
    const { id } = await ask(sam);
    const [one, other] = await Promise.allSettled([decide(ada, id, true), decide(ben, id, false)]);
    const { state, decidedBy } = (await list(sam))[0]!;
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect([state, decidedBy!.id]).toEqual(one.status === 'fulfilled' ? ['allowed', ada.id] : ['refused', ben.id]);
    expect(await notes(sam)).toHaveLength(1);
    expect((await failure(decide(ada, id))).message).toMatch(
      /^(Ada Admin has allowed|Ben Boss has refused) this export/,
    );
  });

  it('ends when it is refused or withdrawn, and a day after each word', async () => {
    await leadsOf(sam, 2);
    const refused = await ask(sam);
    await decide(ada, refused.id, false);
    expect(await notes(sam)).toEqual([['Export refused', 'Ada Admin refused your export of 6 leads.']]);
    const withdrawn = await ask(sam);
    expect(await failure(world.call(withdrawExport, ada, { id: withdrawn.id }))).toMatchObject({ kind: 'not_found' });
    await world.call(withdrawExport, sam, { id: withdrawn.id });
    expect(await failure(world.call(withdrawExport, sam, { id: withdrawn.id }))).toMatchObject({
      message: 'This export was withdrawn',
    });
    const late = await ask(sam);
    const allowed = await ask(sam);
    hours(23);
    await decide(ben, allowed.id);
    hours(1);
    const old = 'This request is more than 24 hours old. Please ask again.';
    expect(await failure(decide(ben, late.id))).toMatchObject({ code: 'export_request_ended', message: old });
    await download(sam, allowed.id);
    hours(23);
    for (const { id } of [refused, withdrawn, late, allowed])
      expect(await failure(download(sam, id))).toMatchObject({ code: 'export_request_ended' });
    expect((await list(sam)).map(({ state }) => state)).toEqual(['expired', 'expired', 'withdrawn', 'refused']);
  });

  it('holds with a tenth more leads, and not with many more', async () => {
    await leadsOf(sam, 6);
    const { id } = await ask(sam);
    await decide(ben, id);
    await assign(world, sam);
    expect(await download(sam, id)).toMatchObject({ leads: 11, maxRows: 11 });
    await assign(world, sam);
    expect(await failure(download(sam, id))).toMatchObject({
      code: 'export_grew',
      message: 'The export has grown from 10 leads to 12 leads. Please ask again.',
    });
  });

  it('ends with the account and the role of the user who asked', async () => {
    await leadsOf(sam, 2);
    const { id } = await ask(sam);
    const allowed = await ask(sam);
    await decide(ben, allowed.id);
    expect(await failure(download({ ...sam, role: 'admin' }, allowed.id))).toMatchObject({ kind: 'not_found' });
    const changed = testUser({ id: sam.id, username: 'sam', role: 'user', active: false });
    await world.publish(userChanged, { ...changed, version: 9 });
    expect(await failure(decide(ben, id))).toMatchObject({ message: 'This export was withdrawn' });
    expect((await list(ben)).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
    await world.publish(userDeleted, { id: sam.id, username: 'sam', version: 10 });
    expect(await list(ben)).toEqual([]);
  });

  it('ends with an account that was deactivated for a moment', async () => {
    await leadsOf(sam, 2);
    const { id } = await ask(sam);
    const changed = testUser({ id: sam.id, username: 'sam', role: 'user' });
    await Promise.all(
      [9, 10].map((version) => world.publish(userChanged, { ...changed, active: version === 10, version })),
    );
    expect(await failure(decide(ben, id))).toMatchObject({ message: 'This export was withdrawn' });
  });

  it('is asked for at most 20 times a day', async () => {
    await leadsOf(sam, 2);
    for (let n = 0; n < 20; n++) await ask(sam);
    expect(await failure(ask(sam))).toMatchObject({ code: 'rate_limited', details: { retryAfter: 86_400 } });
  });

  it('is announced by mail to administrators who want it', async () => {
    await leadsOf(sam, 2);
    await world.call(setNotificationSettings, ben, { job_mail: true, export: false });
    await ask(sam);
    expect((await notes(ben)).map(([title]) => title)).toEqual(['Rule of exports changed']);
    const { mails } = (await world.emitted(jobMailsComposed, 1))[0]!;
    expect(mails).toMatchObject([{ userIds: [ben.id], subject: 'Export waits for you' }]);
    expect(mails[0]!.text).toContain('Sam Seller asks to export 6 leads.\n  Exports: https://leads.example/exports');
  });
});
