import * as contracts from '@lead-finder/contracts';
import { poolOfTeam, type Actor, type UserBusiness } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { longRun, testSeed } from '@lead-finder/testing';
import { alex, ada, assign, maria, sam, startWorld, type World } from '../../test/world.js';
import { Recycler } from './recycler.js';
import { dayNumber, dayText } from './recycling.rules.js';

const zones = new Map([
  [sam.id, 'America/Chicago'],
  [alex.id, 'Europe/Berlin'],
]);
const dayOf = ({ id }: Actor, at: Date) => at.toLocaleDateString('sv', { timeZone: zones.get(id)! });
const daysFrom = (first: string, last: string) =>
  Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, (_, at) => dayText(dayNumber(first) + at));

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());

/** Ends the work of the recycler at a statement, as the death of its process does. */
class Killer {
  private left = Infinity;

  constructor(database: Database) {
    const inner = database as unknown as { run: (statement: object) => Promise<unknown> };
    const run = inner.run.bind(database);
    inner.run = (statement) => (--this.left < 0 ? Promise.reject(new Error('killed')) : run(statement));
  }

  /** Returns whether the work was killed. */
  async kill(afterStatements: number, work: () => Promise<unknown>): Promise<boolean> {
    this.left = afterStatements;
    try {
      await work();
      return false;
    } catch (error) {
      if ((error as Error).message !== 'killed') throw error;
      return true;
    } finally {
      this.left = Infinity;
    }
  }
}

/** A lead with what happens to it by day at noon in Chicago, and what must come of it by the days of its owner. */
interface Story {
  name: string;
  owner: Actor;
  given?: string;
  acts?: Record<string, (lead: UserBusiness) => Promise<unknown>>;
  reminded: string[];
  announced?: string[];
  moved: string | null;
}

const ref = ({ id }: UserBusiness) => ({ ref: { id } });
const call = (lead: UserBusiness) =>
  world.call(contracts.addActivity, sam, { ...ref(lead), type: 'call', notes: 'Hi' });
const note = (lead: UserBusiness) =>
  world.call(contracts.addActivity, sam, { ...ref(lead), type: 'note', notes: 'Hi' });
const plan = (scheduledOn: string) => (lead: UserBusiness) =>
  world.call(contracts.addActivity, sam, { ...ref(lead), type: 'call', notes: 'Ask', scheduledOn });
const movePlan = (scheduledOn: string) => async (lead: UserBusiness) => {
  const { contactActivities } = await world.call(contracts.getLead, sam, ref(lead));
  await world.call(contracts.changeActivity, sam, { activityId: contactActivities[0]!.id, scheduledOn });
};
const veto = ({ id }: UserBusiness) => world.call(contracts.vetoRecycling, maria, { id });
const status = async (lead: UserBusiness) => {
  await world.call(contracts.setLeadStatus, sam, { ...ref(lead), status: 'in_progress' });
  await world.database.query(
    `update lead_changes set changed_at = $2 where user_business_id = $1 and kind = 'status'`,
    [lead.id, world.clock.now()],
  );
};
const suddenLeave = () => Promise.resolve(world.daysOff.get(sam.id)!.push('2026-04-07', '2026-04-08'));

// Ten working days, a reminder three before. Sam is on leave from March 16 to 20 and on April 7 and 8; April 3 is a holiday.
// Clocks change on March 8 in Chicago and on March 29 in Berlin.
const stories: Story[] = [
  { name: 'untouched', owner: sam, reminded: ['03-11'], announced: ['03-23'], moved: '03-24' },
  {
    name: 'called after the reminder',
    owner: sam,
    acts: { '03-13': call },
    reminded: ['03-11', '03-31'],
    announced: ['04-06'],
    moved: '04-07',
  },
  {
    name: 'with a note',
    owner: sam,
    acts: { '03-12': note },
    reminded: ['03-11'],
    announced: ['03-23'],
    moved: '03-24',
  },
  {
    name: 'protected by a follow-up, over the sudden leave',
    owner: sam,
    acts: { '03-10': plan('2026-04-06') },
    reminded: ['04-07'],
    announced: ['04-13'],
    moved: '04-14',
  },
  {
    name: 'with a follow-up that is moved twice',
    owner: sam,
    acts: { '03-10': plan('2026-03-12'), '03-12': movePlan('2026-03-25'), '03-25': movePlan('2026-04-08') },
    reminded: ['03-26'],
    announced: ['03-31'],
    moved: '04-01',
  },
  {
    name: 'of an existing customer',
    owner: sam,
    acts: { '03-03': (lead) => world.call(contracts.markExistingCustomer, sam, ref(lead)) },
    reminded: [],
    moved: null,
  },
  {
    name: 'that the manager keeps',
    owner: sam,
    acts: { '03-23': veto },
    reminded: ['03-11', '04-01'],
    announced: ['03-23', '04-07', '04-09'],
    moved: '04-10',
  },
  {
    name: 'with a new status on its last day',
    owner: sam,
    acts: { '03-23': status },
    reminded: ['03-11', '04-01'],
    announced: ['03-23', '04-07', '04-09'],
    moved: '04-10',
  },
  {
    name: 'whose owner suddenly goes on leave on its last day',
    owner: sam,
    given: '03-23',
    acts: { '04-07': suddenLeave },
    reminded: ['04-01'],
    announced: ['04-07', '04-09'],
    moved: '04-10',
  },
  { name: 'in Berlin', owner: alex, reminded: ['03-11'], announced: ['03-16'], moved: '03-17' },
  {
    name: 'in Berlin over the change of the clock and Easter',
    owner: alex,
    given: '03-27',
    reminded: ['04-09'],
    announced: ['04-14'],
    moved: '04-15',
  },
];

test('in sixty days with kills each reminder, announcement and move happens once on its day, and no protected lead moves', async () => {
  await world.get(Recycler).onModuleDestroy();
  const team = { id: 71, name: 'North', path: [71] };
  for (const { id } of [sam, alex]) {
    world.teams.set(id, team);
    world.workingDays.set(id, [1, 2, 3, 4, 5]);
    await world.database.query('update assignees set time_zone = $2 where id = $1', [id, zones.get(id)]);
  }
  world.branches.set(maria.id, [sam.id, alex.id, poolOfTeam(71)]);
  world.daysOff.set(sam.id, [...daysFrom('2026-03-16', '2026-03-20'), '2026-04-03']);
  world.daysOff.set(alex.id, ['2026-04-03', '2026-04-06']);
  await world.call(contracts.setRecyclingRule, ada, {
    teamId: 71,
    active: true,
    untouchedDays: 10,
    remindDays: 3,
    coolDownDays: 30,
  });

  const leads = new Map<Story, UserBusiness>();
  const seen = new Map(
    stories.map((story) => [
      story,
      { reminded: [] as string[], announced: [] as string[], moved: null as string | null },
    ]),
  );
  const killer = new Killer(world.get(Database));
  let kills = 0;
  let runs = 0;
  const look = async (at: Date) => {
    const rows = await world.database.query<{ id: number; reminders: number; announced: string | null; moves: number }>(
      `select u.id, (select count(*)::int from lead_changes where user_business_id = u.id and what->>'what' = 'recycling-reminded') as reminders,
         to_char(s.moves_on, 'MM-DD') as announced,
         (select count(*)::int from assignment_history where user_business_id = u.id and reason = 'untouched') as moves
       from user_businesses u left join recycling_leads s on s.lead_id = u.id`,
    );
    for (const [story, { id }] of leads) {
      const { reminders, announced, moves } = rows.find((row) => row.id === id)!;
      const log = seen.get(story)!;
      const today = dayOf(story.owner, at).slice(5);
      while (log.reminded.length < reminders) log.reminded.push(today);
      if (announced && log.announced.at(-1) !== announced) log.announced.push(announced);
      expect(moves).toBe(log.moved === null ? moves : 1);
      if (moves > 0) log.moved ??= today;
    }
  };
  for (const day of daysFrom('2026-03-02', '2026-04-30'))
    for (const hour of ['00', '03', '05', '06', '08', '12', '14', '18', '22']) {
      world.clock.time = new Date(`${day}T${hour}:05:00Z`);
      if (hour === '18')
        for (const story of stories) {
          const { given = '03-02', owner, acts = {} } = story;
          if (day === `2026-${given}`) leads.set(story, await assign(world, owner));
          await acts[day.slice(5)]?.(leads.get(story)!);
        }
      const run = () => world.get(Recycler).run();
      // Each statement of the busy runs dies at some time, and most of the idle ones. The short run tries a quarter.
      const places = [runs % 3, 3 + (runs % 11), 14 + (runs % 23), 37 + (runs % 31)];
      for (const at of longRun ? places : [places[(runs + testSeed) % 4]!]) if (await killer.kill(at, run)) kills++;
      runs++;
      await run();
      await look(world.clock.now());
    }

  expect(kills).toBeGreaterThan(longRun ? 400 : 100);
  const outcome = (of: (story: Story) => object) => stories.map((story) => ({ name: story.name, ...of(story) }));
  expect(outcome((story) => seen.get(story)!)).toEqual(
    outcome(({ reminded, announced = [], moved }) => ({ reminded, announced, moved })),
  );
  const reported = async (actor: Actor, title: string) => {
    const [sum] = await world.database.query<{ leads: number }>(
      `select coalesce(sum(leads), 0)::int as leads from notifications where user_id = $1 and title ~ $2`,
      [actor.id, title],
    );
    return sum!.leads;
  };
  const counts = (owner: Actor, of: (story: Story) => number) =>
    stories.filter((story) => story.owner === owner).reduce((sum, story) => sum + of(story), 0);
  for (const owner of [sam, alex]) {
    expect(await reported(owner, 'goe?s? back to the pool soon')).toBe(
      counts(owner, ({ reminded }) => reminded.length),
    );
    expect(await reported(owner, 'went back')).toBe(counts(owner, ({ moved }) => (moved ? 1 : 0)));
  }
  const announced = [sam, alex].map((owner) => counts(owner, (story) => story.announced?.length ?? 0));
  expect(await reported(maria, 'tonight')).toBe(announced[0]! + announced[1]!);
}, 240_000);
