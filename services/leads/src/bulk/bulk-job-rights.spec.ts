import {
  getLead,
  listBulkJobs,
  startBulkJob,
  undoBulkJob,
  userChanged,
  type Actor,
  type BulkJob,
} from '@lead-finder/contracts';
import { eventually, testUser } from '@lead-finder/testing';
import { ada, alex, assign, ben, failure, sam, startWorld, type World } from '../../test/world.js';
import { BulkJobProcessor } from './bulk-job.processor.js';

describe('a bulk job', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()));
  afterAll(() => world.stop());

  /** A job that gives each user a lead of Sam, which runs once Alex is deactivated. */
  const reassignWithout = async (newUserId: number | null, ...shares: (number | null)[]) => {
    const ids: number[] = [];
    for (const _ of shares) ids.push((await assign(world, sam)).id);
    const id = await world.database.transaction(async () => {
      const [job] = await world.database.query<{ id: number }>(
        `insert into bulk_jobs (action, actor, actor_id, new_user_id, total) values ('reassign', $1, $2, $3, $4) returning id`,
        [JSON.stringify(ada), ada.id, newUserId, ids.length],
      );
      await world.database.query(
        `insert into bulk_job_pieces (job_id, piece, lead_ids, new_user_id)
         select $1, n, array[lead], share from unnest($2::bigint[], $3::bigint[]) with ordinality as given (lead, share, n)`,
        [job!.id, ids, shares],
      );
      await world.publish(userChanged, testUser({ ...alex, active: false, version: 9 }));
      return job!.id;
    });
    await world.get(BulkJobProcessor).wake(id);
    const job = async () => (await world.call(listBulkJobs, ada, {})).jobs.find((each) => each.id === id);
    await eventually(async () => expect((await job())?.status).not.toBe('running'));
    const owners: (number | null)[] = [];
    for (const lead of ids) owners.push((await world.call(getLead, ada, { ref: { id: lead } })).userBusiness.userId);
    return { job: await job(), owners };
  };

  it('gives no more leads to a user who was deactivated meanwhile', async () => {
    const { job, owners } = await reassignWithout(alex.id, null, null);
    expect(job).toMatchObject({ status: 'failed', done: 0 });
    expect(owners).toEqual([sam.id, sam.id]);
  });

  it('that shares leads leaves those of such a user, and gives the others theirs', async () => {
    await assign(world, ben);
    const { job, owners } = await reassignWithout(null, alex.id, ben.id);
    expect(job).toMatchObject({ status: 'completed', done: 1, failed: 1 });
    expect(owners).toEqual([sam.id, ben.id]);
  });
});

describe('the rights of the creator of a bulk job', () => {
  let world: World;
  let campaigns = 0;
  beforeAll(async () => {
    world = await startWorld();
    await assign(world, alex);
  });
  afterEach(() => world.become(ben.id, { role: 'admin', active: true }));
  afterAll(() => world.stop());

  const several = async (count: number, to: Actor) => {
    const q = `Rights ${++campaigns}x`;
    const ids: number[] = [];
    for (let n = 0; n < count; n++) ids.push((await assign(world, to, { name: `${q} ${n}` })).id);
    return { ids, filter: { q } };
  };
  const ownersOf = (ids: number[]) =>
    Promise.all(ids.map(async (id) => (await world.call(getLead, ada, { ref: { id } })).userBusiness.userId));
  const job = async (id: number) => (await world.call(listBulkJobs, ada, {})).jobs.find((each) => each.id === id)!;
  const comesTo = (id: number, state: Partial<BulkJob>) =>
    eventually(
      async () => {
        // The reconciler does the same, every five seconds.
        await world.get(BulkJobProcessor).wake(id);
        expect(await job(id)).toMatchObject(state);
      },
      { within: 20_000 },
    );
  /** Fails the update of a lead, so that a job of Ben stops at its second chunk until the trigger is dropped. */
  const stuckAt = (leadId: number) =>
    world.database.query(
      `create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
       create trigger break_off before update on user_businesses for each row when (old.id = ${leadId}) execute function break_off()`,
    );
  /** Changes Ben and lets the job continue, between two attempts at its second chunk. */
  const goOnWith = (id: number, change: Parameters<World['become']>[1]) =>
    world.database.transaction(async () => {
      await world.database.query('select from bulk_jobs where id = $1 for update', [id]);
      world.become(ben.id, change);
      await world.database.query('drop trigger break_off on user_businesses; drop function break_off()');
    });
  const inTwoChunks = async (first: number[], second: number[]) => {
    const [{ id }] = (await world.database.query<{ id: number }>(
      `insert into bulk_jobs (action, actor, actor_id, new_user_id, total) values ('reassign', $1, $2, $3, $4) returning id`,
      [JSON.stringify(ben), ben.id, alex.id, first.length + second.length],
    )) as [{ id: number }];
    await world.database.query(
      'insert into bulk_job_pieces (job_id, piece, lead_ids) values ($1, 0, $2), ($1, 1, $3)',
      [id, first, second],
    );
    return id;
  };

  it.each([
    ['was demoted', { role: 'user' } as const],
    ['was deactivated', { active: false }],
  ])(
    'are checked at each chunk: the job of a creator who %s stops, and another administrator can undo it',
    async (_, change) => {
      const { ids } = await several(4, sam);
      await stuckAt(ids[2]!);
      const id = await inTwoChunks(ids.slice(0, 2), ids.slice(2));
      await comesTo(id, { status: 'running', done: 2 });
      await goOnWith(id, change);
      await comesTo(id, { status: 'failed', done: 2, failed: 0 });
      expect(await ownersOf(ids)).toEqual([alex.id, alex.id, sam.id, sam.id]);
      await world.call(undoBulkJob, ada, { jobId: id });
      await comesTo(id, { status: 'undone', undone: 2 });
      expect(await ownersOf(ids)).toEqual(ids.map(() => sam.id));
    },
  );

  it('are checked again by an undo: a former administrator gets 403 and nothing changes', async () => {
    const { ids, filter } = await several(2, sam);
    const { id } = await world.call(startBulkJob, ben, { action: 'archive', filter });
    await comesTo(id, { status: 'completed', done: 2 });
    expect(await failure(world.call(undoBulkJob, { ...ben, role: 'user' }, { jobId: id }))).toMatchObject({
      kind: 'forbidden',
      code: 'forbidden',
    });
    expect(await job(id)).toMatchObject({ status: 'completed', undone: 0 });
    expect((await world.call(getLead, ada, { ref: { id: ids[0]! } })).userBusiness.archived).toBe(true);
  });

  it('are checked during an undo: another administrator can finish it', async () => {
    const { ids, filter } = await several(2, sam);
    const { id } = await world.call(startBulkJob, ben, { action: 'reassign', filter, newUserId: alex.id });
    await comesTo(id, { status: 'completed', done: 2 });
    // The gateway accepted the request; the worker checks the role again.
    world.become(ben.id, { role: 'manager', active: false });
    await world.call(undoBulkJob, ben, { jobId: id });
    await comesTo(id, { status: 'failed', undone: 0 });
    expect(await ownersOf(ids)).toEqual([alex.id, alex.id]);
    await world.call(undoBulkJob, ada, { jobId: id });
    await comesTo(id, { status: 'undone', undone: 2 });
  });

  it('cover a job on own leads with any role', async () => {
    const { filter } = await several(2, sam);
    const { id } = await world.call(startBulkJob, sam, { action: 'archive', filter });
    await comesTo(id, { status: 'completed', done: 2 });
    await world.call(undoBulkJob, sam, { jobId: id });
    await comesTo(id, { status: 'undone', undone: 2 });
  });
});
