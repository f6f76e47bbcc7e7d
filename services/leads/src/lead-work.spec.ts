import {
  addActivity,
  addTag,
  bulkReassign,
  bulkSetStatus,
  changeActivity,
  getLead,
  getLeadHistory,
  leadStatusChanged,
  leadStatuses,
  reassignLead,
  recordOutcome,
  removeActivity,
  removeTag,
  setLeadStatus,
  undoOutcome,
  type Actor,
} from '@lead-finder/contracts';
import { longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { ada, alex, assign, sam, startWorld, type World } from '../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const users = [ada, sam, alex];
const who = fc.constantFrom(...users);
const status = fc.constantFrom(...leadStatuses);
const operation = fc.oneof(
  fc.record({ who, kind: fc.constant('status' as const), status }),
  fc.record({ who, kind: fc.constant('bulk-status' as const), status }),
  fc.record({ who, kind: fc.constant('outcome' as const), status }),
  fc.record({ who, kind: fc.constantFrom('undo', 'activity', 'remove-activity', 'complete') }),
  fc.record({ who, kind: fc.constantFrom('tag', 'untag'), tag: fc.constantFrom('Spring', 'spring', 'Autumn') }),
  fc.record({ who, kind: fc.constantFrom('reassign', 'bulk-reassign'), to: fc.constantFrom(sam, alex) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

class Expected {
  readonly activities = new Map<number, string>();
  tags = new Set<string>();
  owner: Actor = sam;
  lastOutcome = new Map<number, number>();
}

/** Sends one operation and notes its effect. A rejected one must change nothing. */
async function send(each: Operation, id: number, expected: Expected): Promise<void> {
  const { who: caller } = each;
  const ref = { id };
  switch (each.kind) {
    case 'status':
      await world.call(setLeadStatus, caller, { ref, status: (each as { status: 'new' }).status });
      return;
    case 'bulk-status':
      await world.call(bulkSetStatus, caller, { ids: [id], status: (each as { status: 'new' }).status });
      return;
    case 'outcome': {
      const { activity } = await world.call(recordOutcome, caller, {
        ref,
        notes: 'Spoke',
        status: (each as { status: 'new' }).status,
      });
      expected.activities.set(activity.id, 'Spoke');
      expected.lastOutcome.set(caller.id, activity.id);
      return;
    }
    case 'undo':
      await world.call(undoOutcome, caller, { ref });
      expected.activities.delete(expected.lastOutcome.get(caller.id)!);
      return;
    case 'activity': {
      const scheduledAt = world.clock.now().toISOString();
      const { activity } = await world.call(addActivity, caller, { ref, type: 'call', notes: 'Called', scheduledAt });
      expected.activities.set(activity.id, 'Called');
      return;
    }
    case 'complete':
    case 'remove-activity': {
      const [activityId = 2_000_000_000] = expected.activities.keys();
      if (each.kind === 'complete')
        return void (await world.call(changeActivity, caller, { activityId, outcome: 'Done' }));
      await world.call(removeActivity, caller, { activityId });
      expected.activities.delete(activityId);
      return;
    }
    case 'tag':
      await world.call(addTag, caller, { ref, tag: (each as { tag: string }).tag });
      return void expected.tags.add((each as { tag: string }).tag.toLowerCase());
    case 'untag':
      await world.call(removeTag, caller, { ref, tag: (each as { tag: string }).tag });
      return void expected.tags.delete((each as { tag: string }).tag.toLowerCase());
    case 'reassign':
      await world.call(reassignLead, caller, { ref, newUserId: (each as { to: Actor }).to.id });
      return void (expected.owner = (each as { to: Actor }).to);
    case 'bulk-reassign': {
      const { to } = each as { to: Actor };
      const { results } = await world.call(bulkReassign, caller, { ids: [id], newUserId: to.id });
      if (results.success === 1) expected.owner = to;
      return;
    }
  }
}

it(
  `three users' concurrent work on one lead preserves one owner, a matching history, acknowledged changes, and one contact (seed ${testSeed})`,
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
        const { id } = await assign(world, sam);
        const expected = new Expected();
        let changes = 0;
        for (const each of operations) {
          world.clock.forward();
          const before = await world.call(getLead, ada, { ref: { id } });
          await send(each, id, expected).catch(async (error: { kind?: string }) => {
            if (!['forbidden', 'not_found', 'conflict'].includes(error.kind ?? '')) throw error;
            expect(await world.call(getLead, ada, { ref: { id } })).toEqual(before);
          });
          const after = await world.call(getLead, ada, { ref: { id } });
          if (after.userBusiness.status !== before.userBusiness.status) changes += 1;

          expect(after.user?.id).toBe(expected.owner.id);
          expect(new Map(after.contactActivities.map((one) => [one.id, one.description]))).toEqual(expected.activities);
          expect(new Set(after.userBusiness.tags.map((tag) => tag.toLowerCase()))).toEqual(expected.tags);
        }
        const history = await world.call(getLeadHistory, ada, { ref: { id } });
        const owners = history.map(({ newUser }) => newUser.username);
        expect(history.map(({ previousUser }) => previousUser?.username ?? null)).toEqual([
          null,
          ...owners.slice(0, -1),
        ]);
        expect(owners.at(-1)).toBe(expected.owner.username);

        const events = (await eventsOf(id, changes)).flatMap(({ job, undoes, leads }) =>
          leads.map((one) => ({ job, undoes, ...one })),
        );
        expect(events.map(({ from }) => from)).toEqual(['new', ...events.map(({ to }) => to)].slice(0, events.length));
        let counted = 0;
        for (const { firstContact, undoes } of events) {
          counted += (firstContact ? 1 : 0) - (undoes ? 1 : 0);
          expect([0, 1]).toContain(counted);
        }
        const [open] = await world.database.query<{ stored: Date | null; due: Date | null }>(
          `select follow_up_at as stored, (select min(scheduled_at) from contact_activities
             where user_business_id = $1 and scheduled_at is not null and completed_at is null) as due
           from user_businesses where id = $1`,
          [id],
        );
        expect(open!.stored).toEqual(open!.due);
      }),
      { seed: testSeed, numRuns: longRun ? 500 : 12, endOnFailure: !longRun },
    ),
  longRun ? 900_000 : 120_000,
);

async function eventsOf(leadId: number, count: number) {
  let all = await world.emitted(leadStatusChanged, 0);
  const own = () => all.filter(({ leads }) => leads.some((lead) => lead.leadId === leadId));
  for (const until = Date.now() + 10_000; own().length < count && Date.now() < until;) {
    all = await world.emitted(leadStatusChanged, all.length + 1);
  }
  return own().sort((one, other) => one.at.localeCompare(other.at));
}
