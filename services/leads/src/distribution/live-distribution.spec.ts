import {
  areaSearchEnded,
  assignBusiness,
  changeDistributionPlan,
  claimLead,
  commitDistribution,
  createDistributionPlan,
  getLeadHistory,
  importLeads,
  leadStatusChanged,
  listBulkJobs,
  listNotifications,
  listWaitingLeads,
  previewDistribution,
  setLeadStatus,
  undoBulkJob,
  undoImportChunk,
  type Actor,
  type ImportRow,
  type InputOf,
  type PlanOrigin,
} from '@lead-finder/contracts';
import { eventually, longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { emptyRow } from '../../test/import-rows.js';
import { among, leadsByOwner, workUsualDays, type Definition, type Rule } from '../../test/plans.js';
import { ada, alex, ben, found, maria, register, sam, assign, startWorld, type World } from '../../test/world.js';
import { LiveDistribution } from './live-distribution.js';

const timeoutMs = longRun ? 1_800_000 : 120_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.empty();
});
beforeEach(() => workUsualDays(world));
afterEach(() => world.empty());
afterAll(() => world.stop());

const ofPool = (rules: Rule[], part: Partial<Definition> = {}): Definition => ({
  source: { kind: 'pool' },
  rules,
  rest: { kind: 'stay' },
  ...part,
});
const switchTo = (planId: number, live: PlanOrigin[]) => world.call(changeDistributionPlan, ada, { planId, live });
const start = async (definition: Definition, { name = 'West', live = ['assignments'] as PlanOrigin[] } = {}) => {
  const { id } = await world.call(createDistributionPlan, ada, { name, definition });
  await switchTo(id, live);
  return id;
};
/** Assigns new businesses to no user, all at once. */
const come = async (count: number, part: Partial<InputOf<typeof assignBusiness>> = {}) => {
  const ids = await register(world, ...Array.from({ length: count }, () => found()));
  const leads = await Promise.all(
    ids.map((businessId) => world.call(assignBusiness, ada, { userId: null, businessId, ...part })),
  );
  return leads.map(({ userBusiness }) => userBusiness);
};
const waiting = async () => (await world.call(listWaitingLeads, ada, {})).waiting;
const reasons = async () => (await waiting()).map(({ plan, reason, leads }) => [plan?.name ?? null, reason, leads]);
const untilReasons = (wanted: unknown[]) =>
  eventually(async () => {
    await world.get(LiveDistribution).run();
    expect(await reasons()).toEqual(wanted);
  });
const untilCalm = () => untilReasons([]);
const owners = () => leadsByOwner(world);
const unread = async (actor: Actor) =>
  (await world.call(listNotifications, actor, {})).notifications.map(({ title, message }) => [title, message]);
const jobsOf = async (plan: number | 'any') => (await world.call(listBulkJobs, ada, { plan })).jobs;
/** How often each lead got a user. */
const moves = async () => {
  const rows = await world.database.query<{ moves: number }>(
    `select count(*)::int as moves from assignment_history where new_user_id > 0 and previous_user_id < 0 group by user_business_id`,
  );
  return rows.map((row) => row.moves);
};

describe('a live plan', () => {
  it('distributes assignments without a user by the code of a commit, and the history says why', async () => {
    await start(ofPool([among([sam, alex])]));
    const leads = await come(6);
    expect(leads[0]).toMatchObject({ userId: null });
    await untilCalm();
    expect(await owners()).toEqual({ [sam.id]: 3, [alex.id]: 3 });
    const history = await world.call(getLeadHistory, ada, { ref: { id: leads[0]!.id } });
    expect(history.map((entry) => entry.history.notes)).toEqual([null, 'Next of 2 in turn, rule 1, plan West v1']);
    expect(history.map(({ history: { kind }, newUser }) => [kind, newUser.username])).toEqual([
      ['assigned', 'Pool'],
      ['assigned', expect.stringMatching(/sam|alex/)],
    ]);
  });

  it('switched off leaves leads in the pool, and takes none that came before', async () => {
    const id = await start(ofPool([among([sam])]), { live: [] });
    await come(1);
    await switchTo(id, ['imports']);
    await come(1);
    expect(await owners()).toEqual({ '-1': 2 });
    expect(await waiting()).toEqual([]);
  });

  it('notifies each user once in ten minutes, however many runs give leads', async () => {
    await start(ofPool([among([sam, ben])]));
    await come(2);
    await untilCalm();
    expect((await unread(sam))[0]![1]).toMatch(/^Bakery \d+ was assigned to you by plan West\.$/);
    await come(4);
    await untilCalm();
    expect(await unread(sam)).toEqual([['New businesses assigned', '3 businesses were assigned to you by plan West.']]);
    world.clock.forward(601_000);
    await come(4);
    await untilCalm();
    expect(await unread(sam)).toHaveLength(2);
  });

  it('gives leads that count as a contact exactly once, as leads moved by hand', async () => {
    await start(ofPool([among([sam])]));
    const [lead] = await come(1);
    await untilCalm();
    await world.call(setLeadStatus, sam, { ref: { id: lead!.id }, status: 'in_progress' });
    expect(await world.emitted(leadStatusChanged, 1)).toMatchObject([
      { leads: [{ userId: sam.id, firstContact: true }] },
    ]);
  });

  it('distributes the rows of an import without a user, and an undo of the import removes them', async () => {
    await start(ofPool([among([sam, alex])]), { live: ['imports'] });
    const row = (number: number, userId: number): ImportRow => ({
      row: number,
      userId,
      name: `Shop ${number}`,
      address: `${number} Main St, Austin, TX 78701, USA`,
      ...emptyRow,
    });
    const rows = [row(2, -1), row(3, -1), row(4, maria.id), row(5, -1), row(6, -1)];
    const batch = { importId: 900, batchNo: 0, fence: 1, createdBy: ada.id, dryRun: false, rows };
    expect(await world.call(importLeads, null, batch)).toMatchObject({ created: 5, refused: [] });
    await untilCalm();
    expect(await owners()).toEqual({ [maria.id]: 1, [sam.id]: 2, [alex.id]: 2 });
    const [touched] = await world.database.query<{ id: number }>('select id from user_businesses where user_id = $1', [
      sam.id,
    ]);
    await world.call(setLeadStatus, sam, { ref: { id: touched!.id }, status: 'in_progress' });
    const undo = { importId: 900, fence: 2, undoneBy: ada.id, limit: 100 };
    expect(await world.call(undoImportChunk, null, undo)).toMatchObject({ removed: 4, kept: 1 });
  });

  it('can be undone by the day: leads that no user changed go back to the pool, and shares forget them', async () => {
    const planId = await start(ofPool([among([sam, alex])]));
    const [touched] = await come(2);
    await untilCalm();
    await come(4);
    await untilCalm();
    expect((await world.call(listBulkJobs, ada, {})).jobs).toEqual([]);
    const [job, ...others] = await jobsOf(planId);
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      live: true,
      status: 'completed',
      total: 6,
      done: 6,
      undoableUntil: expect.any(String),
    });
    const given = await owners();
    const [{ owner }] = (await world.database.query<{ owner: number }>(
      'select user_id as owner from user_businesses where id = $1',
      [touched!.id],
    )) as [{ owner: number }];
    const person = owner === sam.id ? sam : alex;
    await world.call(setLeadStatus, person, { ref: { id: touched!.id }, status: 'in_progress' });
    await world.call(undoBulkJob, ada, { jobId: job!.id });
    await eventually(async () =>
      expect(await jobsOf(planId)).toMatchObject([{ status: 'undone', undone: 5, kept: 1, undoableUntil: null }]),
    );
    expect(given).toEqual({ [sam.id]: 3, [alex.id]: 3 });
    expect(await owners()).toEqual({ '-1': 5, [owner]: 1 });
    expect(
      await world.database.query('select user_id as owner, leads from distribution_accounts where leads > 0'),
    ).toEqual([{ owner, leads: 1 }]);
    expect(await waiting()).toEqual([]);
    await come(1);
    await untilCalm();
    expect(await jobsOf(planId)).toMatchObject([{ status: 'completed', done: 1 }, { status: 'undone' }]);
    expect((await jobsOf('any')).length).toBe(2);
  });

  it('makes leads of what a whole-area search found, without businesses that a user has', async () => {
    await start(ofPool([among([sam, alex])]), { live: ['area-searches'] });
    const taken = await assign(world, maria);
    const businesses = Array.from({ length: 130 }, () => found());
    const [{ placeId }] = (await world.database.query<{ placeId: string }>(
      'select place_id as "placeId" from businesses b join user_businesses u on u.business_id = b.id where u.id = $1',
      [taken.id],
    )) as [{ placeId: string }];
    world.areaResults.set(7, [found({ placeId }), ...businesses]);
    const ended = { searchId: 7, createdBy: ada.id, businessType: 'bakery', location: 'Austin', found: 131 };
    await world.publish(areaSearchEnded, { ...ended, status: 'completed' });
    await eventually(async () => expect(await owners()).toEqual({ [maria.id]: 1, [sam.id]: 65, [alex.id]: 65 }));
    const definition = ofPool([among([maria])], { source: { kind: 'area-search', searchId: 7 } });
    expect(await world.call(previewDistribution, ada, { definition })).toMatchObject({ leads: 130, assigned: 130 });
    await world.publish(areaSearchEnded, { ...ended, status: 'completed' });
    await eventually(async () =>
      expect(await world.database.query('select search_id from distribution_searches')).toEqual([]),
    );
    expect(await owners()).toEqual({ [maria.id]: 1, [sam.id]: 65, [alex.id]: 65 });
  });

  it('takes the leads of its source, the first of several in the order of their names', async () => {
    await start(ofPool([among([sam])], { source: { kind: 'filter', filter: { tag: ['Vet'] } } }), { name: 'A' });
    await start(ofPool([among([alex])]), { name: 'B' });
    await come(2, { tags: ['vet'] });
    await come(3);
    await untilCalm();
    expect(await owners()).toEqual({ [sam.id]: 2, [alex.id]: 3 });
  });
});

describe('leads that come in', () => {
  it('wait with the reason while everybody is full, and go on when there is room', async () => {
    const rule = among([sam], { conditions: [{ kind: 'below-capacity', capacity: 2 }] });
    await start(ofPool([rule]));
    const leads = await come(4);
    await untilReasons([['West', 'full', 2]]);
    expect((await waiting())[0]).toMatchObject({ origin: 'assignments', rule: 1, since: expect.any(String) });
    const [mine] = (await world.database.query<{ id: number }>(
      'select id from user_businesses where user_id = $1 limit 1',
      [sam.id],
    )) as [{ id: number }];
    await world.call(setLeadStatus, sam, { ref: { id: mine.id }, status: 'closed_lost' });
    world.clock.forward(60_000);
    await untilReasons([['West', 'full', 1]]);
    const free = leads.find(({ id }) => id !== mine.id);
    expect(free).toBeDefined();
  });

  it('wait for a changed plan no longer than the change', async () => {
    const rule = (capacity: number) => among([sam], { conditions: [{ kind: 'below-capacity', capacity }] });
    const planId = await start(ofPool([rule(1)]));
    await come(3);
    await untilReasons([['West', 'full', 2]]);
    await world.call(changeDistributionPlan, ada, { planId, definition: ofPool([rule(9)]) });
    await untilCalm();
    expect(await owners()).toEqual({ [sam.id]: 3 });
  });

  it('wait without a plan, and with another person of the business', async () => {
    await start(ofPool([among([sam])], { source: { kind: 'filter', filter: { tag: ['Vet'] } } }));
    await come(1);
    const business = await assign(world, maria);
    await world.call(assignBusiness, ada, { userId: null, businessId: business.businessId, tags: ['Vet'] });
    await eventually(async () =>
      expect((await reasons()).sort()).toEqual([
        [null, 'no-plan', 1],
        ['West', 'owned', 1],
      ]),
    );
  });

  it('wait no longer once a user claims them', async () => {
    await start(ofPool([among([sam], { conditions: [{ kind: 'tag', tags: ['none'] }] })]));
    const [lead] = await come(1);
    await untilReasons([['West', 'no-rule', 1]]);
    await world.call(claimLead, alex, { id: lead!.id });
    world.clock.forward(60_000);
    await untilCalm();
    expect(await owners()).toEqual({ [alex.id]: 1 });
  });

  it('go to the person for the rest, or stay in the pool for claims', async () => {
    const nobody = among([sam], { conditions: [{ kind: 'tag', tags: ['none'] }] });
    const planId = await start(ofPool([nobody], { rest: { kind: 'person', userId: maria.id } }));
    await come(2);
    await untilCalm();
    expect(await owners()).toEqual({ [maria.id]: 2 });
    await world.call(changeDistributionPlan, ada, { planId, definition: ofPool([nobody], { rest: { kind: 'pool' } }) });
    await come(1);
    await untilCalm();
    expect(await owners()).toEqual({ '-1': 1, [maria.id]: 2 });
  });
});

describe('live distribution', () => {
  it('gives each lead once, and counts it once, if its connection ends at any of its writes', async () => {
    await start(ofPool([among([sam, alex, maria])]));
    const query = (statement: string, ...values: unknown[]) =>
      world.database.query<{ writes: number }>(statement, values);
    const tables = [
      'user_businesses',
      'assignment_history',
      'distribution_accounts',
      'distribution_plans',
      'notifications',
    ];
    await query(`
      create sequence writes;
      create table ending (write bigint);
      create function end_connection() returns trigger language plpgsql as $$ begin
        if exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted
            and ((classid::bigint << 32) | objid::bigint) = hashtextextended('live distribution ' || current_schema, 0))
          and nextval('writes') = (select write from ending) then perform pg_terminate_backend(pg_backend_pid()); end if;
        return null;
      end $$;
      ${[...tables, 'distribution_arrivals']
        .map(
          (table) =>
            `create trigger ending before insert or update or delete on ${table} execute function end_connection();`,
        )
        .join('\n')}`);
    let total = 0;
    for (let write = 1; ; write++) {
      await query('truncate ending');
      await query(`select setval('writes', 1, false)`);
      await query('insert into ending values ($1)', write);
      total += (await come(4)).length;
      for (let run = 0; run < 2; run++)
        await world
          .get(LiveDistribution)
          .run()
          .catch(() => undefined);
      await untilCalm();
      const [{ writes }] = (await query('select last_value as writes from writes')) as [{ writes: number }];
      if (writes < write) break;
    }
    expect(total).toBeGreaterThan(4 * tables.length);
    await query('drop function end_connection cascade; drop table ending; drop sequence writes');
    const given = Object.values(await owners());
    expect(given.reduce((sum, leads) => sum + leads, 0)).toBe(total);
    expect(Math.max(...given) - Math.min(...given)).toBeLessThanOrEqual(1);
    expect(await moves()).toEqual(Array<number>(total).fill(1));
    const undoable = await query(
      'select count(*)::int as leads, (select sum(done)::int from bulk_jobs) as counted from bulk_job_images',
    );
    expect(undoable).toEqual([{ leads: total, counted: total }]);
    const accounts = await query('select sum(leads)::int as leads from distribution_accounts');
    expect(accounts).toEqual([{ leads: total }]);
    const notified = await query('select sum(leads)::int as leads from notifications');
    expect(notified).toEqual([{ leads: total }]);
  });

  it('and eight commits at once pass no capacity', async () => {
    const capacity = { kind: 'below-capacity' as const, capacity: 12 };
    const rules = [among([sam, alex, maria], { conditions: [capacity] })];
    await start(ofPool(rules), { name: 'Live' });
    const ids: number[] = [];
    for (let number = 0; number < 8; number++) {
      for (let lead = 0; lead < 5; lead++) await assign(world, ben, {}, { tags: [`part ${number}`] });
      const source = { kind: 'filter' as const, filter: { userId: ben.id, tag: [`part ${number}`] } };
      const definition = ofPool(rules, { source });
      ids.push((await world.call(createDistributionPlan, ada, { name: `Plan ${number}`, definition })).id);
    }
    const commit = async (planId: number, definition: Definition) => {
      for (;;) {
        const { ground } = await world.call(previewDistribution, ada, { planId, definition });
        const code = await world.call(commitDistribution, ada, { planId, ground }).then(
          () => 'done',
          (error: { code: string }) => error.code,
        );
        if (code === 'ground_changed') continue;
        expect(['done', 'validation_failed']).toContain(code);
        return;
      }
    };
    await Promise.all([
      ...ids.map((id, number) =>
        commit(id, ofPool(rules, { source: { kind: 'filter', filter: { userId: ben.id, tag: [`part ${number}`] } } })),
      ),
      ...Array.from({ length: 8 }, () => come(3)),
    ]);
    await eventually(async () => {
      const { jobs } = await world.call(listBulkJobs, ada, {});
      expect(jobs.filter(({ status }) => status === 'running')).toEqual([]);
      expect((await waiting()).every(({ reason }) => reason === 'full')).toBe(true);
    });
    const all = await owners();
    expect([all[sam.id], all[alex.id], all[maria.id]]).toEqual([12, 12, 12]);
    expect((all[ben.id] ?? 0) + (all['-1'] ?? 0)).toBe(40 + 24 - 36);
  });

  it(
    'and commits leave no share a whole lead from a fair one, after any sequence',
    async () => {
      const people = [sam, alex, maria];
      const step = fc.record({
        kind: fc.constantFrom('live', 'commit', 'run'),
        leads: fc.integer({ min: 1, max: 5 }),
        away: fc.array(fc.constantFrom(...people), { maxLength: 2 }),
      });
      const share = fc.constantFrom('round-robin' as const, 'weight' as const);
      const weights = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 3, maxLength: 3 });
      await fc.assert(
        fc
          .asyncProperty(
            share,
            weights,
            fc.array(step, { minLength: 2, maxLength: 6 }),
            async (share, weights, steps) => {
              const rules = [among(people, { share, conditions: [{ kind: 'not-on-leave' }] })];
              const weighted = people.map(({ id }, index) => ({ userId: id, weight: weights[index]! }));
              const source = { kind: 'filter' as const, filter: { tag: ['Part'] } };
              const definition = ofPool(rules, { people: weighted, source });
              const planId = await start(definition);
              for (const { kind, leads, away } of steps) {
                world.daysOff.clear();
                for (const { id } of away) world.daysOff.set(id, ['2026-03-02']);
                if (kind === 'live') await come(leads, { tags: ['Part'] });
                if (kind === 'commit')
                  for (let lead = 0; lead < leads; lead++) await assign(world, ben, {}, { tags: ['Part'] });
                if (kind === 'live') await untilCalm();
                else {
                  const { ground, assigned } = await world.call(previewDistribution, ada, { planId, definition });
                  if (assigned > 0) await world.call(commitDistribution, ada, { planId, ground });
                }
                await eventually(async () => {
                  const { jobs } = await world.call(listBulkJobs, ada, {});
                  expect(jobs.filter(({ status }) => status === 'running')).toEqual([]);
                });
                expect(
                  await unfairness(
                    new Map(share === 'weight' ? weighted.map((each) => [each.userId, each.weight]) : []),
                  ),
                ).toBeLessThanOrEqual(1);
              }
            },
          )
          .afterEach(() => world.empty()),
        { seed: testSeed, numRuns: longRun ? 150 : 3 },
      );
    },
    timeoutMs,
  );
});

/** The largest distance of a user from the fair share of an account. */
async function unfairness(weights: ReadonlyMap<number, number>): Promise<number> {
  const rows = await world.database.query<{ account: number; userId: number; leads: number }>(
    'select account, user_id as "userId", leads from distribution_accounts',
  );
  const accounts = new Map(rows.map(({ account }) => [account, rows.filter((row) => row.account === account)]));
  let most = 0;
  for (const shares of accounts.values()) {
    const total = shares.reduce((sum, { leads }) => sum + leads, 0);
    const weight = ({ userId }: { userId: number }) => weights.get(userId) ?? 1;
    const all = shares.reduce((sum, each) => sum + weight(each), 0);
    for (const each of shares) most = Math.max(most, Math.abs(each.leads - (total * weight(each)) / all));
  }
  return most;
}
