import * as contracts from '@lead-finder/contracts';
import { poolOfTeam, type Actor, type UserBusiness } from '@lead-finder/contracts';
import { testActor } from '@lead-finder/testing';
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
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());
beforeEach(() => world.empty());

const west = { id: 10, name: 'West' };
const east = { id: 20, name: 'East' };
const ref = ({ id }: { id: number }) => ({ id });

/** Sam and Alex are in West, which Maria manages. */
function inWest() {
  world.teams.set(sam.id, west).set(alex.id, west);
  world.branches.set(maria.id, [sam.id, alex.id, poolOfTeam(west.id)]);
}

const giveBack = (lead: UserBusiness, actor: Actor = sam, notes?: string) =>
  world.call(contracts.returnLead, actor, { ref: ref(lead), reason: notes ? 'other' : 'no_time', notes });
const pool = (actor: Actor = sam, input = {}) => world.call(contracts.listPool, actor, input);
const claim = (lead: { id: number }, actor: Actor = alex) => world.call(contracts.claimLead, actor, { id: lead.id });
const get = (lead: UserBusiness, actor: Actor = ada) => world.call(contracts.getLead, actor, { ref: ref(lead) });
const history = (lead: UserBusiness, actor: Actor = ada) =>
  world.call(contracts.getLeadHistory, actor, { ref: ref(lead) });
const total = async (filter: object, actor: Actor = ada) => {
  const page = await world.call(contracts.listLeads, actor, { scope: 'all', ...filter });
  expect(page.leads).toHaveLength(page.total);
  return page.total;
};

describe('a lead that goes to the pool', () => {
  beforeEach(inWest);

  it('has no person any more, and keeps what is written about it', async () => {
    const lead = await assign(world, sam, {}, { tags: ['Hot'] });
    await world.call(contracts.setLeadStatus, sam, { ref: ref(lead), status: 'in_progress' });
    await world.call(contracts.setNotes, sam, { ref: ref(lead), notes: 'Ask for Jo' });
    await world.call(contracts.addActivity, sam, { ref: ref(lead), type: 'call', notes: 'No answer' });
    const { message, userBusiness } = await giveBack(lead);
    expect(message).toBe('Business returned to the pool');
    expect(userBusiness).toMatchObject({ id: lead.id, userId: null, status: 'in_progress', tags: ['Hot'] });
    const profile = await get(lead);
    expect(profile).toMatchObject({
      user: null,
      pool: { name: 'Pool of West' },
      userBusiness: { userId: null, notes: 'Ask for Jo', status: 'in_progress' },
    });
    expect(profile.contactActivities).toHaveLength(1);
  });

  it('says in its history, its timeline and the audit trail who returned it and why', async () => {
    const lead = await assign(world, sam);
    await giveBack(lead, sam, 'They moved to Reno');
    expect((await history(lead)).at(-1)).toMatchObject({
      history: { kind: 'returned', reason: 'other', notes: 'They moved to Reno' },
      previousUser: { username: 'sam' },
      newUser: { username: 'Pool of West' },
      changedBy: { username: 'sam' },
    });
    const { entries } = await world.call(contracts.getLeadTimeline, ada, { ref: ref(lead), pageSize: 1 });
    expect(entries[0]).toMatchObject({ kind: 'assignment', what: { move: 'returned', reason: 'other' } });
    expect((await world.emitted(contracts.leadsAudited, 1)).at(-1)).toMatchObject({
      action: 'lead_returned',
      details: { id: lead.id, from: sam.id, to: poolOfTeam(west.id) },
    });
  });

  it('goes to the pool of the organisation if its owner has no team', async () => {
    world.teams.delete(sam.id);
    const lead = await assign(world, sam);
    await giveBack(lead);
    expect((await get(lead)).pool).toEqual({ name: 'Pool' });
    expect((await pool(sam)).leads.map(({ id }) => id)).toEqual([lead.id]);
    expect((await pool(alex)).leads).toEqual([]);
  });

  it('needs a reason, and words for another one', async () => {
    const lead = await assign(world, sam);
    const returning = (input: object) =>
      failure(world.call(contracts.returnLead, sam, { ref: ref(lead), ...input } as never));
    expect(await returning({})).toMatchObject({
      details: { issues: [{ path: 'reason', message: 'Please choose a reason' }] },
    });
    expect(await returning({ reason: 'other', notes: ' ' })).toMatchObject({
      details: { issues: [{ path: 'notes', message: 'Please say why' }] },
    });
  });

  it('is refused to others, and to a pool that has the business or the lead already', async () => {
    const [businessId] = await register(world, found());
    const give = (to: Actor) => world.call(contracts.assignBusiness, ada, { userId: to.id, businessId: businessId! });
    const [first, second] = [(await give(sam)).userBusiness, (await give(alex)).userBusiness];
    expect(await failure(giveBack(first, alex))).toMatchObject({ kind: 'forbidden' });
    await giveBack(first);
    expect(await failure(giveBack(second, alex))).toMatchObject({
      code: 'already_assigned',
      message: 'This business is already assigned to Pool of West',
    });
    expect(await failure(giveBack(first, ada))).toMatchObject({ code: 'already_assigned' });
    expect(await failure(giveBack(first, sam))).toMatchObject({ kind: 'forbidden' });
  });

  it('notifies its owner once if another user returned it', async () => {
    const lead = await assign(world, sam);
    await giveBack(lead, maria);
    const { notifications } = await world.call(contracts.listNotifications, sam, {});
    expect(notifications[0]).toMatchObject({ title: 'Business returned to the pool', relatedUserBusinessId: null });
    expect(notifications).toHaveLength(2);
  });
});

describe('a lead in the pool', () => {
  beforeEach(inWest);

  it('is seen and reassigned by administrators and managers of the branch, and not worked by any user', async () => {
    const lead = await assign(world, sam);
    await giveBack(lead);
    const message = 'This customer is in a pool. Reassign it before you work on it.';
    for (const actor of [ada, maria]) {
      expect((await get(lead, actor)).user).toBeNull();
      const changing = world.call(contracts.setLeadStatus, actor, { ref: ref(lead), status: 'in_progress' });
      expect(await failure(changing)).toMatchObject({ kind: 'forbidden', message });
    }
    const { results } = await world.call(contracts.bulkSetStatus, ada, { ids: [lead.id], status: 'closed_won' });
    expect(results).toEqual({ success: 0, failed: 1, errors: [{ id: lead.id, message }] });
    for (const actor of [sam, alex]) expect(await failure(get(lead, actor))).toMatchObject({ kind: 'forbidden' });
    await world.call(contracts.reassignLead, maria, { ref: ref(lead), newUserId: alex.id });
    expect((await get(lead, alex)).user).toMatchObject({ id: alex.id });
  });

  it('is out of sight of a manager of a sibling branch', async () => {
    const bob = testActor(7, 'manager');
    world.branches.set(bob.id, [poolOfTeam(east.id)]);
    const lead = await assign(world, sam);
    await giveBack(lead);
    expect(await total({}, bob)).toBe(0);
    expect(await failure(get(lead, bob))).toMatchObject({ kind: 'forbidden' });
    expect(await failure(giveBack(lead, bob))).toMatchObject({ kind: 'forbidden' });
    expect(await total({}, maria)).toBe(1);
  });

  it('is in lists, totals, facets, map and export of those who see it, with a filter of its own', async () => {
    const place = { latitude: 30, longitude: -97 };
    const lead = await assign(world, sam, place);
    await assign(world, sam, place);
    await giveBack(lead);
    for (const actor of [ada, maria]) {
      expect(await total({}, actor)).toBe(2);
      for (const [filter, leads] of [
        [{ pool: true }, 1],
        [{ pool: false }, 1],
        [{ pool: true, hideClosed: true }, 1],
        [{ pool: true, state: 'TX' }, 1],
        [{ pool: true, state: 'CA' }, 0],
        [{ pool: true, userId: sam.id }, 0],
        [{ pool: west.id }, 1],
        [{ pool: west.id, userId: sam.id }, 0],
        [{ pool: east.id }, 0],
        [{ pool: 'organisation' }, 0],
      ] as const)
        expect(await total(filter, actor)).toBe(leads);
      const facets = await world.call(contracts.getLeadFacets, actor, { scope: 'all', pool: true });
      expect(facets.states).toEqual([{ value: 'TX', count: 1 }]);
      expect(facets.users).toEqual([]);
      expect(facets.pools).toEqual([{ pool: west.id, name: 'Pool of West', count: 1 }]);
      const map = await world.call(contracts.getLeadMap, actor, { scope: 'all', pool: true });
      expect(map.total).toBe(1);
      const { leads } = await world.call(contracts.pullLeads, actor, { scope: 'all', pool: true });
      expect(leads.map(({ userBusiness, user, pool }) => [userBusiness.id, user, pool])).toEqual([
        [lead.id, null, { name: 'Pool of West' }],
      ]);
    }
    expect(await total({ pool: true }, sam)).toBe(0);
  });

  it('is found by the pool of its team, which a manager of several branches needs', async () => {
    world.branches.set(maria.id, [sam.id, alex.id, ben.id, poolOfTeam(west.id), poolOfTeam(east.id)]);
    world.teams.set(ben.id, east);
    const western = await assign(world, sam);
    const eastern = await assign(world, ben);
    await giveBack(western);
    await giveBack(eastern, ada);
    const idsIn = async (pool: number | 'organisation', actor: Actor) => {
      const filter = { scope: 'all' as const, pool };
      const { leads } = await world.call(contracts.listLeads, actor, filter);
      const map = await world.call(contracts.getLeadMap, actor, filter);
      expect(map.total).toBe(leads.length);
      expect((await world.call(contracts.pullLeads, actor, filter)).leads).toHaveLength(leads.length);
      return leads.map(({ userBusiness }) => userBusiness.id);
    };
    for (const actor of [ada, maria]) {
      expect(await idsIn(west.id, actor)).toEqual([western.id]);
      expect(await idsIn(east.id, actor)).toEqual([eastern.id]);
      const { pools } = await world.call(contracts.getLeadFacets, actor, {
        scope: 'all',
        pool: east.id,
        status: 'new',
      });
      expect(pools.map(({ pool, count }) => [pool, count])).toEqual(
        expect.arrayContaining([
          [west.id, 1],
          [east.id, 1],
        ]),
      );
    }
    const bob = testActor(7, 'manager');
    world.branches.set(bob.id, [poolOfTeam(west.id)]);
    expect(await idsIn(west.id, bob)).toEqual([western.id]);
    expect(await idsIn(east.id, bob)).toEqual([]);
    expect(await idsIn(west.id, sam)).toEqual([]);
  });

  it('comes back to the pool from Recently Deleted', async () => {
    const lead = await assign(world, sam);
    await giveBack(lead);
    await world.call(contracts.deleteLead, ada, { ref: ref(lead) });
    expect((await pool()).total).toBe(0);
    await world.call(contracts.restoreDeletedLeads, ada, { ids: [lead.id] });
    expect((await pool()).total).toBe(1);
    expect((await history(lead)).at(-1)).toMatchObject({ history: { kind: 'returned', reason: 'no_time' } });
  });

  it('stays when its last owner is deleted', async () => {
    const lead = await assign(world, sam);
    await giveBack(lead);
    await world.call(contracts.dropUserLeads, null, { userId: sam.id, username: 'sam', version: 9 });
    expect((await pool(alex)).leads[0]).toMatchObject({ id: lead.id });
  });

  it('keeps its team from being removed', async () => {
    const lead = await assign(world, sam);
    await giveBack(lead);
    const close = () => world.call(contracts.closePool, null, { teamId: west.id });
    expect(await close()).toEqual({ leads: 1 });
    await claim(lead);
    expect(await close()).toEqual({ leads: 0 });
    expect(await failure(giveBack(lead, alex))).toMatchObject({ code: 'team_in_use' });
  });
});

describe('the page of the pool', () => {
  beforeEach(inWest);

  it('shows place, reason, history and activities, but no note and no contact details', async () => {
    const lead = await assign(world, sam, { name: 'Hometown Tire' }, { customFields: { email: 'jo@tire.example' } });
    await world.call(contracts.setNotes, sam, { ref: ref(lead), notes: 'Secret' });
    await world.call(contracts.addActivity, sam, { ref: ref(lead), type: 'meeting', notes: 'Mornings only' });
    await giveBack(lead, sam, 'Too far away');
    const page = await pool(alex);
    expect(page).toMatchObject({ name: 'Pool of West', total: 1, claimsADay: 10, claimedToday: 0 });
    expect(page.leads[0]).toMatchObject({
      business: { name: 'Hometown Tire' },
      history: [{ history: { kind: 'returned', notes: 'Too far away' } }, { newUser: { username: 'sam' } }],
      activities: [{ type: 'meeting', description: 'Mornings only', createdBy: { username: 'sam' } }],
    });
    expect(JSON.stringify(page)).not.toMatch(/Secret|jo@tire/);
  });

  it('goes on by cursor, searches by name, and sorts by distance', async () => {
    const names = ['Alpha', 'Beta', 'Gamma'];
    for (const [index, name] of names.entries())
      await giveBack(await assign(world, sam, { name, latitude: 30, longitude: -97 - index }));
    const first = await pool(alex, { pageSize: 2 });
    const second = await pool(alex, { pageSize: 2, cursor: first.nextCursor! });
    const namesOf = ({ leads }: typeof first) => leads.map(({ business }) => business.name);
    expect([namesOf(first), namesOf(second)]).toEqual([['Gamma', 'Beta'], ['Alpha']]);
    expect(namesOf(await pool(alex, { q: 'bet' }))).toEqual(['Beta']);
    expect(namesOf(await pool(alex, { sort: 'nearest', near: '30,-97' }))).toEqual(names);
    expect(await failure(pool(alex, { sort: 'nearest' }))).toMatchObject({ details: { issues: [{ path: 'near' }] } });
  });

  it('hides archived leads and existing customers', async () => {
    const lead = await assign(world, sam);
    await giveBack(lead);
    await world.call(contracts.archiveLead, ada, { ref: ref(lead) });
    expect((await pool(alex)).leads).toEqual([]);
    expect(await failure(claim(lead))).toMatchObject({ code: 'not_found' });
  });
});

describe('a claim', () => {
  beforeEach(inWest);

  it('gives the lead to the user, with a history that says so', async () => {
    const lead = await assign(world, sam);
    await giveBack(lead);
    const { userBusiness, claimedToday } = await claim(lead);
    expect(userBusiness).toMatchObject({ id: lead.id, userId: alex.id });
    expect(claimedToday).toBe(1);
    expect((await history(lead)).at(-1)).toMatchObject({
      history: { kind: 'claimed' },
      previousUser: { username: 'Pool of West' },
      newUser: { username: 'alex' },
    });
    expect((await world.emitted(contracts.leadsAudited, 2)).at(-1)).toMatchObject({ action: 'lead_claimed' });
    expect(await total({ pool: true })).toBe(0);
  });

  it('counts a contact once, as after a reassignment by hand', async () => {
    const [fresh, worked] = [await assign(world, sam), await assign(world, sam)];
    await world.call(contracts.setLeadStatus, sam, { ref: ref(worked), status: 'in_progress' });
    for (const lead of [fresh, worked]) {
      await giveBack(lead);
      await claim(lead);
      await world.call(contracts.setLeadStatus, alex, { ref: ref(lead), status: 'new' });
      await world.call(contracts.setLeadStatus, alex, { ref: ref(lead), status: 'recontact' });
    }
    const contacts = (await world.emitted(contracts.leadStatusChanged, 4)).flatMap(({ leads }) => leads);
    expect(contacts.filter(({ firstContact }) => firstContact)).toMatchObject([
      { leadId: worked.id, userId: sam.id },
      { leadId: fresh.id, userId: alex.id },
    ]);
  });

  it('is won by one of two users at the same time, and the other learns by whom', async () => {
    const lead = await assign(world, ada);
    world.teams.set(ada.id, west);
    await giveBack(lead, ada);
    const results = await Promise.allSettled([claim(lead, sam), claim(lead, alex)]);
    const lost = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = results[0]!.status === 'fulfilled' ? sam : alex;
    expect(lost.reason).toMatchObject({
      kind: 'conflict',
      code: 'already_claimed',
      message: `${winner.fullName} got this lead in the meantime`,
    });
    const loser = winner === sam ? alex : sam;
    expect((await pool(loser)).claimedToday).toBe(0);
    expect((await pool(winner)).claimedToday).toBe(1);
  });

  it('is refused outside the own pool, for leads of others and for a business that the user has', async () => {
    const outside = await assign(world, sam);
    expect(await failure(claim(outside))).toMatchObject({ code: 'not_found' });
    world.teams.set(alex.id, east);
    await giveBack(outside);
    expect(await failure(claim(outside))).toMatchObject({ code: 'not_found' });
    world.teams.set(alex.id, west);
    const { businessId } = outside;
    await world.call(contracts.assignBusiness, ada, { userId: alex.id, businessId });
    expect(await failure(claim(outside))).toMatchObject({ code: 'already_assigned' });
    expect((await pool(alex)).claimedToday).toBe(0);
    const second = await assign(world, sam);
    await giveBack(second);
    await claim(second);
    expect(await failure(claim(second))).toMatchObject({ code: 'already_assigned' });
  });

  it('is possible as often a day as the rule says, also at once, and again after midnight on the own clock', async () => {
    expect(await world.call(contracts.setPoolRule, ada, { claimsADay: 3 })).toEqual({ claimsADay: 3 });
    const leads = [];
    for (let n = 0; n < 8; n++) {
      const lead = await assign(world, sam);
      await giveBack(lead);
      leads.push(lead);
    }
    const results = await Promise.allSettled(leads.map((lead) => claim(lead)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await total({ userId: alex.id })).toBe(3);
    const waiting = (await pool(alex)).leads[0]!;
    expect(await failure(claim(waiting))).toMatchObject({ kind: 'conflict', code: 'claim_limit' });
    const inHonolulu = { ...alex, timeZone: 'Pacific/Honolulu' };
    // The same claims count on another clock.
    expect(await failure(claim(waiting, inHonolulu))).toMatchObject({ code: 'claim_limit' });
    world.clock.time = new Date('2026-03-03T07:00:00Z');
    expect(await failure(claim(waiting, inHonolulu))).toMatchObject({ code: 'claim_limit' });
    await claim(waiting, alex);
    expect((await pool(alex)).claimedToday).toBe(1);
  });

  it('has a rule from 1 to 1,000 that administrators set, with an entry of the audit trail', async () => {
    expect(await world.call(contracts.getPoolRule, ada, {})).toEqual({ claimsADay: 10 });
    for (const claimsADay of [0, 1001, 2.5])
      expect(await failure(world.call(contracts.setPoolRule, ada, { claimsADay }))).toMatchObject({
        details: { issues: [{ path: 'claimsADay', message: 'Claims a day must be from 1 to 1,000' }] },
      });
    expect(await failure(world.call(contracts.setPoolRule, maria, { claimsADay: 5 }))).toMatchObject({
      kind: 'forbidden',
    });
    for (const claimsADay of [5, 5, 6]) await world.call(contracts.setPoolRule, ada, { claimsADay });
    const changed = await world.emitted(contracts.leadsAudited, 2);
    expect(changed.map(({ details }) => details)).toEqual([
      { before: 10, after: 5 },
      { before: 5, after: 6 },
    ]);
  });
});
