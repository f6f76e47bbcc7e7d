import {
  assignBusiness,
  bulkArchive,
  bulkDelete,
  bulkReassign,
  bulkRestore,
  bulkSetStatus,
  deleteLead,
  getLead,
  getLeadHistory,
  listBulkJobs,
  listNotifications,
  reassignLead,
  setNotes,
  undoBulkJob,
  type Actor,
  type BulkJob,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import {
  ada,
  alex,
  assign,
  ben,
  failure,
  found,
  maria,
  register,
  sam,
  startWorld,
  type World,
} from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterEach(() => world.become(ben.id, { role: 'admin', active: true }));
afterAll(() => world.stop());

const several = async (count: number, to: Actor = sam) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push((await assign(world, to)).id);
  return ids;
};
const lead = async (id: number) => (await world.call(getLead, ada, { ref: { id } })).userBusiness;
/** The columns that an undo restores, and `revision`. */
const rowsOf = (ids: number[]) =>
  world.database.query<{ revision: number }>(
    `select id, user_id, status, archived, archived_at, assigned_at, viewed, first_contact_at, revision
     from user_businesses where id = any ($1) order by id`,
    [ids],
  );
const storedJobs = async () => (await world.database.query('select id from bulk_jobs')).length;
const archive = async (ids: number[], actor = ada) => (await world.call(bulkArchive, actor, { ids })).jobId!;
const undo = (jobId: number, actor = ada): Promise<BulkJob> => world.call(undoBulkJob, actor, { jobId });

describe('the undo of an action on selected leads', () => {
  it('restores at once what the action changed, and no list shows its job', async () => {
    const ids = await several(3);
    await archive([ids[0]!]);
    const before = await rowsOf(ids);
    const jobId = await archive(ids);
    expect(await undo(jobId)).toMatchObject({
      id: jobId,
      status: 'undone',
      total: 2,
      done: 2,
      undone: 2,
      kept: 0,
      undoableUntil: null,
    });
    expect(await rowsOf(ids)).toEqual(before.map((row, n) => ({ ...row, revision: row.revision + (n > 0 ? 2 : 0) })));
    expect((await world.call(listBulkJobs, ada, {})).jobs).toEqual([]);
  });

  it('archives again what was restored', async () => {
    const ids = await several(2);
    await archive(ids);
    const before = await rowsOf(ids);
    world.clock.forward();
    const { jobId } = await world.call(bulkRestore, sam, { ids });
    expect(await undo(jobId!, sam)).toMatchObject({ undone: 2 });
    expect(await rowsOf(ids)).toEqual(before.map((row) => ({ ...row, revision: row.revision + 2 })));
  });

  it('gives each lead back to its former user with its date of assignment, and notifies that user', async () => {
    const own = await several(2);
    const [other] = await several(1, maria);
    const before = await rowsOf([...own, other!]);
    world.clock.forward();
    const newest = async (actor: Actor) => (await world.call(listNotifications, actor, {})).notifications[0]!;
    const { jobId } = await world.call(bulkReassign, ben, { ids: [...own, other!], newUserId: alex.id });
    expect(await undo(jobId!, ben)).toMatchObject({ undone: 3, kept: 0 });
    expect(await rowsOf([...own, other!])).toEqual(before.map((row) => ({ ...row, revision: row.revision + 2 })));
    expect((await newest(sam)).message).toBe('2 businesses were reassigned to you by Ben Boss.');
    const { business } = await world.call(getLead, ada, { ref: { id: other! } });
    expect(await newest(maria)).toMatchObject({
      message: `${business.name} was reassigned to you by Ben Boss.`,
      relatedUserBusinessId: other,
    });
    const entries = await world.call(getLeadHistory, ada, { ref: { id: other! } });
    expect(entries.map(({ newUser, history }) => [newUser.username, history.notes])).toEqual([
      ['maria', null],
      ['alex', null],
      ['maria', 'Reassignment undone'],
    ]);
  });

  it('leaves leads that a user changed, moved or deleted since', async () => {
    const ids = (await several(4)) as [number, number, number, number];
    const jobId = await archive(ids);
    await world.call(setNotes, sam, { ref: { id: ids[0] }, notes: 'Called' });
    await world.call(reassignLead, ada, { ref: { id: ids[1] }, newUserId: alex.id });
    await world.call(deleteLead, ada, { ref: { id: ids[2] } });
    expect(await undo(jobId)).toMatchObject({ status: 'undone', undone: 1, kept: 3 });
    const archived = await Promise.all([ids[0], ids[1], ids[3]].map(async (id) => (await lead(id)).archived));
    expect(archived).toEqual([true, true, false]);
  });

  it('leaves a lead whose former user got the business by another lead', async () => {
    const [businessId] = await register(world, found());
    const give = async (to: Actor) =>
      (await world.call(assignBusiness, ada, { userId: to.id, businessId: businessId! })).userBusiness.id;
    const id = await give(sam);
    const { jobId } = await world.call(bulkReassign, ada, { ids: [id], newUserId: alex.id });
    await give(sam);
    expect(await undo(jobId!)).toMatchObject({ undone: 0, kept: 1 });
    expect((await lead(id)).userId).toBe(alex.id);
  });

  it('gets 409 if the former user gets the business in that moment, and leaves the lead the next time', async () => {
    const [businessId] = await register(world, found());
    const { userBusiness } = await world.call(assignBusiness, ada, { userId: sam.id, businessId: businessId! });
    const { jobId } = await world.call(bulkReassign, ada, { ids: [userBusiness.id], newUserId: alex.id });
    const assignment = world.database.dataSource.createQueryRunner();
    await assignment.startTransaction();
    await assignment.query(
      `insert into user_businesses (user_id, business_id, name) values (${sam.id}, ${businessId}, '')`,
    );
    const rejection = failure(undo(jobId!));
    await eventually(async () => {
      const waiting = await world.database.query(
        `select 1 from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`,
      );
      expect(waiting).toHaveLength(1);
    });
    await assignment.commitTransaction();
    await assignment.release();
    expect(await rejection).toMatchObject({ kind: 'conflict', code: 'already_assigned' });
    expect(await undo(jobId!)).toMatchObject({ status: 'undone', undone: 0, kept: 1 });
  });

  it('exists only for what can be undone', async () => {
    const ids = await several(2);
    const before = await storedJobs();
    expect(await world.call(bulkSetStatus, ada, { ids, status: 'recontact' })).not.toHaveProperty('jobId');
    expect(await world.call(bulkRestore, ada, { ids })).toMatchObject({ results: { success: 2 }, jobId: null });
    expect(await world.call(bulkArchive, maria, { ids })).toMatchObject({ results: { success: 0 }, jobId: null });
    expect(await world.call(bulkReassign, sam, { ids, newUserId: alex.id })).toMatchObject({ jobId: null });
    expect(await world.call(bulkDelete, ada, { ids })).not.toHaveProperty('jobId');
    expect(await storedJobs()).toBe(before);
  });

  it('has the same job for a repeated request', async () => {
    const ids = await several(1);
    const first = await world.call(bulkArchive, ada, { ids }, 'the same key');
    const stored = await storedJobs();
    expect(await world.call(bulkArchive, ada, { ids }, 'the same key')).toEqual(first);
    expect(first.jobId).toEqual(expect.any(Number));
    expect(await storedJobs()).toBe(stored);
  });

  it('happens once, also if two are sent at the same time or one is repeated', async () => {
    const ids = await several(3);
    const before = await rowsOf(ids);
    const jobId = await archive(ids);
    const both = await Promise.allSettled([undo(jobId), undo(jobId)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await failure(undo(jobId))).toMatchObject({ message: 'This job cannot be undone any more' });
    expect(await rowsOf(ids)).toEqual(before.map((row) => ({ ...row, revision: row.revision + 2 })));
    const next = await archive(ids);
    const keyed = () => world.call(undoBulkJob, ada, { jobId: next }, 'undo once');
    expect(await keyed()).toEqual(await keyed());
  });

  it('of another user is for administrators only', async () => {
    const ids = await several(1);
    const jobId = await archive(ids, sam);
    for (const actor of [maria, alex]) expect(await failure(undo(jobId, actor))).toMatchObject({ kind: 'not_found' });
    expect(await undo(jobId, ada)).toMatchObject({ status: 'undone', undone: 1, createdBy: { username: 'sam' } });
  });

  it.each([
    ['was demoted', { role: 'user' } as const],
    ['was deactivated', { active: false }],
  ])('asks for the rights of that moment: a creator who %s gets 403, and it can still be undone', async (_, change) => {
    const ids = await several(2);
    const jobId = await archive(ids, ben);
    world.become(ben.id, change);
    expect(await failure(undo(jobId, ben))).toMatchObject({ kind: 'forbidden' });
    expect((await lead(ids[0]!)).archived).toBe(true);
    expect(await undo(jobId, ada)).toMatchObject({ status: 'undone', undone: 2 });
  });

  it('ends after 30 days', async () => {
    const jobId = await archive(await several(1));
    await world.database.query(`update bulk_jobs set finished_at = now() - interval '31 days' where id = $1`, [jobId]);
    expect(await failure(undo(jobId))).toMatchObject({ kind: 'invalid' });
  });

  it('that meets a change wins or leaves the lead, but never overwrites the change', async () => {
    for (let round = 0; round < 10; round++) {
      const [id] = await several(1);
      const jobId = await archive([id!]);
      const [{ undone, kept }] = await Promise.all([
        undo(jobId),
        world.call(setNotes, sam, { ref: { id: id! }, notes: 'Called' }),
      ]);
      expect(undone + kept).toBe(1);
      expect(await lead(id!)).toMatchObject({ archived: kept === 1, notes: 'Called' });
    }
  });

  it.each([
    ['the action', 'insert on bulk_job_images', true],
    ['the undo', 'update on bulk_job_images', false],
  ])('loses nothing in a crash during %s', async (_, event, failsAtOnce) => {
    const ids = await several(2);
    const given = failsAtOnce ? null : await archive(ids);
    const [rows, stored] = [await rowsOf(ids), await storedJobs()];
    await world.database.query(
      `create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
       create trigger break_off after ${event} for each row execute function break_off()`,
    );
    expect(await failure(given === null ? archive(ids) : undo(given))).toMatchObject({ kind: 'internal' });
    await world.database.query('drop trigger break_off on bulk_job_images; drop function break_off()');
    expect([await rowsOf(ids), await storedJobs()]).toEqual([rows, stored]);
    expect(await undo(given ?? (await archive(ids)))).toMatchObject({ status: 'undone', undone: 2 });
  });
});
