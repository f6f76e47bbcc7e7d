import * as contracts from '@lead-finder/contracts';
import { poolOfTeam, type Actor, type UserBusiness } from '@lead-finder/contracts';
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
import { testActor } from '@lead-finder/testing';
import { Recycler } from './recycler.js';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());
const north = { id: 71, name: 'North', path: [72, 71] };
const weekdays = [1, 2, 3, 4, 5];
beforeEach(async () => {
  await world.empty();
  world.teams.set(sam.id, north).set(alex.id, north);
  world.branches.set(maria.id, [sam.id, alex.id, poolOfTeam(71)]);
  for (const { id } of [sam, alex]) world.workingDays.set(id, weekdays);
});

const terms = { untouchedDays: 10, remindDays: 3, coolDownDays: 30 };
const switchOn = (rule = {}) =>
  world.call(contracts.setRecyclingRule, ada, { teamId: 71, active: true, ...terms, ...rule });
const ref = ({ id }: { id: number }) => ({ ref: { id } });
const profile = (lead: UserBusiness, actor: Actor = ada) => world.call(contracts.getLead, actor, ref(lead));
/** Runs at noon in Chicago. */
async function on(day: string) {
  world.clock.time = new Date(`2026-${day}T18:00:00Z`);
  await world.get(Recycler).run();
}
const after = async (...days: string[]) => {
  for (const day of days) await on(day);
};
const titles = async (actor: Actor) =>
  (await world.call(contracts.listNotifications, actor, {})).notifications
    .filter(({ type }) => type === 'recycling')
    .map(({ title, message }) => [title, message]);
const tonight = (actor: Actor) => world.call(contracts.listRecycling, actor, {});
const veto = (lead: UserBusiness, actor: Actor) => world.call(contracts.vetoRecycling, actor, { id: lead.id });
const edits = async (lead: UserBusiness) =>
  (await world.call(contracts.getLeadTimeline, ada, { ...ref(lead), kind: ['edit'] })).entries.map(({ what }) => what);

describe('an untouched lead', () => {
  it('is reminded of, announced to the manager, and goes to the pool, each once', async () => {
    await switchOn();
    const lead = await assign(world, sam);
    await after('03-10', '03-11', '03-11', '03-12');
    expect(await titles(sam)).toEqual([
      ['Lead goes back to the pool soon', expect.stringContaining('in 3 working days')],
    ]);
    expect((await world.call(contracts.listRecycling, sam, { own: true })).leads).toMatchObject([
      { id: lead.id, user: { id: sam.id }, forecast: { movesOn: '2026-03-16', reminded: true, tonight: false } },
    ]);
    expect(await tonight(maria)).toEqual({ leads: [], total: 0 });
    await after('03-13', '03-16', '03-16');
    expect(await titles(maria)).toEqual([
      ['Lead moves tonight', '1 lead of your teams goes back to the pool tonight. You can veto.'],
    ]);
    for (const actor of [maria, ada])
      expect(await tonight(actor)).toMatchObject({ total: 1, leads: [{ id: lead.id, forecast: { tonight: true } }] });
    expect(await tonight(sam)).toEqual({ leads: [], total: 0 });
    const elsewhere = testActor(7, 'manager');
    world.branches.set(elsewhere.id, [ben.id]);
    expect(await tonight(elsewhere)).toEqual({ leads: [], total: 0 });
    expect(await failure(veto(lead, elsewhere))).toMatchObject({ kind: 'not_found' });
    await after('03-17', '03-17');
    const { user, pool } = await profile(lead);
    expect([user, pool]).toEqual([null, { name: 'Pool of North' }]);
    expect((await titles(sam))[0]).toEqual([
      'Lead went back to the pool',
      '1 untouched lead of yours went back to the pool.',
    ]);
    const history = await world.call(contracts.getLeadHistory, ada, ref(lead));
    expect(history.at(-1)).toMatchObject({
      history: { kind: 'returned', reason: 'untouched' },
      previousUser: { username: 'sam' },
      changedBy: { username: 'Pool of North' },
    });
    expect(await edits(lead)).toEqual([{ what: 'recycling-reminded', names: [] }]);
    const audited = await world.emitted(contracts.leadsAudited, 2);
    expect(audited.map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['recycling_rule_changed', 'North', { before: null, after: { teamId: 71, active: true, ...terms } }],
      ['leads_recycled', '1 lead of Sam Seller', { from: sam.id, to: poolOfTeam(71), ids: [lead.id] }],
    ]);
    expect(await titles(sam)).toHaveLength(2);
    expect(await titles(maria)).toHaveLength(1);
  });

  it('cannot be claimed by its last owner before the cool-down has ended, and by a colleague at once', async () => {
    await switchOn();
    const leads = [await assign(world, sam), await assign(world, sam)];
    await after('03-11', '03-16', '03-17');
    const claim = (actor: Actor, id: number) => world.call(contracts.claimLead, actor, { id });
    expect(await failure(claim(sam, leads[0]!.id))).toMatchObject({
      kind: 'conflict',
      code: 'cooling_down',
      message: 'You had this lead last. You can claim it again on Apr 16, 2026',
    });
    const pool = async (actor: Actor) => (await world.call(contracts.listPool, actor, {})).leads;
    expect((await pool(sam)).map(({ coolsDownUntil }) => coolsDownUntil)).toEqual(
      Array(2).fill('2026-04-16T18:00:00.000Z'),
    );
    expect((await pool(alex)).map(({ coolsDownUntil }) => coolsDownUntil)).toEqual([undefined, undefined]);
    await claim(alex, leads[0]!.id);
    world.clock.time = new Date('2026-04-16T18:00:01Z');
    expect((await claim(sam, leads[1]!.id)).userBusiness.userId).toBe(sam.id);
  });

  it('says on its profile when it goes, to everybody who sees it', async () => {
    const lead = await assign(world, sam);
    expect(await profile(lead)).not.toHaveProperty('recycling');
    await switchOn();
    for (const actor of [sam, maria, ada])
      expect((await profile(lead, actor)).recycling).toEqual({
        movesOn: '2026-03-16',
        workingDays: 10,
        reminded: false,
        tonight: false,
        protectedUntil: null,
      });
    const customer = await assign(world, sam);
    await world.call(contracts.markExistingCustomer, ada, ref(customer));
    expect(await profile(customer)).not.toHaveProperty('recycling');
  });

  it('stays if its business is in the pool already, and its days begin again', async () => {
    await switchOn();
    const [businessId] = await register(world, found());
    const give = (to: Actor) => world.call(contracts.assignBusiness, ada, { userId: to.id, businessId: businessId! });
    const [first, second] = [(await give(sam)).userBusiness, (await give(alex)).userBusiness];
    await world.call(contracts.returnLead, sam, { ...ref(first), reason: 'no_time' });
    await after('03-11', '03-16', '03-17');
    expect(await profile(second)).toMatchObject({ user: { id: alex.id }, recycling: { movesOn: '2026-03-31' } });
  });
});

describe('the leads of an owner of thousands', () => {
  const many = 2_300;
  beforeEach(async () => {
    await switchOn();
    await world.database.query(
      `insert into businesses (place_id, match_key, name)
       select 'many:' || n, 'many:' || n, 'Many' from generate_series(1, ${many}) n`,
    );
    await world.database.query(
      `insert into user_businesses (user_id, business_id, name, assigned_at)
       select $1, id, name, '2026-03-02T09:00:00Z'::timestamptz - id % 3 * interval '1 minute' from businesses where name = 'Many'`,
      [sam.id],
    );
  });

  it('are reminded of, announced and moved each once, and cool down', async () => {
    await after('03-11', '03-11', '03-16', '03-16');
    expect(await titles(sam)).toEqual([
      ['Leads go back to the pool soon', expect.stringContaining(many.toLocaleString('en-US'))],
    ]);
    const { total, leads } = await tonight(maria);
    expect([total, new Set(leads.map(({ id }) => id)).size]).toEqual([many, 20]);
    await after('03-17', '03-17');
    const [moved] = await world.database.query(
      `select count(*)::int as leads, count(distinct user_business_id)::int as distinct,
         count(*) filter (where cool_down_until = '2026-04-16T18:00:00Z')::int as cooling
       from assignment_history where reason = 'untouched'`,
    );
    expect(moved).toEqual({ leads: many, distinct: many, cooling: many });
    const [reminders] = await world.database.query(
      `select count(*)::int as entries, count(distinct user_business_id)::int as leads from lead_changes`,
    );
    expect(reminders).toEqual({ entries: many, leads: many });
    expect(await world.database.query('select from recycling_leads')).toEqual([]);
  });

  it('are each simulated once', async () => {
    world.teamOf.set(sam.id, 71);
    world.clock.time = new Date('2026-03-20T18:00:00Z');
    const simulated = await world.call(contracts.simulateRecycling, ada, {
      teamId: 71,
      untouchedDays: 10,
      remindDays: 3,
    });
    expect(simulated).toMatchObject({ leads: many, moved: many });
  });
});

describe('the list of what moves tonight', () => {
  it('has the leads of one owner together, page by page, and ends after 10,000', async () => {
    await switchOn();
    const leads: UserBusiness[] = [];
    for (const owner of [sam, alex, sam, alex, sam]) leads.push(await assign(world, owner));
    await after('03-11', '03-16');
    const shown = [];
    for (const page of [1, 2, 3])
      shown.push(...(await world.call(contracts.listRecycling, maria, { page, pageSize: 2 })).leads);
    expect(shown.map(({ user, id }) => [user.id, id])).toEqual(
      [0, 2, 4, 1, 3].map((index) => [index % 2 ? alex.id : sam.id, leads[index]!.id]),
    );
    await world.database.query(
      `insert into recycling_leads (lead_id, user_id, since, moves_on)
       select 1000000 + n, $1, now(), '2026-03-16' from generate_series(1, 10000) n`,
      [alex.id],
    );
    expect((await tonight(maria)).total).toBe(10_000);
    expect(await world.call(contracts.listRecycling, maria, { page: 501 })).toEqual({ leads: [], total: 10_000 });
  });
});

describe('what keeps a lead', () => {
  it.each([
    [
      'a call',
      (lead: UserBusiness) => world.call(contracts.addActivity, sam, { ...ref(lead), type: 'call', notes: 'Hi' }),
      true,
    ],
    [
      'a new status',
      async (lead: UserBusiness) => {
        await world.call(contracts.setLeadStatus, sam, { ...ref(lead), status: 'recontact' });
        await world.database.query('update lead_changes set changed_at = $1', [world.clock.now()]);
      },
      true,
    ],
    [
      'a note',
      (lead: UserBusiness) => world.call(contracts.addActivity, sam, { ...ref(lead), type: 'note', notes: 'Hi' }),
      false,
    ],
    ['new notes', (lead: UserBusiness) => world.call(contracts.setNotes, sam, { ...ref(lead), notes: 'Hi' }), false],
    [
      'a plan for later',
      (lead: UserBusiness) =>
        world.call(contracts.addActivity, sam, { ...ref(lead), type: 'call', notes: 'Hi', scheduledOn: '2026-05-30' }),
      false,
    ],
  ])('%s after the announcement', async (_, act, keeps) => {
    await switchOn();
    const lead = await assign(world, sam);
    await after('03-11', '03-16');
    await act(lead);
    if (keeps) expect((await tonight(maria)).leads).toEqual([]);
    await on('03-17');
    expect((await profile(lead)).user?.id).toBe(keeps ? sam.id : undefined);
  });

  it('archiving, closing, a customer mark, Do not contact and another owner', async () => {
    await switchOn();
    const leads = [];
    for (let n = 0; n < 5; n++) leads.push(await assign(world, sam));
    await after('03-11', '03-16');
    const [archived, closed, customer, silent, moved] = leads as [
      UserBusiness,
      UserBusiness,
      UserBusiness,
      UserBusiness,
      UserBusiness,
    ];
    await world.call(contracts.archiveLead, sam, ref(archived));
    await world.call(contracts.setLeadStatus, sam, { ...ref(closed), status: 'closed_lost' });
    await world.call(contracts.markExistingCustomer, sam, ref(customer));
    await world.call(contracts.addTag, sam, { ...ref(silent), tag: 'Do not contact' });
    await world.call(contracts.reassignLead, ada, { ...ref(moved), newUserId: alex.id });
    await on('03-17');
    for (const lead of leads) expect((await profile(lead)).pool).toBeUndefined();
  });

  it('a veto of a manager, after which its days begin again', async () => {
    await switchOn();
    const lead = await assign(world, sam);
    await after('03-11', '03-16');
    expect(await failure(veto(lead, { ...sam, role: 'manager' }))).toMatchObject({ kind: 'forbidden' });
    expect(await failure(veto(lead, sam))).toMatchObject({ kind: 'forbidden' });
    expect(await veto(lead, maria)).toEqual({ message: 'The lead stays with its user' });
    expect(await tonight(maria)).toEqual({ leads: [], total: 0 });
    expect(await failure(veto(lead, maria))).toMatchObject({
      code: 'not_found',
      message: 'This lead does not move tonight',
    });
    await on('03-17');
    expect(await profile(lead)).toMatchObject({
      user: { id: sam.id },
      recycling: { movesOn: '2026-03-30', reminded: false },
    });
    expect(await edits(lead)).toContainEqual({ what: 'recycling-vetoed', names: [] });
    expect((await world.emitted(contracts.leadsAudited, 2)).at(-1)).toMatchObject({
      action: 'recycling_vetoed',
      details: { id: lead.id, userId: sam.id },
    });
    await after('03-25', '03-30', '03-31');
    expect((await profile(lead)).user).toBeNull();
  });

  it('a rule that is off, a team without one and a deactivated owner', async () => {
    const lead = await assign(world, sam);
    await after('03-11', '03-16', '03-17');
    expect((await profile(lead)).user?.id).toBe(sam.id);
    await switchOn();
    await after('03-18', '03-19', '03-20', '03-23');
    await switchOn({ active: false });
    await on('03-24');
    expect((await profile(lead)).user?.id).toBe(sam.id);
    await switchOn();
    await after('03-25', '03-30');
    await world.database.query('update assignees set active = false where id = $1', [sam.id]);
    await on('03-31');
    expect((await profile(lead)).user?.id).toBe(sam.id);
    expect(await world.database.query('select * from recycling_leads')).toEqual([]);
  });
});

describe('the rules of teams', () => {
  const list = () => world.call(contracts.listRecyclingRules, ada, {});

  it('are changed by administrators, with an entry of the audit trail only if something changes', async () => {
    expect(await list()).toEqual({ rules: [] });
    await switchOn();
    await switchOn();
    await switchOn({ untouchedDays: 20 });
    expect(await list()).toEqual({ rules: [{ teamId: 71, active: true, ...terms, untouchedDays: 20 }] });
    const ofNone = { teamId: 99, untouchedDays: 10, remindDays: 3 };
    expect(await failure(world.call(contracts.simulateRecycling, ada, ofNone))).toMatchObject({ kind: 'not_found' });
    await world.call(contracts.removeRecyclingRule, ada, { teamId: 71 });
    expect(await failure(world.call(contracts.removeRecyclingRule, ada, { teamId: 71 }))).toMatchObject({
      code: 'not_found',
    });
    const audited = await world.emitted(contracts.leadsAudited, 3);
    expect(audited.map(({ details }) => details.after)).toEqual([
      { teamId: 71, active: true, ...terms },
      { teamId: 71, active: true, ...terms, untouchedDays: 20 },
      null,
    ]);
    expect(await failure(world.call(contracts.listRecyclingRules, maria, {}))).toMatchObject({ kind: 'forbidden' });
  });

  it.each([
    [{ untouchedDays: 121 }, 'untouchedDays', 'Working days must be from 2 to 120'],
    [{ remindDays: 31, untouchedDays: 60 }, 'remindDays', 'The reminder must come 1 to 30 working days before'],
    [{ remindDays: 10 }, 'remindDays', 'The reminder must come after the first working day'],
    [{ coolDownDays: 0 }, 'coolDownDays', 'The cool-down must be from 1 to 365 days'],
  ])('%j is refused on %s', async (rule, path, message) => {
    expect(await failure(switchOn(rule))).toMatchObject({ details: { issues: [{ path, message }] } });
  });

  it('of an unknown team are refused', async () => {
    expect(await failure(switchOn({ teamId: 99 }))).toMatchObject({ kind: 'not_found' });
  });

  it('hold for teams below, unless a team below has its own', async () => {
    const lead = await assign(world, sam);
    await switchOn({ teamId: 72, untouchedDays: 20 });
    expect((await profile(lead)).recycling?.workingDays).toBe(20);
    await switchOn();
    expect((await profile(lead)).recycling?.workingDays).toBe(10);
    await switchOn({ active: false });
    expect(await profile(lead)).not.toHaveProperty('recycling');
  });
});

describe('the simulation', () => {
  it('says how many leads would have moved in the last 60 days, and from whom', async () => {
    world.teamOf.set(sam.id, 71).set(alex.id, 71);
    const leads = [
      await assign(world, sam),
      await assign(world, sam),
      await assign(world, alex),
      await assign(world, ben),
    ];
    world.clock.time = new Date('2026-03-10T18:00:00Z');
    await world.call(contracts.addActivity, sam, { ...ref(leads[0]!), type: 'meeting', notes: 'Met' });
    await world.call(contracts.addActivity, sam, {
      ...ref(leads[1]!),
      type: 'note',
      notes: 'Later',
      scheduledOn: '2026-03-20',
    });
    world.clock.time = new Date('2026-03-20T18:00:00Z');
    expect(
      await world.call(contracts.simulateRecycling, ada, { teamId: 71, untouchedDays: 10, remindDays: 3 }),
    ).toEqual({
      from: '2026-01-19',
      to: '2026-03-19',
      leads: 3,
      moved: 1,
      reminded: 2,
      protected: 1,
      people: [
        { user: { id: alex.id, username: 'alex', fullName: 'Alex Seller' }, leads: 1, moved: 1 },
        { user: { id: sam.id, username: 'sam', fullName: 'Sam Seller' }, leads: 2, moved: 0 },
      ],
    });
    expect(await world.call(contracts.listRecyclingRules, ada, {})).toEqual({ rules: [] });
  });
});
