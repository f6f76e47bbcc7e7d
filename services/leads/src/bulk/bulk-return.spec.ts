import * as contracts from '@lead-finder/contracts';
import { poolOfTeam, type Actor, type UserBusiness } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { ada, alex, assign, failure, found, maria, register, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());
beforeEach(async () => {
  await world.empty();
  world.teams.set(sam.id, west).set(alex.id, east);
  world.branches.set(maria.id, [sam.id, poolOfTeam(west.id)]);
});

const west = { id: 10, name: 'West' };
const east = { id: 20, name: 'East' };
const idsOf = (leads: UserBusiness[]) => leads.map(({ id }) => id);
const returning = (leads: UserBusiness[], actor: Actor = ada) =>
  world.call(contracts.bulkReturn, actor, { ids: idsOf(leads), reason: 'no_time', notes: 'On leave' });
const placeOf = async ({ id }: UserBusiness) => {
  const { user, pool } = await world.call(contracts.getLead, ada, { ref: { id } });
  return user?.username ?? pool?.name;
};
const places = (leads: UserBusiness[]) => Promise.all(leads.map(placeOf));
const ended = (id: number) =>
  eventually(async () => {
    const { jobs } = await world.call(contracts.listBulkJobs, ada, {});
    const job = jobs.find((each) => each.id === id);
    if (!job?.finishedAt || job.status === 'undoing') throw new Error('It runs');
    return job;
  });
const start = (filter: contracts.LeadFilter, actor: Actor = ada) =>
  world.call(contracts.startBulkJob, actor, { action: 'return-to-pool', filter, reason: 'owner_left' });

describe('a bulk action that returns leads to the pool', () => {
  it('moves each lead to the pool of its owner, with its reason, and notifies each owner once', async () => {
    const leads = [await assign(world, sam), await assign(world, sam), await assign(world, alex)];
    const { message, results } = await returning(leads);
    expect(message).toBe('3 businesses returned to the pool');
    expect(results).toMatchObject({ success: 3, failed: 0 });
    expect(await places(leads)).toEqual(['Pool of West', 'Pool of West', 'Pool of East']);
    const entries = await world.call(contracts.getLeadHistory, ada, { ref: { id: leads[0]!.id } });
    expect(entries.at(-1)).toMatchObject({ history: { kind: 'returned', reason: 'no_time', notes: 'On leave' } });
    const { notifications } = await world.call(contracts.listNotifications, sam, {});
    expect(notifications.filter(({ title }) => title.includes('pool'))).toMatchObject([
      {
        title: 'Businesses returned to the pool',
        message: '2 businesses of yours went back to the pool by Ada Admin.',
      },
    ]);
    expect((await world.emitted(contracts.leadsAudited, 1)).at(-1)).toMatchObject({ action: 'leads_returned' });
  });

  it('leaves what is in a pool, what the pool has already, and what the user may not move', async () => {
    const [businessId] = await register(world, found());
    world.teams.set(alex.id, west);
    const give = async (to: Actor) =>
      (await world.call(contracts.assignBusiness, ada, { userId: to.id, businessId: businessId! })).userBusiness;
    const [first, second] = [await give(sam), await give(alex)];
    const { results } = await returning([first, second]);
    expect(results.errors).toEqual([{ id: second.id, message: 'This business is already in the pool' }]);
    expect((await returning([first])).results.errors).toEqual([
      { id: first.id, message: 'This business is already in the pool' },
    ]);
    expect((await returning([second], sam)).results.errors[0]?.message).toBe(
      'This customer is assigned to another user',
    );
    expect(await places([first, second])).toEqual(['Pool of West', 'alex']);
  });

  it('is undone by the user who made it, except for leads that were claimed since', async () => {
    const leads = [await assign(world, sam), await assign(world, sam)];
    world.teams.set(alex.id, west);
    const { jobId } = await returning(leads, sam);
    await world.call(contracts.claimLead, alex, { id: leads[1]!.id });
    expect(await world.call(contracts.undoBulkJob, sam, { jobId: jobId! })).toMatchObject({ undone: 1, kept: 1 });
    expect(await places(leads)).toEqual(['sam', 'alex']);
  });

  it('needs a reason, and words for another one', async () => {
    const lead = await assign(world, sam);
    const sent = (input: object) =>
      failure(world.call(contracts.bulkReturn, sam, { ids: [lead.id], ...input } as never));
    expect(await sent({})).toMatchObject({ details: { issues: [{ path: 'reason' }] } });
    expect(await sent({ reason: 'other' })).toMatchObject({ details: { issues: [{ path: 'notes' }] } });
    const filter = { userId: sam.id };
    const starting = (input: object) =>
      failure(world.call(contracts.startBulkJob, ada, { action: 'return-to-pool', filter, ...input } as never));
    expect(await starting({})).toMatchObject({ details: { issues: [{ path: 'reason' }] } });
    expect(await starting({ reason: 'other' })).toMatchObject({ details: { issues: [{ path: 'notes' }] } });
  });
});

describe('a bulk job that returns the leads of a user who leaves', () => {
  it('moves all of them, also archived ones, and its undo gives them back', async () => {
    const leads = [await assign(world, sam), await assign(world, sam), await assign(world, alex)];
    await world.call(contracts.archiveLead, sam, { ref: { id: leads[1]!.id } });
    const { id } = await start({ userId: sam.id, archived: 'any', existingCustomers: true });
    expect(await ended(id)).toMatchObject({ status: 'completed', action: 'return-to-pool', total: 2, done: 2 });
    expect(await places(leads)).toEqual(['Pool of West', 'Pool of West', 'alex']);
    await world.call(contracts.undoBulkJob, ada, { jobId: id });
    expect(await ended(id)).toMatchObject({ status: 'undone', undone: 2, kept: 0 });
    expect(await places(leads)).toEqual(['sam', 'sam', 'alex']);
    const entries = await world.call(contracts.getLeadHistory, ada, { ref: { id: leads[0]!.id } });
    expect(entries.map(({ history }) => history.notes)).toEqual([null, null, 'Return undone']);
  });

  it('moves for a manager only leads of the branch', async () => {
    const leads = [await assign(world, sam), await assign(world, alex)];
    const { id } = await start({}, maria);
    expect(await ended(id)).toMatchObject({ total: 1, done: 1 });
    expect(await places(leads)).toEqual(['Pool of West', 'alex']);
    await world.call(contracts.undoBulkJob, maria, { jobId: id });
    expect(await ended(id)).toMatchObject({ status: 'undone', undone: 1 });
  });
});
