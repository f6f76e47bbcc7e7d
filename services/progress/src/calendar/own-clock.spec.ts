import { getOwnProgress, getOwnWeek, getTeamDays, getTeamMonth, type Actor } from '@lead-finder/contracts';
import { longRun, testActor, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { startProgress, type ProgressWorld } from '../../test/start-progress.js';

const hour = 3_600_000;
/** Both changes of summer time, the date line, half hours, and no own zone. */
const zones = [
  null,
  'America/New_York',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
] as const;
const clockIn = (zone: string | null, at: Date) => DateTime.fromJSDate(at, { zone: zone ?? 'America/Chicago' });
const dayIn = (zone: string | null, at: Date) => clockIn(zone, at).toISODate()!;

let progress: ProgressWorld;
let nextId = 0;
beforeAll(async () => (progress = await startProgress('2026-01-01T12:00:00Z', 'America/Chicago')));
afterAll(() => progress?.stop());

const starts = fc.constantFrom(
  '2026-03-06T00:00:00Z',
  '2026-03-27T00:00:00Z',
  '2026-04-03T00:00:00Z',
  '2026-10-02T00:00:00Z',
  '2026-10-23T00:00:00Z',
  '2026-10-30T00:00:00Z',
  '2026-12-29T00:00:00Z',
);
const steps = fc.array(
  fc.record({ hours: fc.integer({ min: 0, max: 15 }), move: fc.option(fc.constantFrom(...zones), { nil: undefined }) }),
  { minLength: 5, maxLength: 30 },
);

class Traveller {
  readonly id = (nextId += 1);
  zone: string | null = null;
  private version = 0;

  async moveTo(zone: string | null, at = progress.clock.now()): Promise<void> {
    this.zone = zone;
    const active = { id: this.id, version: ++this.version, monthlyGoal: 30, timeZone: zone };
    await progress.member(active, at);
  }

  get actor(): Actor {
    return { ...testActor(this.id, 'admin'), timeZone: this.zone };
  }

  leave(): Promise<void> {
    return progress.member({ id: this.id, version: ++this.version, active: false });
  }
}

/** A person has November first in Kiritimati, then moves west and has the last of October once more. */
const west: [string, { hours: number; move: (typeof zones)[number] | undefined }[]] = [
  '2026-10-30T00:00:00Z',
  [
    { hours: 15, move: 'Pacific/Kiritimati' },
    { hours: 15, move: undefined },
    { hours: 5, move: undefined },
    { hours: 0, move: undefined },
    { hours: 1, move: 'Pacific/Pago_Pago' },
    { hours: 15, move: undefined },
    { hours: 15, move: undefined },
  ],
];
const options = { seed: testSeed, numRuns: longRun ? 200 : 6, endOnFailure: !longRun, examples: [west] };
const timeout = longRun ? 900_000 : 120_000;

it(
  `a contact counts on the day that its owner's clock showed, and stays there when the zone changes (seed ${testSeed})`,
  () =>
    fc.assert(
      fc.asyncProperty(starts, steps, async (start, walk) => {
        const people = [new Traveller(), new Traveller()];
        const expected = new Map<string, number>();
        progress.clock.time = new Date(start);
        for (const each of people) await each.moveTo(null);
        const late: (() => Promise<void>)[] = [];
        for (const [index, { hours, move }] of walk.entries()) {
          const at = progress.clock.forward(hours * hour + 1_800_000);
          const one = people[index % 2]!;
          if (move !== undefined) await one.moveTo(move, at);
          const day = dayIn(one.zone, at);
          expected.set(day, (expected.get(day) ?? 0) + 1);
          const lead = { leadId: (nextId += 1), userId: one.id };
          const send = () => progress.contact([lead], { at: at.toISOString() });
          // Some events arrive after later changes of the zone.
          if (index % 3 === 0) late.push(send);
          else await send();
        }
        for (const send of late) await send();
        const days = [...expected.keys()].sort();
        const span = { from: days[0]!, to: days.at(-1)! };
        const shown = await progress.call(getTeamDays, people[0]!.actor, span);
        expect(new Map(shown.filter(({ count }) => count > 0).map(({ day, count }) => [day, count]))).toEqual(expected);

        for (const one of people) {
          const { month } = await progress.call(getOwnProgress, one.actor, {});
          const { members } = await progress.call(getTeamMonth, one.actor, {});
          expect(members.find(({ user }) => user.id === one.id)).toMatchObject(month);
          const { today } = await progress.call(getOwnWeek, one.actor, {});
          expect(today).toBe(dayIn(one.zone, progress.clock.now()));
          await one.leave();
        }
        for (const one of people) await one.leave();
      }),
      options,
    ),
  timeout,
);

it(
  `a user gets one summary for each day on whose morning the clock was not moved (seed ${testSeed})`,
  () =>
    fc.assert(
      fc.asyncProperty(starts, steps, async (start, walk) => {
        const one = new Traveller();
        progress.work.of.set(one.id, { dueToday: 1 });
        progress.clock.time = new Date(start);
        await one.moveTo(null);
        const sentOn: string[] = [];
        let mailed = 0;
        const due = new Set<string>();
        for (const { hours, move } of walk) {
          if (move !== undefined) await one.moveTo(move);
          const before = clockIn(one.zone, progress.clock.now());
          for (let passed = 0; passed <= hours; passed++) {
            await progress.mailWhatIsDue();
            const now = clockIn(one.zone, progress.clock.now());
            // The service also sends by itself: to a user who just left, or just before the clock is moved.
            const queued = await progress.database.query<{ mails: number; day: string }>(
              `select count(*)::int as mails,
                 (select day::text from mailed_days where kind = 'daily_summary' and user_id = $1) as day
               from outbox cross join jsonb_array_elements(payload -> 'mails') as mail
               where type = 'progress.mails-composed' and mail -> 'userIds' @> to_jsonb($1::int)`,
              [one.id],
            );
            const { mails, day } = queued[0]!;
            for (; mailed < mails; mailed++) sentOn.push(day);
            if (now.hour >= 7 && before.toISODate() !== now.toISODate()) due.add(now.toISODate()!);
            progress.clock.forward(hour);
          }
        }
        expect(sentOn).toEqual([...new Set(sentOn)].sort());
        expect(sentOn).toEqual(expect.arrayContaining([...due].filter((day) => day > (sentOn[0] ?? ''))));
        await one.leave();
      }),
      options,
    ),
  timeout,
);

describe('a user who moves west on the last of a month', () => {
  it('keeps the contacts of the next month, and works the last day to its end', async () => {
    const one = new Traveller();
    progress.clock.time = new Date('2026-11-30T10:30:00Z');
    await one.moveTo('Pacific/Kiritimati');
    const contact = () =>
      progress.contact([{ leadId: (nextId += 1), userId: one.id }], { at: progress.clock.now().toISOString() });
    const month = async () => (await progress.call(getOwnProgress, one.actor, {})).month;
    await contact();
    expect(await month()).toMatchObject({ monthName: 'December', count: 1 });
    progress.clock.forward(hour);
    await one.moveTo('Pacific/Pago_Pago');
    await contact();
    await contact();
    expect(await month()).toMatchObject({ monthName: 'November', count: 2 });
    progress.clock.time = new Date('2026-12-01T11:00:00Z');
    expect(await month()).toMatchObject({ monthName: 'December', count: 1 });
    await one.leave();
  });
});

it('an evening at a month’s end is November in Honolulu and December in New York', async () => {
  const [west, east] = [new Traveller(), new Traveller()];
  progress.clock.time = new Date('2026-12-01T06:00:00Z');
  await west.moveTo('Pacific/Honolulu');
  await east.moveTo('America/New_York');
  for (const { id } of [west, east])
    await progress.contact([{ leadId: (nextId += 1), userId: id }], { at: progress.clock.now().toISOString() });
  const month = async ({ actor }: Traveller) => (await progress.call(getOwnProgress, actor, {})).month;
  expect(await month(west)).toMatchObject({ monthName: 'November', count: 1 });
  expect(await month(east)).toMatchObject({ monthName: 'December', count: 1 });
  const days = await progress.call(getTeamDays, east.actor, { from: '2026-11-30', to: '2026-12-01' });
  expect(days.map(({ count }) => count)).toEqual([1, 1]);
  await west.leave();
  await east.leave();
});
