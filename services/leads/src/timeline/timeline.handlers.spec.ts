import {
  addActivity,
  addTag,
  bulkArchive,
  bulkSetStatus,
  getLeadTimeline,
  markExistingCustomer,
  reassignLead,
  removeTag,
  setCustomFields,
  setLeadStatus,
  setNotes,
  type Actor,
} from '@lead-finder/contracts';
import { ada, alex, assign, failure, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const timeline = (id: number, input = {}, actor: Actor = ada) =>
  world.call(getLeadTimeline, actor, { ref: { id }, ...input });

describe('the timeline', () => {
  it('has assignments, statuses, activities and edits with their authors', async () => {
    const { id } = await assign(world, sam);
    const ref = { id };
    await world.call(setLeadStatus, sam, { ref, status: 'in_progress' });
    await world.call(addActivity, sam, { ref, type: 'call', notes: 'Spoke' });
    await world.call(setNotes, sam, { ref, notes: 'Call in May' });
    await world.call(setCustomFields, sam, { ref, customFields: { email: 'a@b.example' } });
    await world.call(addTag, sam, { ref, tag: 'Spring' });
    await world.call(removeTag, sam, { ref, tag: 'spring' });
    await world.call(markExistingCustomer, sam, { ref });
    await world.call(reassignLead, ada, { ref, newUserId: alex.id, notes: 'Closer to him' });
    const { entries, nextCursor } = await timeline(id);
    expect(nextCursor).toBeNull();
    const assigned = { move: 'assigned', reason: null };
    const said = entries.map(({ kind, by, what }) => ({ kind, by: by?.username, what }));
    expect(said).toHaveLength(9);
    expect(said).toEqual(
      expect.arrayContaining([
        { kind: 'assignment', by: 'ada', what: { ...assigned, from: null, to: 'sam', notes: null } },
        { kind: 'status', by: 'sam', what: { from: 'new', to: 'in_progress' } },
        { kind: 'activity', by: 'sam', what: expect.objectContaining({ type: 'call', description: 'Spoke' }) },
        { kind: 'edit', by: 'sam', what: { what: 'notes', names: [] } },
        { kind: 'edit', by: 'sam', what: { what: 'details', names: ['email'] } },
        { kind: 'edit', by: 'sam', what: { what: 'tags-added', names: ['Spring'] } },
        { kind: 'edit', by: 'sam', what: { what: 'tags-removed', names: ['Spring'] } },
        { kind: 'edit', by: 'sam', what: { what: 'customer-marked', names: [] } },
        { kind: 'assignment', by: 'ada', what: { ...assigned, from: 'sam', to: 'alex', notes: 'Closer to him' } },
      ]),
    );
    const moments = entries.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
  });

  it('is filtered by kind and read page by page', async () => {
    const { id } = await assign(world, sam);
    for (const status of ['in_progress', 'recontact', 'closed_won', 'closed_lost', 'new'] as const) {
      await world.call(setLeadStatus, sam, { ref: { id }, status });
    }
    const to: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await timeline(id, { kind: 'status', pageSize: 2, cursor });
      to.push(...page.entries.map((entry) => (entry.kind === 'status' ? entry.what.to : entry.kind)));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(to).toEqual(['new', 'closed_lost', 'closed_won', 'recontact', 'in_progress']);
    expect((await timeline(id, { kind: ['activity', 'import'] })).entries).toEqual([]);
    expect(await failure(timeline(id, { cursor: 'made-up' }))).toMatchObject({ kind: 'invalid' });
  });

  it('has bulk actions that changed the lead', async () => {
    const { id } = await assign(world, sam);
    for (let times = 0; times < 2; times++) {
      await world.call(bulkSetStatus, sam, { ids: [id], status: 'recontact' });
      await world.call(bulkArchive, sam, { ids: [id] });
    }
    const { entries } = await timeline(id, { kind: ['status', 'edit'] });
    expect(entries.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        { from: 'new', to: 'recontact' },
        { what: 'archived', names: [] },
      ]),
    );
    expect(entries).toHaveLength(2);
  });

  it('shows the import that created the lead', async () => {
    const { id } = await assign(world, sam);
    await world.database.query('update user_businesses set import_id = 7, import_row = 42 where id = $1', [id]);
    expect((await timeline(id, { kind: 'import' })).entries).toMatchObject([
      { by: null, what: { importId: 7, row: 42 } },
    ]);
  });

  it('is not for strangers', async () => {
    const { id } = await assign(world, sam);
    expect(await failure(timeline(id, {}, alex))).toMatchObject({ kind: 'forbidden' });
  });
});
