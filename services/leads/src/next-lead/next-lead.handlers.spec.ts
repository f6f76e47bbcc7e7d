import {
  addActivity,
  addTag,
  getLead,
  getNextLead,
  leadStatusChanged,
  markViewed,
  reassignLead,
  recordOutcome,
  setLeadStatus,
  setNotes,
  undoOutcome,
  type InputOf,
  type LeadQueue,
} from '@lead-finder/contracts';
import { ada, alex, assign, failure, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterEach(() => world.empty());
afterAll(() => world.stop());

const myDay: LeadQueue = { from: 'my-day' };
const next = (queue: LeadQueue, expected?: number, actor = sam) =>
  world.call(getNextLead, actor, { ...queue, expected });
const record = (id: number, input: Partial<InputOf<typeof recordOutcome>> = {}, key?: string) =>
  world.call(recordOutcome, sam, { ref: { id }, notes: 'No answer', status: 'recontact', ...input }, key);
const profile = (id: number) => world.call(getLead, sam, { ref: { id } });
const leads = async (...names: string[]) => {
  const ids: number[] = [];
  for (const name of names) ids.push((await assign(world, sam, { name })).id);
  return ids;
};

describe('an outcome', () => {
  it('logs the activity, sets status and next date, and completes due follow-ups in one call', async () => {
    const [id] = await leads('Harbor Bakery');
    await world.call(addActivity, sam, {
      ref: { id: id! },
      type: 'email',
      notes: 'due',
      scheduledAt: '2026-03-02T14:00:00Z',
    });
    const now = world.clock.forward().toISOString();
    const { message, userBusiness, activity } = await record(id!, { followUpOn: '2026-03-05' });
    expect(message).toBe('Outcome saved');
    expect(userBusiness).toMatchObject({ status: 'recontact', lastContactedAt: now });
    expect(activity).toMatchObject({ type: 'call', description: 'No answer', scheduledAt: '2026-03-05T15:00:00.000Z' });
    const { contactActivities } = await profile(id!);
    expect(contactActivities.find(({ type }) => type === 'email')).toMatchObject({
      completedAt: now,
      outcome: 'No answer',
    });
    expect(await world.emitted(leadStatusChanged, 1)).toMatchObject([
      { leads: [{ leadId: id, to: 'recontact', firstContact: true }] },
    ]);
  });

  it('is recorded once per idempotency key', async () => {
    const [id] = await leads('Harbor Bakery');
    const first = await record(id!, { queue: myDay }, 'key-1');
    expect(await record(id!, { queue: myDay }, 'key-1')).toEqual(first);
    expect((await profile(id!)).contactActivities).toHaveLength(1);
  });

  it('changes nothing on the lead of another user or without notes', async () => {
    const { id } = await assign(world, alex);
    expect(await failure(record(id))).toMatchObject({ kind: 'forbidden' });
    expect(await failure(record(id, { notes: ' ' }))).toMatchObject({ kind: 'invalid' });
    const { contactActivities, userBusiness } = await world.call(getLead, alex, { ref: { id } });
    expect([contactActivities, userBusiness.status]).toEqual([[], 'new']);
  });
});

describe('undo', () => {
  it('restores activities, status, date, completed follow-ups and the counted contact', async () => {
    const [id] = await leads('Harbor Bakery');
    await world.call(addActivity, sam, {
      ref: { id: id! },
      type: 'note',
      notes: 'due',
      scheduledAt: '2026-03-02T14:00:00Z',
    });
    const before = await profile(id!);
    await record(id!, { followUpOn: '2026-03-05' });
    const { userBusiness } = await world.call(undoOutcome, sam, { ref: { id: id! } });
    expect(userBusiness).toMatchObject({ status: 'new', lastContactedAt: null });
    const after = await profile(id!);
    const untimed = ({ contactActivities }: typeof after) => contactActivities.map(({ updatedAt: _, ...rest }) => rest);
    expect(untimed(after)).toEqual(untimed(before));
    const [counted, undone] = await world.emitted(leadStatusChanged, 2);
    expect(counted!.job).toMatch(/^outcome-/);
    expect(undone).toMatchObject({
      undoes: counted!.job,
      leads: [{ from: 'recontact', to: 'new', firstContact: false }],
    });
    await record(id!);
    expect((await world.emitted(leadStatusChanged, 3))[2]).toMatchObject({ leads: [{ firstContact: true }] });
  });

  it('does not remove a contact that was counted earlier', async () => {
    const [id] = await leads('Harbor Bakery');
    await world.call(setLeadStatus, sam, { ref: { id: id! }, status: 'in_progress' });
    await record(id!);
    await world.call(undoOutcome, sam, { ref: { id: id! } });
    expect((await world.emitted(leadStatusChanged, 3))[2]!.undoes).toBeUndefined();
    expect((await profile(id!)).userBusiness.status).toBe('in_progress');
  });

  it('rejects a changed lead, an older outcome and a second undo', async () => {
    const [first, second] = await leads('First', 'Second');
    await record(first!);
    await world.call(setNotes, ada, { ref: { id: first! }, notes: 'By another user' });
    const refused = { kind: 'conflict', code: 'stale_version' };
    expect(await failure(world.call(undoOutcome, sam, { ref: { id: first! } }))).toMatchObject(refused);
    await record(second!);
    expect(await failure(world.call(undoOutcome, ada, { ref: { id: second! } }))).toMatchObject(refused);
    await world.call(undoOutcome, sam, { ref: { id: second! } });
    expect(await failure(world.call(undoOutcome, sam, { ref: { id: second! } }))).toMatchObject(refused);
  });
});

describe('the next lead', () => {
  it('of My day is the most overdue lead, then due leads, then the newest new lead', async () => {
    const [today, overdue] = await leads('Today', 'Overdue', 'Older', 'Newer');
    await world.call(addActivity, sam, {
      ref: { id: today! },
      type: 'call',
      notes: 'x',
      scheduledAt: '2026-03-02T16:00:00Z',
    });
    await world.call(addActivity, sam, {
      ref: { id: overdue! },
      type: 'call',
      notes: 'x',
      scheduledAt: '2026-02-20T16:00:00Z',
    });
    let { next: at } = await next(myDay);
    const names: string[] = [];
    while (at) {
      names.push(at.name);
      at = (await record(at.id, { queue: { ...myDay, cursor: at.cursor } })).next;
    }
    expect(names).toEqual(['Overdue', 'Today', 'Newer', 'Older']);
  });

  it('of My day is still the shown lead after the view has marked it as viewed', async () => {
    const [third, second, first] = await leads('Third', 'Second', 'First');
    const cursor = (await next(myDay)).next!.cursor;
    await world.call(markViewed, sam, { ref: { id: second! } });
    const shown = await record(first!, { queue: { ...myDay, cursor }, expected: second! });
    expect(shown).toMatchObject({ next: { id: second, name: 'Second' }, missed: false });
    expect(await next({ ...myDay, cursor: shown.next!.cursor })).toMatchObject({ next: { id: third } });
    await world.call(setLeadStatus, ada, { ref: { id: second! }, status: 'closed_won' });
    expect(await next({ ...myDay, cursor }, second)).toMatchObject({ next: { id: third }, missed: true });
    await world.call(markViewed, sam, { ref: { id: third! } });
    await world.call(reassignLead, sam, { ref: { id: third! }, newUserId: alex.id });
    expect(await next({ ...myDay, cursor }, third)).toEqual({ next: null, missed: true });
  });

  it('of a list follows its filter and order, without skipped leads', async () => {
    const [, second] = await leads('Bakery one', 'Bakery two', 'Bakery three', 'Dentist');
    const list: LeadQueue = { from: 'list', q: 'bakery', status: ['new'], sort: 'oldest' };
    const first = (await next(list)).next!;
    const skippedTo = (await next({ ...list, cursor: first.cursor })).next!;
    expect([first.name, skippedTo.id]).toEqual(['Bakery one', second]);
    const third = (await record(second!, { queue: { ...list, cursor: skippedTo.cursor } })).next!;
    expect(third.name).toBe('Bakery three');
    expect((await next({ ...list, cursor: third.cursor })).next).toBeNull();
  });

  it('reports a missed lead only if it was reassigned or worked in the meantime', async () => {
    const [third, second, first] = await leads('Third', 'Second', 'First');
    const list: LeadQueue = { from: 'list', status: ['new'], cursor: (await next({ from: 'list' })).next!.cursor };
    expect(await next(list, second)).toMatchObject({ next: { id: second }, missed: false });
    await world.call(reassignLead, sam, { ref: { id: second! }, newUserId: alex.id });
    expect(await record(first!, { queue: list, expected: second! })).toMatchObject({
      next: { id: third },
      missed: true,
    });
    await world.call(setLeadStatus, ada, { ref: { id: third! }, status: 'closed_won' });
    expect(await next(list, third)).toEqual({ next: null, missed: true });
    expect(await next({ from: 'list' }, third)).toMatchObject({ missed: false });
  });

  it("is never tagged 'Do not contact' and never a lead of another user", async () => {
    const [id] = await leads('Marked');
    await assign(world, alex);
    await world.call(addTag, sam, { ref: { id: id! }, tag: 'Do not contact' });
    for (const from of ['my-day', 'list'] as const) expect((await next({ from })).next).toBeNull();
  });

  it('rejects a cursor of another queue', async () => {
    await leads('One');
    const { cursor } = (await next({ from: 'list' })).next!;
    expect(await failure(next({ from: 'my-day', cursor }))).toMatchObject({
      kind: 'invalid',
      code: 'validation_failed',
    });
  });
});
