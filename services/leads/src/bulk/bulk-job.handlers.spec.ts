import {
  bulkAddTags,
  bulkReassign,
  bulkReturn,
  bulkSetStatus,
  cancelBulkJob,
  countTags,
  getLead,
  getLeadHistory,
  getLeadTimeline,
  leadStatusChanged,
  listBulkJobs,
  listNotifications,
  reassignLead,
  setNotes,
  startBulkJob,
  undoBulkJob,
  type Actor,
  type BulkJob,
  type InputOf,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { ada, alex, assign, ben, failure, ivy, maria, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

let campaigns = 0;
/** Leads that no filter of another test selects. */
async function several(count: number, to: Actor = sam) {
  const q = `Campaign ${++campaigns}x`;
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push((await assign(world, to, { name: `${q} ${n}` })).id);
  return { ids, filter: { q } };
}
const lead = async (id: number) => (await world.call(getLead, ada, { ref: { id } })).userBusiness;
const start = (actor: Actor, input: InputOf<typeof startBulkJob>) => world.call(startBulkJob, actor, input);
const ended = (job: BulkJob) =>
  eventually(async () => {
    const { jobs } = await world.call(listBulkJobs, ada, {});
    const now = jobs.find((each) => each.id === job.id)!;
    if (!now.finishedAt || now.status === 'undoing') throw new Error(`${now.status}: ${now.done} of ${now.total}`);
    return now;
  });
const undo = async (job: BulkJob, actor = ada) => ended(await world.call(undoBulkJob, actor, { jobId: job.id }));

describe('a bulk job', () => {
  it('changes all leads that match at its start, and its undo restores them', async () => {
    const { ids, filter } = await several(5);
    const before = await Promise.all(ids.map(lead));
    const job = await ended(await start(ada, { action: 'archive', filter }));
    expect(job).toMatchObject({ status: 'completed', total: 5, done: 5, failed: 0, createdBy: { username: 'ada' } });
    for (const id of ids) expect(await lead(id)).toMatchObject({ archived: true });
    expect(await undo(job)).toMatchObject({ status: 'undone', undone: 5, kept: 0, undoableUntil: null });
    expect((await world.call(listNotifications, ada, {})).notifications.slice(0, 2)).toMatchObject([
      { type: 'job', title: 'Bulk action undone', message: 'Archive: 5 of 5 leads as before.' },
      { type: 'job', title: 'Bulk action finished', message: 'Archive: 5 of 5 leads.' },
    ]);
    const after = await Promise.all(ids.map(lead));
    expect(after.map(({ updatedAt: _, ...rest }) => rest)).toEqual(before.map(({ updatedAt: _, ...rest }) => rest));
  });

  it('has an undo that skips leads changed since', async () => {
    const { ids, filter } = await several(3);
    const job = await ended(await start(ada, { action: 'update-status', status: 'recontact', filter }));
    await world.call(setNotes, sam, { ref: { id: ids[1]! }, notes: 'Called back' });
    expect(await undo(job)).toMatchObject({ undone: 2, kept: 1 });
    expect(await Promise.all(ids.map(async (id) => (await lead(id)).status))).toEqual(['new', 'recontact', 'new']);
  });

  it('has an undo that removes only the contacts that the job counted', async () => {
    const { ids, filter } = await several(3);
    await world.call(bulkSetStatus, sam, { ids: [ids[0]!], status: 'in_progress' });
    await world.call(bulkSetStatus, sam, { ids: [ids[0]!], status: 'new' });
    const job = await ended(await start(ada, { action: 'update-status', status: 'closed_won', filter }));
    await undo(job);
    const [moved, back] = await eventually(async () => {
      const events = (await world.emitted(leadStatusChanged, 1)).filter((event) =>
        event.job?.startsWith(`bulk-${job.id}`),
      );
      if (events.length < 2) throw new Error('the events are on their way');
      return events;
    });
    expect(moved!.leads.map(({ leadId, firstContact }) => [leadId, firstContact])).toEqual(
      ids.map((id, n) => [id, n > 0]),
    );
    expect(back).toMatchObject({ undoes: moved!.job });
    expect(back!.leads.map(({ leadId, to }) => [leadId, to])).toEqual([
      [ids[1], 'new'],
      [ids[2], 'new'],
    ]);
    await world.forgetEvents();
    await world.call(bulkSetStatus, sam, { ids: [ids[1]!], status: 'recontact' });
    expect((await world.emitted(leadStatusChanged, 1))[0]!.leads[0]).toMatchObject({ firstContact: true });
  });

  it('that reassigns writes history for each lead and notifies each user once, as does its undo', async () => {
    const { ids, filter } = await several(4);
    const notificationsOf = async (actor: Actor) => (await world.call(listNotifications, actor, {})).total;
    const [alexBefore, samBefore] = [await notificationsOf(alex), await notificationsOf(sam)];
    const job = await ended(await start(ada, { action: 'reassign', filter, newUserId: alex.id, notes: 'Holiday' }));
    expect([await notificationsOf(alex), await notificationsOf(sam)]).toEqual([alexBefore + 1, samBefore]);
    await undo(job);
    expect([await notificationsOf(alex), await notificationsOf(sam)]).toEqual([alexBefore + 1, samBefore + 1]);
    for (const id of ids) {
      const entries = await world.call(getLeadHistory, ada, { ref: { id } });
      expect(entries.map(({ newUser, history }) => [newUser.username, history.notes])).toEqual([
        ['sam', null],
        ['alex', 'Holiday'],
        ['sam', 'Reassignment undone'],
      ]);
    }
  });

  it('that shares leads evenly gives each user as many, also one named twice, and its undo returns them', async () => {
    const { ids, filter } = await several(5);
    const job = await ended(await start(ada, { action: 'reassign', filter, newUserIds: [alex.id, alex.id, maria.id] }));
    expect(job).toMatchObject({ done: 5, failed: 0, newUser: null, newUsers: 2 });
    const owners = await Promise.all(ids.map(async (id) => (await lead(id)).userId));
    expect(owners).toEqual([alex.id, maria.id, alex.id, maria.id, alex.id]);
    const messages = async (actor: Actor) => (await world.call(listNotifications, actor, {})).notifications[0]!.message;
    expect([await messages(alex), await messages(maria)]).toEqual([
      expect.stringContaining('3'),
      expect.stringContaining('2'),
    ]);
    await undo(job);
    expect(await Promise.all(ids.map(async (id) => (await lead(id)).userId))).toEqual(ids.map(() => sam.id));
  });

  it('that reassigns needs one user or several, not both and not none', async () => {
    const { filter } = await several(1);
    for (const input of [{}, { newUserId: alex.id, newUserIds: [maria.id] }, { newUserIds: [] }])
      expect(await failure(start(ada, { action: 'reassign', filter, ...input }))).toMatchObject({ kind: 'invalid' });
  });

  it('that deletes cannot be undone', async () => {
    const { ids, filter } = await several(2);
    const job = await ended(await start(ada, { action: 'delete', filter }));
    expect(job).toMatchObject({ done: 2, undoableUntil: null });
    expect(await failure(lead(ids[0]!))).toMatchObject({ kind: 'not_found' });
    expect(await failure(undo(job))).toMatchObject({ kind: 'invalid', message: 'A deletion cannot be undone' });
  });

  it('changes only own leads for users who are no admins', async () => {
    const { ids, filter } = await several(1);
    const own = await assign(world, alex, { name: `${filter.q} own` });
    expect(await ended(await start(alex, { action: 'archive', filter }))).toMatchObject({ total: 1, done: 1 });
    expect([(await lead(ids[0]!)).archived, (await lead(own.id)).archived]).toEqual([false, true]);
  });

  it('of another user is visible to, cancelled and undone by admins only', async () => {
    const { filter } = await several(1);
    const job = await ended(await start(sam, { action: 'archive', filter }));
    expect((await world.call(listBulkJobs, maria, {})).jobs).toEqual([]);
    for (const contract of [cancelBulkJob, undoBulkJob]) {
      expect(await failure(world.call(contract, maria, { jobId: job.id }))).toMatchObject({ kind: 'not_found' });
    }
    await undo(job);
  });

  it('is rejected if it would do nothing', async () => {
    const filter = { q: 'nothing is called like this' };
    expect(await failure(start(ada, { action: 'archive', filter }))).toMatchObject({ kind: 'invalid' });
    expect(await failure(start(ada, { action: 'update-status', filter }))).toMatchObject({ kind: 'invalid' });
    const { filter: some } = await several(1);
    expect(await failure(start(ada, { action: 'reassign', filter: some, newUserId: ivy.id }))).toMatchObject({
      kind: 'invalid',
    });
  });

  it('is one of at most 20 of a user that are not finished, also if several start at once', async () => {
    const { ids, filter } = await several(1);
    const begin = (actor: Actor) => start(actor, { action: 'add-tags', tags: ['waiting'], filter });
    const holder = world.database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select 1 from user_businesses where id = $1 for update', ids);
    let jobs: BulkJob[];
    try {
      const begun = await Promise.allSettled(Array.from({ length: 25 }, () => begin(sam)));
      jobs = begun.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      expect(jobs).toHaveLength(20);
      expect(await failure(begin(sam))).toMatchObject({
        kind: 'limited',
        message: '20 of your bulk jobs are not finished yet. Please try again when some of them are.',
      });
      jobs.push(await begin(ada));
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    for (const job of jobs) await ended(job);
    await ended(await begin(sam));
  });

  it('shows itself and its undo in the timeline of each lead', async () => {
    const { ids, filter } = await several(2);
    const timelineOf = async (id: number) => {
      const { entries } = await world.call(getLeadTimeline, ada, { ref: { id }, kind: ['status', 'edit'] });
      return entries.map(({ by, what }) => ({ by: by?.username, what }));
    };
    await undo(await ended(await start(sam, { action: 'archive', filter })));
    await undo(await ended(await start(ada, { action: 'update-status', status: 'recontact', filter })));
    for (const id of ids) {
      expect(await timelineOf(id)).toEqual([
        { by: 'ada', what: { from: 'recontact', to: 'new' } },
        { by: 'ada', what: { from: 'new', to: 'recontact' } },
        { by: 'ada', what: { what: 'restored', names: [] } },
        { by: 'sam', what: { what: 'archived', names: [] } },
      ]);
    }
  });

  it('continues with the next chunk after a crash: each lead is moved, notified and counted once', async () => {
    const { ids } = await several(5);
    const notifications = async () => (await world.call(listNotifications, alex, {})).total;
    const before = await notifications();
    // Simulates a crash while the second chunk is written: the first is committed, the second rolled back.
    await world.database.query(
      `create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
       create trigger break_off before update on user_businesses for each row when (old.id = ${ids[3]}) execute function break_off()`,
    );
    const [{ id }] = (await world.database.query<{ id: number }>(
      `insert into bulk_jobs (action, actor, actor_id, new_user_id, total) values ('reassign', $1, $2, $3, 5) returning id`,
      [JSON.stringify(ada), ada.id, alex.id],
    )) as [{ id: number }];
    await world.database.query(
      'insert into bulk_job_pieces (job_id, piece, lead_ids) values ($1, 0, $2), ($1, 1, $3)',
      [id, ids.slice(0, 2), ids.slice(2)],
    );
    const job = async () => (await world.call(listBulkJobs, ada, {})).jobs.find((each) => each.id === id)!;
    await eventually(async () => expect(await job()).toMatchObject({ status: 'running', done: 2 }));
    const owners = async () => Promise.all(ids.map(async (each) => (await lead(each)).userId));
    expect(await owners()).toEqual([alex.id, alex.id, sam.id, sam.id, sam.id]);
    await world.database.query('drop trigger break_off on user_businesses; drop function break_off()');
    await eventually(async () => expect(await job()).toMatchObject({ status: 'completed', done: 5, failed: 0 }));
    expect(await owners()).toEqual(ids.map(() => alex.id));
    for (const each of ids) {
      const entries = await world.call(getLeadHistory, ada, { ref: { id: each } });
      expect(entries.map(({ newUser }) => newUser.username)).toEqual(['sam', 'alex']);
    }
    expect(await notifications()).toBe(before + 1);
    expect(await undo(await job())).toMatchObject({ undone: 5, kept: 0 });
    expect(await owners()).toEqual(ids.map(() => sam.id));
  }, 60_000);
});

describe('tags of many leads', () => {
  const setTags = (id: number, tags: string[]) =>
    world.database.query('update user_businesses set tags = $2 where id = $1', [id, tags]);
  const tagsOf = (ids: number[]) => Promise.all(ids.map(async (id) => (await lead(id)).tags));

  it('are renamed and merged in any case by a job, with counts and an undo', async () => {
    const { ids } = await several(4);
    const before = [['Tepid', 'a'], ['b', 'TEPID'], ['tepid', 'Lukewarm'], ['c']];
    for (const [n, tags] of before.entries()) await setTags(ids[n]!, tags);
    const counted = async () =>
      Object.fromEntries(
        (await world.call(countTags, ada, {})).map(({ value, count }) => [value.toLowerCase(), count]),
      );
    await eventually(async () => expect(await counted()).toMatchObject({ tepid: 3, lukewarm: 1 }));
    const filter = { tag: ['tepid'], archived: 'any' as const };
    const job = await ended(await start(ada, { action: 'replace-tags', filter, tags: ['tepid'], newTag: 'lukewarm' }));
    expect(job).toMatchObject({ total: 3, done: 3, removedTags: ['tepid'], addedTags: ['lukewarm'] });
    expect(await tagsOf(ids)).toEqual([['a', 'lukewarm'], ['b', 'lukewarm'], ['Lukewarm'], ['c']]);
    expect((await counted())['tepid']).toBeUndefined();
    expect(await undo(job)).toMatchObject({ undone: 3, kept: 0 });
    expect(await tagsOf(ids)).toEqual(before);
  });

  it('are renamed and removed also of leads in a pool, which no user hears of, and restored by an undo', async () => {
    const { ids } = await several(2);
    for (const id of ids) await setTags(id, ['Muddy']);
    const pooled = ids.slice(1);
    await world.call(bulkReturn, ada, { ids: pooled, reason: 'no_time' });
    const before = (await world.call(listNotifications, sam, {})).notifications.length;
    const rename = { action: 'replace-tags' as const, filter: { tag: ['muddy'] }, tags: ['muddy'], newTag: 'clear' };
    const renamed = await ended(await start(ada, rename));
    expect(renamed).toMatchObject({ total: 2, done: 2, failed: 0 });
    expect(await tagsOf(pooled)).toEqual([['clear']]);
    expect(await undo(renamed)).toMatchObject({ undone: 2, kept: 0 });
    expect(await tagsOf(pooled)).toEqual([['Muddy']]);
    const remove = { action: 'remove-tags' as const, filter: { tag: ['muddy'] }, tags: ['muddy'] };
    expect(await ended(await start(ada, remove))).toMatchObject({ done: 2, failed: 0 });
    expect(await tagsOf(ids)).toEqual([[], []]);
    expect((await world.call(bulkAddTags, ada, { ids: pooled, tags: ['Muddy'] })).results.success).toBe(0);
    expect((await world.call(listNotifications, sam, {})).notifications).toHaveLength(before);
  });

  it('never exceed 50 tags of a lead, and reject reserved tags', async () => {
    const { ids } = await several(2);
    await setTags(
      ids[0]!,
      Array.from({ length: 50 }, (_, n) => `tag ${n}`),
    );
    const { results } = await world.call(bulkAddTags, sam, { ids, tags: ['Extra', 'extra'] });
    expect(results).toEqual({ success: 1, failed: 1, errors: [{ id: ids[0], message: 'At most 50 tags' }] });
    expect(await tagsOf(ids.slice(1))).toEqual([['Extra']]);
    for (const tags of [['imported'], ['..'], [], Array.from({ length: 11 }, (_, n) => `t${n}`)])
      expect(await failure(world.call(bulkAddTags, ada, { ids, tags }))).toMatchObject({ kind: 'invalid' });
    const filter = { tag: ['Extra'] };
    expect(await failure(start(ada, { action: 'replace-tags', filter, tags: ['Extra'] }))).toMatchObject({
      details: { issues: [{ path: 'newTag', message: 'Please enter a new tag' }] },
    });
  });
});

describe('two admins at once', () => {
  /** Expects one owner, equal to the last one in the history, and an unbroken chain of entries. */
  async function expectTruth(ids: number[]) {
    const names = new Map([ada, maria, sam, alex].map(({ id, username }) => [id, username]));
    for (const id of ids) {
      const entries = await world.call(getLeadHistory, ada, { ref: { id } });
      const { userId } = await lead(id);
      expect(entries.at(-1)!.newUser.username).toBe(names.get(userId!));
      entries.slice(1).forEach((entry, n) => {
        expect(entry.previousUser).toEqual(entries[n]!.newUser);
        expect(entry.changedBy.username).toBe({ alex: 'ada', maria: 'ben', ada: 'ada' }[entry.newUser.username]);
      });
    }
  }

  it('with jobs on overlapping leads leave each lead one owner and a correct history', async () => {
    const { ids, filter } = await several(40);
    const odd = ids.filter((_, n) => n % 2);
    const jobs = await Promise.all([
      start(ada, { action: 'reassign', filter, newUserId: alex.id }),
      start(ben, { action: 'reassign', filter, newUserId: maria.id }),
    ]);
    const singles = odd.map((id) =>
      world.call(reassignLead, ada, { ref: { id }, newUserId: ada.id }).catch(() => null),
    );
    await Promise.all([...jobs.map(ended), ...singles]);
    await expectTruth(ids);
  });

  it('with overlapping selections do the same, and each result counts exactly its moved leads', async () => {
    const { ids } = await several(30);
    const [first, second] = [ids.slice(0, 20), ids.slice(10)];
    const outcomes = await Promise.all([
      world.call(bulkReassign, ada, { ids: first, newUserId: alex.id }),
      world.call(bulkReassign, ben, { ids: [...second].reverse(), newUserId: maria.id }),
      world.call(bulkReassign, ada, { ids: [...first].reverse(), newUserId: alex.id }),
    ]);
    await expectTruth(ids);
    const moved = await Promise.all(ids.map((id) => world.call(getLeadHistory, ada, { ref: { id } })));
    const moves = moved.flat().filter((entry) => entry.previousUser !== null).length;
    expect(outcomes.reduce((sum, { results }) => sum + results.success, 0)).toBe(moves);
  });
});
