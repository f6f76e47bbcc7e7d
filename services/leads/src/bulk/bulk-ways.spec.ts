import {
  addTag,
  archiveLead,
  assignBusiness,
  bulkAddTags,
  bulkArchive,
  bulkReassign,
  bulkRemoveTags,
  bulkRestore,
  bulkSetStatus,
  leadStatusChanged,
  leadStatuses,
  listBulkJobs,
  reassignLead,
  recordOutcome,
  removeTag,
  restoreLead,
  setLeadStatus,
  setNotes,
  startBulkJob,
  undoBulkJob,
  undoOutcome,
  type BulkJob,
  type InputOf,
} from '@lead-finder/contracts';
import { eventually, longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { ada, alex, found, maria, register, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const seeded = (numRuns: number) => ({ seed: testSeed, numRuns: longRun ? 30 * numRuns : numRuns });
const timeoutMs = longRun ? 900_000 : 120_000;

/** Positions of leads in each set. */
const some = fc.subarray([0, 1, 2, 3], { minLength: 1 });
const action = fc.oneof(
  fc.record({
    kind: fc.constant('status' as const),
    who: fc.constantFrom(ada, sam, maria),
    some,
    status: fc.constantFrom(...leadStatuses),
  }),
  fc.record({ kind: fc.constantFrom('archive', 'restore'), who: fc.constantFrom(ada, sam, maria), some }),
  fc.record({
    kind: fc.constantFrom('add-tags', 'remove-tags'),
    who: fc.constantFrom(ada, sam, maria),
    some,
    tag: fc.constantFrom('hot', 'fair'),
  }),
  fc.record({
    kind: fc.constant('reassign' as const),
    who: fc.constantFrom(ada, sam),
    some,
    to: fc.constantFrom(sam, alex, maria),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
const step = fc.oneof(
  { weight: 6, arbitrary: action },
  { weight: 2, arbitrary: fc.constant({ kind: 'undo' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('note' as const), position: fc.nat(3) }) },
);

interface Row {
  id: number;
  owner: number;
  status: string;
  archived: boolean;
  tags: string[];
  contactedAt: Date | null;
  revision: number;
}
interface Undone {
  undone: number;
  kept: number;
}
/** How many leads have the wanted state, and the undo if the way offers one. */
interface Result {
  done: number;
  undo: (() => Promise<Undone>) | null;
}
interface Way {
  ids: number[];
  run: (each: Action, ids: number[]) => Promise<Result>;
}

const rowsOf = (ids: number[]) =>
  world.database.query<Row>(
    `select id, user_id as owner, status, archived,
       array(select tag from unnest(tags) as tag where tag not like 'lead-%' order by tag) as tags, first_contact_at as "contactedAt", revision
     from user_businesses where id = any ($1) order by id`,
    [ids],
  );

const succeeds = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: { kind?: string }) => {
      if (['forbidden', 'conflict'].includes(error.kind ?? '')) return false;
      throw error;
    },
  );

function sendOne(each: Action, id: number): Promise<unknown> {
  const ref = { id };
  switch (each.kind) {
    case 'status':
      return world.call(setLeadStatus, each.who, { ref, status: each.status });
    case 'reassign':
      return world.call(reassignLead, each.who, { ref, newUserId: each.to.id });
    case 'add-tags':
      return world.call(addTag, each.who, { ref, tag: each.tag });
    case 'remove-tags':
      return world.call(removeTag, each.who, { ref, tag: each.tag }).catch((error: { message: string }) => {
        if (error.message !== 'Tag not found') throw error;
      });
    default:
      return world.call(each.kind === 'archive' ? archiveLead : restoreLead, each.who, { ref });
  }
}

async function oneByOne(each: Action, ids: number[]): Promise<Result> {
  const before = await rowsOf(ids);
  let done = 0;
  for (const id of ids) done += Number(await succeeds(sendOne(each, id)));
  const changed = (await rowsOf(ids)).flatMap((row, n) =>
    row.revision === before[n]!.revision ? [] : [{ ...row, was: before[n]! }],
  );
  const undoOne = ({ id, was }: { id: number; was: Row }) => {
    if (each.kind === 'reassign')
      return world.call(reassignLead, ada, { ref: { id }, newUserId: was.owner, notes: 'Reassignment undone' });
    if (each.kind === 'add-tags' || each.kind === 'remove-tags')
      return sendOne({ ...each, kind: each.kind === 'add-tags' ? 'remove-tags' : 'add-tags', who: ada }, id);
    return sendOne({ kind: each.kind === 'archive' ? 'restore' : 'archive', who: ada, some: [] }, id);
  };
  const undo = async () => {
    let undone = 0;
    for (const lead of changed) {
      const [now] = await rowsOf([lead.id]);
      if (now!.revision === lead.revision) undone += Number(await succeeds(undoOne(lead)));
    }
    return { undone, kept: changed.length - undone };
  };
  return { done, undo: changed.length > 0 ? undo : null };
}

async function together(each: Action, ids: number[]): Promise<Result> {
  if (each.kind === 'status') {
    const { results } = await world.call(bulkSetStatus, each.who, { ids, status: each.status });
    return { done: results.success, undo: null };
  }
  const { results, jobId } =
    each.kind === 'reassign'
      ? await world.call(bulkReassign, each.who, { ids, newUserId: each.to.id })
      : each.kind === 'add-tags' || each.kind === 'remove-tags'
        ? await world.call(each.kind === 'add-tags' ? bulkAddTags : bulkRemoveTags, each.who, { ids, tags: [each.tag] })
        : await world.call(each.kind === 'archive' ? bulkArchive : bulkRestore, each.who, { ids });
  return { done: results.success, undo: jobId === null ? null : () => world.call(undoBulkJob, ada, { jobId }) };
}

const ended = ({ id }: BulkJob) =>
  eventually(async () => {
    const job = (await world.call(listBulkJobs, ada, {})).jobs.find((each) => each.id === id)!;
    if (!['completed', 'undone'].includes(job.status)) throw new Error(`The job is ${job.status}`);
    return job;
  });
const undoneJob = async (jobId: number) => ended(await world.call(undoBulkJob, ada, { jobId }));
const tagOf = (id: number) => `lead-${id}`;

async function byJob(each: Action, ids: number[]): Promise<Result> {
  const filter = { tag: ids.map(tagOf), archived: 'any' as const };
  const input: InputOf<typeof startBulkJob> =
    each.kind === 'status'
      ? { filter, action: 'update-status', status: each.status }
      : each.kind === 'reassign'
        ? { filter, action: 'reassign', newUserId: each.to.id }
        : each.kind === 'add-tags' || each.kind === 'remove-tags'
          ? { filter, action: each.kind, tags: [each.tag] }
          : { filter, action: each.kind };
  const started = await world.call(startBulkJob, each.who, input).catch((error: { message: string }) => {
    if (error.message !== 'No lead matches these filters') throw error;
    return null;
  });
  if (!started) return { done: 0, undo: null };
  const { id, done } = await ended(started);
  return { done, undo: () => undoneJob(id) };
}

async function newLead(to: { id: number }, businessId: number): Promise<number> {
  const { userBusiness } = await world.call(assignBusiness, ada, { userId: to.id, businessId });
  await world.database.query('update user_businesses set tags = array[$2] where id = $1', [
    userBusiness.id,
    tagOf(userBusiness.id),
  ]);
  return userBusiness.id;
}

/** Four leads. The first two have the same business, the middle two are archived. */
async function newSet(): Promise<number[]> {
  const [shared, second, third] = await register(world, found(), found(), found());
  const ids: number[] = [];
  for (const [to, business] of [
    [sam, shared],
    [alex, shared],
    [sam, second],
    [maria, third],
  ] as const)
    ids.push(await newLead(to, business!));
  for (const id of ids.slice(1, 3)) await world.call(archiveLead, ada, { ref: { id } });
  return ids;
}

/** The status changes that the service published of each lead, in order of time. */
async function publishedOf(ids: number[]) {
  await eventually(async () =>
    expect(await world.database.query('select id from outbox where published_at is null')).toEqual([]),
  );
  const all = (await world.emitted(leadStatusChanged, 0)).flatMap(({ at, changedBy, undoes, leads }) =>
    leads.map(({ leadId, userId, from, to, firstContact }) => ({
      leadId,
      published: { at, changedBy, userId, from, to, firstContact, isUndo: undoes !== undefined },
    })),
  );
  return ids.map((id) =>
    all
      .filter(({ leadId }) => leadId === id)
      .map(({ published }) => published)
      .sort((one, other) => one.at.localeCompare(other.at)),
  );
}

/** All that the ways must agree on, by the position of the lead. */
async function stateOf(ids: number[]) {
  const history = await world.database.query<{ leadId: number }>(
    `select user_business_id as "leadId", previous_user_id, new_user_id, changed_by, notes
     from assignment_history where user_business_id = any ($1) order by id`,
    [ids],
  );
  const log = await world.database.query<{ leadId: number }>(
    `select user_business_id as "leadId", kind, what, changed_by from lead_changes where user_business_id = any ($1) order by id`,
    [ids],
  );
  const published = await publishedOf(ids);
  return (await rowsOf(ids)).map(({ id, ...row }, n) => ({
    row,
    history: history.filter(({ leadId }) => leadId === id).map((entry) => ({ ...entry, leadId: n })),
    log: log.filter(({ leadId }) => leadId === id).map((entry) => ({ ...entry, leadId: n })),
    published: published[n],
  }));
}

it(
  `single requests, bulk requests and jobs change, log, count and undo the same (seed ${testSeed})`,
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        await world.forgetEvents();
        const ways: Way[] = [];
        for (const run of [oneByOne, together, byJob]) ways.push({ ids: await newSet(), run });
        const undoable: Result[][] = [];
        for (const each of steps) {
          world.clock.forward();
          if (each.kind === 'note') {
            const notes = `Called at ${world.clock.now().toISOString()}`;
            for (const { ids } of ways) await world.call(setNotes, ada, { ref: { id: ids[each.position]! }, notes });
          } else if (each.kind === 'undo') {
            const [single, bulk, job] = await Promise.all((undoable.pop() ?? []).map(({ undo }) => undo!()));
            expect([bulk, job]).toEqual([
              single && expect.objectContaining(single),
              single && expect.objectContaining(single),
            ]);
          } else {
            const results: Result[] = [];
            for (const { ids, run } of ways)
              results.push(
                await run(
                  each,
                  each.some.map((position) => ids[position]!),
                ),
              );
            const [single, bulk, job] = results as [Result, Result, Result];
            expect([bulk.done, job.done]).toEqual([single.done, single.done]);
            const isOffered = each.kind !== 'status' && !(each.kind === 'reassign' && each.who === sam);
            expect(bulk.undo !== null).toBe(isOffered && single.undo !== null);
            if (bulk.undo) undoable.push(results);
          }
        }
        const [single, bulk, job] = await Promise.all(ways.map(({ ids }) => stateOf(ids)));
        expect(bulk).toEqual(single);
        expect(job).toEqual(single);
      }),
      seeded(10),
    ),
  timeoutMs,
);

const statusStep = fc.record({
  kind: fc.constantFrom('set', 'set-directly', 'undo'),
  status: fc.constantFrom(...leadStatuses),
});

it(
  `the last job of a status undone leaves what the last outcome of one lead undone leaves (seed ${testSeed})`,
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(statusStep, { minLength: 2, maxLength: 8 }), async (steps) => {
        await world.forgetEvents();
        const [businessId, otherId] = await register(world, found(), found());
        const ids = [await newLead(sam, businessId!), await newLead(sam, otherId!)] as [number, number];
        const [lead, leadOfJobs] = ids;
        let last: Result | null = null;
        for (const { kind, status } of steps) {
          world.clock.forward();
          if (kind === 'set') {
            await world.call(recordOutcome, ada, { ref: { id: lead }, notes: 'Spoke', status });
            last = await byJob({ kind: 'status', who: ada, some: [], status }, [leadOfJobs]);
          } else if (kind === 'set-directly') {
            for (const id of ids) await world.call(setLeadStatus, ada, { ref: { id }, status });
          } else {
            await succeeds(world.call(undoOutcome, ada, { ref: { id: lead } }));
            await last?.undo?.();
            last = null;
          }
          const [one, other] = await rowsOf(ids);
          expect([other!.status, other!.contactedAt]).toEqual([one!.status, one!.contactedAt]);
        }
        const counted = (await publishedOf(ids)).map((changes) =>
          changes.reduce((sum, { firstContact, isUndo }) => sum + Number(firstContact) - Number(isUndo), 0),
        );
        expect(counted[1]).toBe(counted[0]);
      }),
      seeded(7),
    ),
  timeoutMs,
);
