import * as contracts from '@lead-finder/contracts';
import type { Actor, BulkJob } from '@lead-finder/contracts';
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

const save = async (definition: Definition) => (await createPlan(world, definition)).id;
const look = (definition: Definition, planId?: number) => previewPlan(world, definition, planId);
const commit = async (planId: number, definition: Definition) => {
  const { ground } = await look(definition, planId);
  return world.call(contracts.commitDistribution, ada, { planId, ground });
};
const ended = (job: { id: number }) => endedJob(world, job);
const owners = () => leadsByOwner(world);
const ownerOf = async (id: number) => (await world.call(contracts.getLead, ada, { ref: { id } })).user?.id ?? null;
const gets = async (definition: Definition) =>
  Object.fromEntries((await look(definition)).people.map(({ id, gets: leads }) => [id, leads]));

type Corners = [longitude: number, latitude: number][];
const square = (west: number): Corners => [
  [west, 34],
  [west + 1, 34],
  [west + 1, 35],
  [west, 35],
];
const territory = (name: string, parts: Corners[], people: Actor[]) =>
  world.call(contracts.createTerritory, ada, {
    name,
    userIds: people.map(({ id }) => id),
    shape: { type: 'MultiPolygon', coordinates: parts.map((part) => [part]) },
  });
const at = (latitude: number, longitude: number) =>
  assign(world, ben, { latitude, longitude, formattedAddress: 'Here' });
const nowhere = () => assign(world, ben, { formattedAddress: 'Nowhere' });
const byTerritory: Rule = { share: 'round-robin', conditions: [{ kind: 'territory' }] };

describe('by territory', () => {
  it('a lead without coordinates goes to the next rule, or stays because no rule fits', async () => {
    await territory('West', [square(-93)], [sam]);
    const inside = await at(34.5, -92.5);
    const without = await nowhere();
    expect(await look(planOf([byTerritory]))).toMatchObject({
      assigned: 1,
      left: [{ rule: null, reason: 'no-rule', territory: null, leads: 1, cure: { kind: 'add-rule' } }],
    });
    const definition = planOf([byTerritory, among([maria])]);
    await ended(await commit(await save(definition), definition));
    expect([await ownerOf(inside.id), await ownerOf(without.id)]).toEqual([sam.id, maria.id]);
  });

  it('a lead on a border goes to the people of the territory with the lower number', async () => {
    await territory('West', [square(-93)], [sam]);
    await territory('East', [square(-92)], [alex]);
    const [between, east] = [await at(34.5, -92), await at(34.5, -91)];
    const definition = planOf([byTerritory]);
    await ended(await commit(await save(definition), definition));
    expect([await ownerOf(between.id), await ownerOf(east.id)]).toEqual([sam.id, alex.id]);
  });

  it('leads on both sides of the date line go to the people of a territory with a part on each side', async () => {
    await territory('Pacific', [square(179), square(-180)], [sam]);
    const leads = [];
    for (const longitude of [179.5, 180, -180, -179.5]) leads.push(await at(34.5, longitude));
    const outside = await at(34.5, 178.5);
    const definition = planOf([byTerritory]);
    await ended(await commit(await save(definition), definition));
    expect(await Promise.all(leads.map(({ id }) => ownerOf(id)))).toEqual(Array(4).fill(sam.id));
    expect(await ownerOf(outside.id)).toBe(ben.id);
  });

  it.each<[string, Corners, RegExp]>([
    [
      'the date line',
      [
        [179, 34],
        [-179, 34],
        [-179, 35],
        [179, 35],
      ],
      /^The shape crosses the date line\. Draw one part on each side/,
    ],
    [
      'itself',
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
      /^The shape crosses itself near latitude 0\.5, longitude 0\.5/,
    ],
  ])('a shape that crosses %s is rejected on its field', async (_, part, message) => {
    expect(await failure(territory('West', [part], []))).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: 'shape', message: expect.stringMatching(message) }] },
    });
  });

  it('leads of a territory without people stay and name it, until a person is put on it', async () => {
    await territory('West', [square(-93)], [sam]);
    const { id, version } = await territory('Empty', [square(-90)], []);
    await at(34.5, -92.5);
    const [lead] = [await at(34.5, -89.5), await at(34.6, -89.5)];
    const definition = planOf([byTerritory, among([maria])]);
    expect(await look(definition)).toMatchObject({
      assigned: 1,
      left: [{ rule: 1, reason: 'nobody', territory: 'Empty', territoryId: id, leads: 2, cure: null }],
    });
    await world.call(contracts.updateTerritory, ada, { id, userIds: [alex.id], version });
    expect(await gets(definition)).toEqual({ [sam.id]: 1, [alex.id]: 2, [maria.id]: 0 });
    await ended(await commit(await save(definition), definition));
    expect(await ownerOf(lead.id)).toBe(alex.id);
  });
});

describe('if all are on leave', () => {
  const rules = [among([sam, alex], { conditions: [{ kind: 'not-on-leave' }] })];
  beforeEach(() => {
    for (const { id } of [sam, alex]) world.daysOff.set(id, ['2026-03-02']);
  });

  it('no lead moves, the preview offers to drop the condition, and a commit is rejected', async () => {
    await nowhere();
    const definition = planOf(rules);
    const planId = await save(definition);
    expect(await look(definition, planId)).toMatchObject({
      assigned: 0,
      left: [{ rule: 1, reason: 'on-leave', leads: 1, cure: { kind: 'drop', rule: 1, condition: 'not-on-leave' } }],
    });
    expect(await failure(commit(planId, definition))).toMatchObject({
      code: 'validation_failed',
      message: 'No lead would move',
    });
    expect(await owners()).toEqual({ [ben.id]: 1 });
  });

  it('no lead moves to people without a team either', async () => {
    await nowhere();
    world.workingDays.clear();
    expect(await look(planOf(rules))).toMatchObject({ assigned: 0, left: [{ reason: 'on-leave', leads: 1 }] });
  });

  it('leads that come in wait until one is back', async () => {
    const planId = await save(planOf(rules, { source: { kind: 'pool' } }));
    await world.call(contracts.changeDistributionPlan, ada, { planId, live: ['assignments'] });
    const [businessId] = await register(world, found());
    await world.call(contracts.assignBusiness, ada, { userId: null, businessId: businessId! });
    const waiting = async () => (await world.call(contracts.listWaitingLeads, ada, {})).waiting;
    await eventually(async () => expect(await waiting()).toMatchObject([{ reason: 'on-leave', leads: 1 }]));
    world.daysOff.delete(alex.id);
    world.clock.forward(3_600_000);
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect(await owners()).toEqual({ [alex.id]: 1 });
  });
});

describe('if after the commit and before the turn of its leads', () => {
  /** Commits while the statement on Alex is not committed, so the job waits for it. */
  async function commitBeside(definition: Definition, statement: string): Promise<BulkJob> {
    const planId = await save(definition);
    const [{ schema }] = (await world.database.query<{ schema: string }>('select current_schema as schema')) as [
      { schema: string },
    ];
    const other = new Client({ connectionString: world.databaseUrl, options: `-c search_path=${schema},public` });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select from assignees where id = $1 for update', [alex.id]);
      await other.query(statement);
      const job = await commit(planId, definition);
      await other.query('commit');
      return await ended(job);
    } finally {
      await other.end();
    }
  }
  const given = () => world.database.query('select user_id, leads from distribution_accounts where leads > 0');

  it.each([
    ['deleted', 'deleted_at = now()'],
    ['deactivated', 'active = false'],
  ])('a person is %s, the leads stay and no share counts them', async (_, change) => {
    for (let lead = 0; lead < 4; lead++) await nowhere();
    const definition = planOf([among([sam, alex])]);
    const job = await commitBeside(definition, `update assignees set ${change} where id = ${alex.id}`);
    expect(job).toMatchObject({ status: 'completed', total: 4, done: 2, failed: 2 });
    expect(await owners()).toEqual({ [sam.id]: 2, [ben.id]: 2 });
    expect(await given()).toEqual([{ user_id: sam.id, leads: 2 }]);
  });

  it('a person got other leads, no more come than the capacity has room for', async () => {
    for (let lead = 0; lead < 4; lead++) await nowhere();
    const [businessId] = await register(world, found());
    const definition = planOf([among([sam, alex], { conditions: [{ kind: 'below-capacity', capacity: 2 }] })]);
    const job = await commitBeside(
      definition,
      `insert into user_businesses (user_id, business_id, name) values (${alex.id}, ${businessId!}, 'By hand')`,
    );
    expect(job).toMatchObject({ status: 'completed', total: 4, done: 3, failed: 1 });
    expect(await owners()).toEqual({ [sam.id]: 2, [alex.id]: 2, [ben.id]: 1 });
  });
});

describe('a capacity that was lowered below the load', () => {
  it('gives its person nothing, takes nothing away, and the cure names the number that is enough', async () => {
    for (let lead = 0; lead < 3; lead++) await assign(world, sam);
    for (let lead = 0; lead < 5; lead++) await nowhere();
    const rules = [
      among([sam, alex], { share: 'least-loaded', conditions: [{ kind: 'below-capacity', capacity: 5 }] }),
    ];
    const before = planOf(rules);
    const planId = await save(before);
    expect(await gets(before)).toEqual({ [sam.id]: 1, [alex.id]: 4 });
    const definition = planOf(rules, {
      people: [
        { userId: sam.id, capacity: 1 },
        { userId: alex.id, capacity: 2 },
      ],
    });
    await world.call(contracts.changeDistributionPlan, ada, { planId, definition });
    const seen = await look(definition, planId);
    expect(seen.people).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: sam.id, before: 3, gets: 0, after: 3, capacity: 1 }),
        expect.objectContaining({ id: alex.id, before: 0, gets: 2, after: 2, capacity: 2 }),
      ]),
    );
    expect(seen.left).toMatchObject([{ reason: 'full', leads: 3, cure: { kind: 'raise', rule: 1, capacity: 4 } }]);
    await ended(await commit(planId, definition));
    expect(await owners()).toEqual({ [sam.id]: 3, [alex.id]: 2, [ben.id]: 3 });
  });
});

describe('a source whose filter names a field that is gone', () => {
  const untilFilter = (isThere: boolean) =>
    eventually(async () => {
      const ready = await world.database.query(
        `select key from filtered_fields where key = 'size' and after_id is null and not removed`,
      );
      expect(ready).toHaveLength(isThere ? 1 : 0);
    });

  it('says so, and neither runs nor takes leads that come in', async () => {
    await nowhere();
    await world.call(contracts.createCustomField, ada, { name: 'Size', type: 'number', filter: true });
    await untilFilter(true);
    const definition = planOf([among([sam])], { source: { kind: 'filter', filter: { field: ['size!'] } } });
    const planId = await save(definition);
    await world.call(contracts.changeDistributionPlan, ada, { planId, live: ['assignments'] });
    const { ground } = await look(definition, planId);
    await world.call(contracts.removeCustomField, ada, { key: 'size' });
    await untilFilter(false);

    const { plans } = await world.call(contracts.listDistributionPlans, ada, {});
    expect(plans).toMatchObject([{ id: planId, problem: 'There is no filter "size"' }]);
    for (const call of [
      () => look(definition, planId),
      () => world.call(contracts.commitDistribution, ada, { planId, ground }),
      () => world.call(contracts.changeDistributionPlan, ada, { planId, definition }),
    ])
      expect(await failure(call())).toMatchObject({
        kind: 'invalid',
        details: { issues: [{ path: 'definition.source.filter.field', message: 'There is no filter "size"' }] },
      });
    const [businessId] = await register(world, found());
    await world.call(contracts.assignBusiness, ada, { userId: null, businessId: businessId! });
    await eventually(async () =>
      expect((await world.call(contracts.listWaitingLeads, ada, {})).waiting).toMatchObject([
        { plan: null, reason: 'no-plan', leads: 1 },
      ]),
    );
    expect(await owners()).toEqual({ '-1': 1, [ben.id]: 1 });
  });
});

describe('a lead that a plan moved', () => {
  it.each([
    ['new', true],
    ['in_progress', false],
  ] as const)(
    'with the status %s counts as a contact as one moved by hand (first contact: %s)',
    async (status, firstContact) => {
      const given = async () => {
        const lead = await nowhere();
        if (status !== 'new') await world.call(contracts.setLeadStatus, ben, { ref: { id: lead.id }, status });
        return lead;
      };
      const byPlan = await given();
      const definition = planOf([among([sam])]);
      await ended(await commit(await save(definition), definition));
      const byHand = await given();
      await world.call(contracts.reassignLead, ada, { ref: { id: byHand.id }, newUserId: sam.id });
      const both = () =>
        world.database.query(
          `select user_id, status, viewed, archived, first_contact_at is null as "isFresh", last_contacted_at is null as "isUncontacted"
         from user_businesses order by id`,
        );
      const [plannedBefore, handedBefore] = await both();
      expect(plannedBefore).toEqual(handedBefore);
      const before = status === 'new' ? 0 : 2;
      for (const { id } of [byPlan, byHand])
        await world.call(contracts.setLeadStatus, sam, { ref: { id }, status: 'recontact' });
      const events = await world.emitted(contracts.leadStatusChanged, before + 2);
      expect(events.slice(before).flatMap(({ leads }) => leads)).toMatchObject(
        [byPlan, byHand].map(({ id }) => ({ leadId: id, userId: sam.id, firstContact })),
      );
      const [planned, handed] = await both();
      expect(planned).toEqual(handed);
    },
  );
});
