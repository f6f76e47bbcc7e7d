import {
  addTag,
  changeDistributionPlan,
  commitDistribution,
  createCustomField,
  explainDistribution,
  getLeadHistory,
  leadsAudited,
  listDistributionPlans,
  listNotifications,
  listPlanVersions,
  reassignLead,
  removeCustomField,
  removeDistributionPlan,
  undoBulkJob,
  userDeleted,
  type DistributionPlan,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { Client } from 'pg';
import {
  among,
  createPlan,
  endedJob,
  leadsByOwner,
  planOf,
  previewPlan,
  workUsualDays,
  type Definition,
  type Rule,
} from '../../test/plans.js';
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
beforeAll(async () => {
  world = await startWorld();
  await world.empty();
});
beforeEach(() => workUsualDays(world));
afterEach(() => world.empty());
afterAll(() => world.stop());

const create = (definition: Definition, name?: string) => createPlan(world, definition, name);
const preview = (definition: Definition, planId?: number) => previewPlan(world, definition, planId);
const lookAndCommit = async ({ id }: { id: number }, actor = ada) => {
  const saved = await stored(id);
  const { ground } = await preview(saved.definition, id);
  return world.call(commitDistribution, actor, { planId: id, ground });
};
const stored = async (id: number): Promise<DistributionPlan> =>
  (await world.call(listDistributionPlans, ada, {})).plans.find((each) => each.id === id)!;
const ended = (job: { id: number }) => endedJob(world, job);
const many = async (count: number, to = ben) => {
  const leads = [];
  for (let lead = 0; lead < count; lead++) leads.push(await assign(world, to));
  return leads;
};
const owners = () => leadsByOwner(world);

const untilFilter = (key: string, isThere: boolean) =>
  eventually(async () => {
    const ready = await world.database.query(
      'select key from filtered_fields where key = $1 and after_id is null and not removed',
      [key],
    );
    expect(ready).toHaveLength(isThere ? 1 : 0);
  });

describe('a preview', () => {
  it('says who gets how many and moves nothing', async () => {
    await many(7);
    await assign(world, sam);
    const seen = await preview(planOf([among([sam, alex])]));
    expect(seen).toMatchObject({ leads: 7, assigned: 7, rest: 0, left: [], unfairness: 0.5 });
    const people = seen.people.map(({ id, before, gets, after }) => [id, before, gets, after]);
    expect(people.map(([id, before]) => [id, before])).toEqual([
      [sam.id, 1],
      [alex.id, 0],
    ]);
    expect(people.map(([, , gets]) => gets).sort()).toEqual([3, 4]);
    for (const [, before, gets, after] of people) expect(after).toBe(before! + gets!);
    expect(await owners()).toEqual({ [sam.id]: 1, [ben.id]: 7 });
  });

  it('gives by the first rule that fits, to the least loaded, up to the capacity, and offers a cure for the rest', async () => {
    await many(3);
    for (let lead = 0; lead < 5; lead++) await assign(world, ben, {}, { tags: ['Vet'] });
    await many(2, sam);
    const definition = planOf(
      [
        among([sam, alex], {
          share: 'least-loaded',
          conditions: [
            { kind: 'tag', tags: ['vet'] },
            { kind: 'below-capacity', capacity: 3 },
          ],
        }),
        among([maria]),
      ],
      { people: [{ userId: alex.id, capacity: 2 }] },
    );
    const seen = await preview(definition);
    expect(seen.rules).toEqual([
      { share: 'least-loaded', leads: 5, assigned: 3, eligible: 2 },
      { share: 'round-robin', leads: 3, assigned: 3, eligible: 1 },
    ]);
    expect(seen.people).toMatchObject([
      { id: maria.id, gets: 3, capacity: null },
      { id: sam.id, before: 2, gets: 1, after: 3, capacity: 3 },
      { id: alex.id, before: 0, gets: 2, after: 2, capacity: 2 },
    ]);
    expect(seen.left).toEqual([
      { rule: 1, reason: 'full', territory: null, leads: 2, cure: { kind: 'raise', rule: 1, capacity: 4 } },
    ]);
  });

  it('leaves leads without an eligible user, with the reason', async () => {
    await many(2);
    const left = async (rules: Rule[]) =>
      (await preview(planOf(rules))).left.map(({ reason, cure }) => [reason, cure?.kind]);
    expect(await left([among([sam], { conditions: [{ kind: 'tag', tags: ['none'] }] })])).toEqual([
      ['no-rule', 'add-rule'],
    ]);
    expect(await left([{ share: 'weight', conditions: [{ kind: 'team', teamIds: [9] }] }])).toEqual([
      ['nobody', 'choose-people'],
    ]);
    for (const { id } of [sam, alex]) world.daysOff.set(id, ['2026-03-02']);
    expect(await left([among([sam, alex], { conditions: [{ kind: 'not-on-leave' }] })])).toEqual([
      ['on-leave', 'drop'],
    ]);
    world.daysOff.clear();
    world.clock.time = new Date('2026-03-02T04:00:00Z');
    expect(await left([among([sam, alex], { conditions: [{ kind: 'working-now' }] })])).toEqual([
      ['not-working', 'drop'],
    ]);
  });

  it('takes the people of a team, without those who cannot sign in', async () => {
    await many(4);
    for (const id of [sam.id, alex.id, 5]) world.teamOf.set(id, 7);
    const seen = await preview(planOf([{ share: 'round-robin', conditions: [{ kind: 'team', teamIds: [7] }] }]));
    expect(seen.people.map(({ id, gets }) => [id, gets])).toEqual([
      [sam.id, 2],
      [alex.id, 2],
    ]);
  });

  it('by territory takes the people and teams on the territory of each lead', async () => {
    const leads = await many(6);
    const territory = async (name: string) =>
      (
        await world.database.query<{ id: number }>('insert into territories (name) values ($1) returning id', [name])
      )[0]!.id;
    const [harlem, bronx, empty] = [await territory('Harlem'), await territory('Bronx'), await territory('Queens')];
    await world.database.query('insert into territory_people values ($1, $2)', [harlem, sam.id]);
    await world.database.query('insert into territory_teams values ($1, 7)', [bronx]);
    world.teamOf.set(alex.id, 7);
    for (const [index, id] of [harlem, harlem, bronx, bronx, empty].entries())
      await world.database.query('insert into lead_territories values ($1, $2, true) on conflict do nothing', [
        leads[index]!.id,
        id,
      ]);
    const rules: Rule[] = [{ share: 'least-loaded', conditions: [{ kind: 'territory' }] }];
    const { id } = await create(planOf(rules));
    const seen = await preview(planOf(rules), id);
    expect(seen.people.map(({ id: person, gets, territories }) => [person, gets, territories])).toEqual([
      [sam.id, 2, ['Harlem']],
      [alex.id, 2, ['Bronx']],
    ]);
    expect(seen.left.map(({ reason, territory: name, cure }) => [reason, name, cure])).toEqual([
      ['no-rule', null, { kind: 'add-rule' }],
      ['nobody', 'Queens', null],
    ]);
    await ended(await lookAndCommit({ id }));
    const history = await world.call(getLeadHistory, ada, { ref: { id: leads[2]!.id } });
    expect(history.at(-1)!.history.notes).toMatch(
      /^Territory Bronx, least loaded of 1 \([01]\), rule 1, plan West v1$/,
    );
  });

  it('keeps a business that another person has with both', async () => {
    const [lead] = await many(2);
    await world.database.query(
      `insert into user_businesses (user_id, business_id, name) select $1, business_id, name from user_businesses where id = $2`,
      [maria.id, lead!.id],
    );
    expect(await preview(planOf([among([sam])]))).toMatchObject({
      assigned: 1,
      kept: { owned: 1, touched: 0, placed: 0 },
    });
  });
});

describe('a commit', () => {
  it('moves the leads, notifies each person once, and says why in the history', async () => {
    const leads = await many(8);
    const { id } = await create(
      planOf([among([sam, alex], { share: 'least-loaded', conditions: [{ kind: 'below-capacity', capacity: 9 }] })]),
    );
    const job = await ended(await lookAndCommit({ id }));
    expect(job).toMatchObject({
      status: 'completed',
      total: 8,
      done: 8,
      failed: 0,
      plan: { id, name: 'West', version: 1 },
    });
    expect(await owners()).toEqual({ [sam.id]: 4, [alex.id]: 4 });
    const history = await world.call(getLeadHistory, ada, { ref: { id: leads[0]!.id } });
    expect(history.at(-1)!.history.notes).toMatch(/^Least loaded of 2 \([0-3] of 9\), rule 1, plan West v1$/);
    for (const person of [sam, alex]) {
      const { notifications } = await world.call(listNotifications, person, { page: 1, pageSize: 10 });
      expect(notifications.map(({ message }) => message)).toEqual([
        '4 businesses were reassigned to you by Ada Admin.',
      ]);
    }
    expect((await world.emitted(leadsAudited, 2)).at(-1)).toMatchObject({
      action: 'leads_reassigned',
      details: { job: job.id, plan: id, version: 1 },
    });
    expect((await stored(id)).lastJob).toMatchObject({ id: job.id });
  });

  it('can be undone for 30 days, also what the plan owes to whom', async () => {
    const leads = await many(5);
    const { id } = await create(planOf([among([sam, alex])]));
    const job = await ended(await lookAndCommit({ id }));
    await world.call(addTag, ada, { ref: { id: leads[0]!.id }, tag: 'hot' });
    await world.call(undoBulkJob, ada, { jobId: job.id });
    expect(await ended(job)).toMatchObject({ status: 'undone', undone: 4, kept: 1 });
    expect((await owners())[ben.id]).toBe(4);
    const counted = await world.database.query('select sum(leads)::int as leads from distribution_accounts');
    expect(counted).toEqual([{ leads: 1 }]);
    expect(await preview((await stored(id)).definition, id)).toMatchObject({ leads: 4, assigned: 4 });
  });

  it('moves no lead that its person gets anyway, and an undo notifies only of those that came back', async () => {
    await many(4, sam);
    const source = { kind: 'filter' as const, filter: {} };
    const { id } = await create(planOf([among([sam, alex])], { source }));
    const job = await ended(await lookAndCommit({ id }));
    expect(await owners()).toEqual({ [sam.id]: 2, [alex.id]: 2 });
    const history = await world.database.query("select id from assignment_history where notes like '%plan West%'");
    expect(history).toHaveLength(2);
    expect(await preview((await stored(id)).definition, id)).toMatchObject({ assigned: 0, kept: { placed: 4 } });
    await world.call(undoBulkJob, ada, { jobId: job.id });
    expect(await ended(job)).toMatchObject({ status: 'undone', undone: 4, kept: 0 });
    expect(await owners()).toEqual({ [sam.id]: 4 });
    const { notifications } = await world.call(listNotifications, sam, { page: 1, pageSize: 1 });
    expect(notifications[0]!.message).toBe('2 businesses were reassigned to you by Ada Admin.');
  });

  it('is rejected after a change of what it looked at, which it names', async () => {
    await many(3);
    const { id } = await create(planOf([among([sam, alex])]));
    const { definition } = await stored(id);
    const { ground } = await preview(definition, id);
    const commit = async () => failure(world.call(commitDistribution, ada, { planId: id, ground }));
    const lead = await assign(world, sam);
    expect(await commit()).toMatchObject({
      code: 'ground_changed',
      details: { issues: [{ path: `ground.people.${sam.id}`, message: 'Sam Seller has 1 lead now and had 0 leads.' }] },
    });
    await world.call(reassignLead, ada, { ref: { id: lead.id }, newUserId: ben.id });
    expect(await commit()).toMatchObject({
      details: { issues: [{ message: 'The source has 4 leads now and had 3 leads.' }] },
    });
    await world.call(changeDistributionPlan, ada, { planId: id, definition: planOf([among([sam])]) });
    expect(await commit()).toMatchObject({
      details: {
        issues: expect.arrayContaining([
          { path: 'ground.definition', message: 'The plan is another one now, version 2.' },
        ]),
      },
    });
    expect(await owners()).toEqual({ [ben.id]: 4 });
  });

  it('is rejected if a person was deleted after the preview', async () => {
    await many(3);
    const { id } = await create(planOf([among([sam, alex])]));
    const { ground } = await preview((await stored(id)).definition, id);
    await world.publish(userDeleted, { id: alex.id, username: 'alex', version: 9 });
    expect(await failure(world.call(commitDistribution, ada, { planId: id, ground }))).toMatchObject({
      code: 'ground_changed',
      details: { issues: [{ message: `Person ${alex.id} no longer takes part.` }] },
    });
    expect(await ended(await lookAndCommit({ id }))).toMatchObject({ done: 3 });
    expect(await owners()).toEqual({ [sam.id]: 3 });
  });

  it('moves only leads without a change if it runs again, and none that already lie right', async () => {
    await many(6);
    const { id } = await create(planOf([among([sam, alex])], { source: { kind: 'filter', filter: {} } }));
    await ended(await lookAndCommit({ id }));
    const [touched] = await world.database.query<{ id: number }>(
      'select id from user_businesses where user_id = $1 limit 1',
      [alex.id],
    );
    await world.call(addTag, alex, { ref: { id: touched!.id }, tag: 'mine' });
    const { definition } = await stored(id);
    expect(await preview(definition, id)).toMatchObject({ assigned: 0, kept: { owned: 0, touched: 1, placed: 5 } });
    await world.call(changeDistributionPlan, ada, {
      planId: id,
      definition: { ...definition, rules: [among([sam, maria])] },
    });
    expect(await ended(await lookAndCommit({ id }))).toMatchObject({ done: 2 });
    expect(await owners()).toEqual({ [sam.id]: expect.any(Number), [maria.id]: expect.any(Number), [alex.id]: 1 });
  });

  it('gives the rest to a person, who may be chosen, or leaves it', async () => {
    await many(4);
    const rules = [among([sam], { conditions: [{ kind: 'below-capacity', capacity: 1 }] })];
    const { id } = await create(planOf(rules, { rest: { kind: 'person', userId: maria.id } }));
    expect(await preview((await stored(id)).definition, id)).toMatchObject({ assigned: 1, rest: 3 });
    await ended(await lookAndCommit({ id }));
    expect(await owners()).toEqual({ [sam.id]: 1, [maria.id]: 3 });
  });

  it('leaves a lead that was changed before its turn, and takes it out of the shares', async () => {
    const [lead] = await many(2);
    const { id } = await create(planOf([among([sam])]));
    const [{ schema }] = (await world.database.query<{ schema: string }>('select current_schema as schema')) as [
      { schema: string },
    ];
    const other = new Client({ connectionString: world.databaseUrl });
    await other.connect();
    await other.query(`set search_path to ${schema}, public`);
    await other.query('begin');
    await other.query(`update user_businesses set revision = revision + 1 where id = $1`, [lead!.id]);
    const job = await lookAndCommit({ id });
    await other.query('commit');
    await other.end();
    expect(await ended(job)).toMatchObject({ status: 'completed', total: 2, done: 1, failed: 1 });
    expect(await owners()).toEqual({ [sam.id]: 1, [ben.id]: 1 });
    expect(await world.database.query('select leads from distribution_accounts')).toEqual([{ leads: 1 }]);
  });

  it('passes no capacity if eight run at once', async () => {
    const plans: number[] = [];
    for (let number = 0; number < 8; number++) {
      for (let lead = 0; lead < 5; lead++) await assign(world, ben, {}, { tags: [`part ${number}`] });
      const rules = [among([sam, alex, maria], { conditions: [{ kind: 'below-capacity', capacity: 10 }] })];
      const source = { kind: 'filter' as const, filter: { userId: ben.id, tag: [`part ${number}`] } };
      plans.push((await create(planOf(rules, { source }), `Plan ${number}`)).id);
    }
    await Promise.all(
      plans.map(async (id) => {
        for (;;) {
          const job = await lookAndCommit({ id }).catch((error: { code: string }) => {
            expect(['ground_changed', 'validation_failed']).toContain(error.code);
            return error.code === 'validation_failed' ? null : undefined;
          });
          if (job === undefined) continue;
          if (job) await ended(job);
          return;
        }
      }),
    );
    expect(await owners()).toEqual({ [maria.id]: 10, [sam.id]: 10, [alex.id]: 10, [ben.id]: 10 });
    const accounts = await world.database.query('select sum(leads)::int as leads from distribution_accounts');
    expect(accounts).toEqual([{ leads: 30 }]);
  });
});

describe('a plan', () => {
  it('has versions, and rejects an outdated change and a taken name', async () => {
    const { id, version } = await create(planOf([among([sam])]));
    expect(version).toBe(1);
    const changed = await world.call(changeDistributionPlan, ada, {
      planId: id,
      definition: planOf([among([alex])]),
      version,
    });
    expect(changed.version).toBe(2);
    expect(await world.call(changeDistributionPlan, ada, { planId: id, definition: changed.definition })).toMatchObject(
      { version: 2 },
    );
    expect(
      await failure(world.call(changeDistributionPlan, ada, { planId: id, name: 'East', version: 1 })),
    ).toMatchObject({
      code: 'stale_version',
    });
    expect(await failure(create(planOf([among([sam])]), 'WEST'))).toMatchObject({ code: 'plan_name_taken' });
    const { versions } = await world.call(listPlanVersions, ada, { planId: id });
    expect(versions.map((each) => [each.version, each.definition.rules[0]!.conditions])).toEqual([
      [2, [{ kind: 'people', userIds: [alex.id] }]],
      [1, [{ kind: 'people', userIds: [sam.id] }]],
    ]);
    await world.call(removeDistributionPlan, ada, { planId: id });
    expect(await stored(id)).toBeUndefined();
    expect((await world.emitted(leadsAudited, 3)).map(({ action }) => action)).toEqual([
      'plan_created',
      'plan_changed',
      'plan_removed',
    ]);
  });

  it('is for administrators', async () => {
    for (const actor of [maria, sam])
      expect(await failure(world.call(listDistributionPlans, actor, {}))).toMatchObject({ kind: 'forbidden' });
  });

  it('that names a field that is gone says so and does not run', async () => {
    await many(1);
    await world.call(createCustomField, ada, { name: 'Size', type: 'number', filter: true });
    await untilFilter('size', true);
    const rules = [among([sam], { conditions: [{ kind: 'field', field: 'size!' }] })];
    const { id, definition } = await create(planOf(rules));
    expect((await stored(id)).problem).toBeNull();
    await world.call(removeCustomField, ada, { key: 'size' });
    await untilFilter('size', false);
    expect((await stored(id)).problem).toBe('There is no filter "size"');
    expect(await failure(preview(definition, id))).toMatchObject({
      kind: 'invalid',
      details: { issues: [{ path: 'definition.rules.0.conditions.1.field' }] },
    });
  });

  it('says of a lead what it would do now, and of none that there is none', async () => {
    const [lead] = await many(1);
    const other = await assign(world, maria);
    const { id } = await create(planOf([among([sam], { share: 'least-loaded' })]));
    const ask = (leadId: number) => world.call(explainDistribution, ada, { planId: id, leadId });
    expect(await ask(lead!.id)).toMatchObject({
      outcome: 'given',
      user: { id: sam.id },
      why: 'Least loaded of 1 (0), rule 1, plan West v1',
    });
    expect(await ask(other.id)).toMatchObject({ outcome: 'outside', user: null });
    expect(await failure(ask(99_999_999))).toMatchObject({ kind: 'not_found', message: 'Lead not found' });
    await world.call(changeDistributionPlan, ada, {
      planId: id,
      definition: planOf([among([sam], { conditions: [{ kind: 'tag', tags: ['x'] }] })]),
    });
    expect(await ask(lead!.id)).toMatchObject({ outcome: 'left', why: 'No rule fits, plan West v2' });
  });

  it('of an import distributes its leads', async () => {
    await register(world, found());
    const [lead, other] = await many(2);
    await world.database.query('update user_businesses set import_id = 5 where id = $1', [lead!.id]);
    const definition = planOf([among([sam])], { source: { kind: 'import', importId: 5 } });
    expect(await preview(definition)).toMatchObject({ leads: 1, assigned: 1 });
    expect(other).toBeDefined();
  });
});
