import { randomUUID } from 'node:crypto';
import { getOwnProgress, leadStatus, leadStatusChanged, type LeadStatus } from '@lead-finder/contracts';
import { longRun, testSeed, testActor } from '@lead-finder/testing';
import fc from 'fast-check';
import { startProgress, type ProgressWorld, statusChanged, type StatusChanged } from '../../test/start-progress.js';

let progress: ProgressWorld;
beforeAll(async () => {
  progress = await startProgress('2026-12-31T12:00:00Z', 'America/Chicago');
  for (const id of users) await progress.member({ id });
});
afterAll(() => progress?.stop());

const run = { seed: testSeed, numRuns: longRun ? 1_000 : 20 };
const timeoutMs = longRun ? 900_000 : 120_000;
const lead = fc.integer({ min: 1, max: 6 });
const users = [1, 2, 3];
const course = fc.record({ together: fc.integer({ min: 1, max: 20 }), late: fc.nat(20) });
const user = fc.constantFrom(...users);
const status = fc.constantFrom<LeadStatus>(...leadStatus.options);

/** The actions of users: change the status of some leads in one action, reassign a lead, or delete it. */
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      leads: fc.uniqueArray(lead, { minLength: 1, maxLength: 4 }),
      to: status,
      isJob: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ lead, newOwner: user }) },
  { weight: 1, arbitrary: fc.record({ lead, isDeleted: fc.constant(true) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

interface PublishedEvent {
  event: StatusChanged;
  id: string;
}

/** Applies the leads service's rule. Returns its events, and which user must get credit for which lead on which day. */
function eventsOf(actions: Action[]): { events: PublishedEvent[]; credited: Map<number, string> } {
  const owner = new Map<number, number>();
  const statusOf = new Map<number, LeadStatus>();
  const credited = new Map<number, string>();
  const deleted = new Set<number>();
  const events = actions.flatMap((each, index) => {
    if ('isDeleted' in each) {
      deleted.add(each.lead);
      return [];
    }
    if ('newOwner' in each) {
      owner.set(each.lead, each.newOwner);
      return [];
    }
    // Fourteen hours apart, so that days, weeks and the year change between events.
    const at = new Date(Date.UTC(2026, 11, 29) + index * 14 * 3_600_000);
    const left = each.leads.filter((leadId) => !deleted.has(leadId));
    if (left.length === 0) return [];
    const leads = left.map((leadId) => {
      const from = statusOf.get(leadId) ?? 'new';
      const userId = owner.get(leadId) ?? 1;
      const firstContact = from === 'new' && each.to !== 'new' && !credited.has(leadId);
      if (firstContact) credited.set(leadId, `${userId} on ${dayInChicago(at)}`);
      statusOf.set(leadId, each.to);
      return { leadId, userId, from, to: each.to, firstContact };
    });
    return [
      {
        event: statusChanged(leads, { at: at.toISOString(), job: each.isJob ? `job-${index}` : null }),
        id: randomUUID(),
      },
    ];
  });
  return { events, credited };
}

/** Does not use the service's own rules, so that a defect there shows. */
const dayInChicago = (at: Date) => at.toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });

/** All events in any order; some repeat, as the same event or as another one with the same content. */
const reorder = (events: PublishedEvent[]) =>
  fc
    .array(fc.record({ index: fc.nat(Math.max(0, events.length - 1)), again: fc.boolean() }), {
      maxLength: events.length,
    })
    .chain((repeats) => {
      const more = repeats.map(({ index, again }) => ({
        event: events[index]!.event,
        id: again ? randomUUID() : events[index]!.id,
      }));
      const all = [...events, ...more];
      return fc.shuffledSubarray(all, { minLength: all.length });
    });

/** The last day of the year and a day of the next one, each with its month and its week. */
const moments = [
  { now: new Date('2026-12-31T12:00:00Z'), month: ['2026-12-01', '2026-12-31'], week: ['2026-12-28', '2027-01-03'] },
  { now: new Date('2027-01-05T12:00:00Z'), month: ['2027-01-01', '2027-01-31'], week: ['2027-01-04', '2027-01-10'] },
] as const;

/** Delivers at most `together` events at once, the last `late` of them after their month has ended. */
async function consume(
  events: PublishedEvent[],
  { together, late }: { together: number; late: number },
): Promise<void> {
  await progress.database.query('with counts as (delete from contact_counts) delete from contact_ledger');
  for (let from = 0; from < events.length; from += together) {
    progress.clock.time = moments[events.length - from <= late ? 1 : 0].now;
    const bundle = events.slice(from, from + together);
    await Promise.all(bundle.map(({ event, id }) => progress.publish(leadStatusChanged, event, { id })));
  }
}

/** Each lead counts at most once, and the ledger, the counts and the meters agree. */
async function expectSound(): Promise<void> {
  const { database } = progress;
  const twice = await database.query('select lead_id from contact_ledger group by 1 having sum(counts) not in (0, 1)');
  expect(twice).toEqual([]);
  const summed =
    'select user_id, day::text, sum(counts)::int as contacts from contact_ledger group by 1, 2 order by 1, 2';
  const stored = 'select user_id, day::text, contacts from contact_counts order by 1, 2';
  expect(await database.query(stored)).toEqual(await database.query(summed));
  for (const { now, month, week } of moments) {
    progress.clock.time = now;
    const meters = await Promise.all(users.map((id) => progress.call(getOwnProgress, testActor(id), {})));
    expect(meters.map((each) => each.month.count)).toEqual(await sumOf(month));
    expect(meters.map((each) => each.week.count)).toEqual(await sumOf(week));
  }
}

/** Returns each user's contacts of these days, from the rows of the ledger. */
async function sumOf(days: readonly [from: string, to: string]): Promise<number[]> {
  const [row] = await progress.database.query<Record<string, number>>(
    `select ${users.map((id) => `coalesce(sum(counts) filter (where user_id = ${id}), 0)::int as "${id}"`).join(', ')}
     from contact_ledger where day between $1 and $2`,
    [...days],
  );
  return users.map((id) => row![id]!);
}

async function creditedLeads(): Promise<Map<number, string>> {
  const rows = await progress.database.query<{ lead: number; credit: string }>(
    `select lead_id as lead, user_id || ' on ' || day as credit from contact_ledger
     group by lead_id, turn, user_id, day having sum(counts) = 1 order by lead_id`,
  );
  return new Map(rows.map(({ lead, credit }) => [lead, credit]));
}

describe('the ledger of contacts', () => {
  it(
    'counts each contacted lead once, for any actions and any order of events',
    async () => {
      const history = fc.array(action, { maxLength: 14 }).chain((actions) => {
        const { events, credited } = eventsOf(actions);
        return fc.record({ delivered: reorder(events), credited: fc.constant(credited), course });
      });
      await fc.assert(
        fc.asyncProperty(history, async ({ delivered, credited, course }) => {
          await consume(delivered, course);
          await expectSound();
          expect(await creditedLeads()).toEqual(new Map([...credited].sort(([a], [b]) => a - b)));
        }),
        run,
      );
    },
    timeoutMs,
  );

  it(
    'takes back exactly what undone jobs had counted',
    async () => {
      const history = fc.array(action, { maxLength: 10 }).chain((actions) => {
        const { events } = eventsOf(actions);
        const jobs = events.filter(({ event }) => event.job !== null);
        return fc.record({ events: reorder(events), undone: fc.subarray(jobs), course });
      });
      await fc.assert(
        fc.asyncProperty(history, async ({ events, undone, course }) => {
          await consume(events, course);
          const before = await creditedLeads();
          const counted = undone.flatMap(({ event }) => event.leads.filter(({ firstContact }) => firstContact));
          for (const { event } of [...undone, ...undone]) {
            const leads = event.leads.filter(({ firstContact }) => firstContact);
            if (leads.length > 0)
              await progress.contact(
                leads.map((each) => ({ ...each, firstContact: false })),
                { undoes: event.job! },
              );
          }
          await expectSound();
          counted.forEach(({ leadId }) => before.delete(leadId));
          expect(await creditedLeads()).toEqual(before);
        }),
        run,
      );
    },
    timeoutMs,
  );

  it(
    'counts a lead at most once even if every event claims the first contact',
    async () => {
      const claim = fc.record({ leadId: lead, userId: user });
      const claims = fc.array(fc.array(claim, { minLength: 1, maxLength: 5 }), { maxLength: 10 });
      await fc.assert(
        fc.asyncProperty(claims, course, async (batches, course) => {
          const events = batches.map((leads) => ({
            event: statusChanged(leads, { at: '2026-12-31T12:00:00Z' }),
            id: randomUUID(),
          }));
          await consume(events, course);
          await expectSound();
          const claimed = new Set(batches.flat().map(({ leadId }) => leadId));
          expect(new Set((await creditedLeads()).keys())).toEqual(claimed);
        }),
        run,
      );
    },
    timeoutMs,
  );
});
