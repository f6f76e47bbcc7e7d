import { listLeads, pullLeads, type Actor, type InputOf } from '@lead-finder/contracts';
import { actorOf, longRun, testSeed, testUser } from '@lead-finder/testing';
import { ada, startWorld, type World } from '../../test/world.js';
import { seedLeads } from '../seed/seed-leads.js';

type Filter = Omit<Partial<InputOf<typeof listLeads>>, 'sort'> & { sort?: 'newest' | 'oldest' };
const filters: Record<string, Filter> = {
  q: { q: 'bakery' },
  word: { q: 'ma' },
  tag: { tag: ['Hot 1', 'Referral 3'] },
  status: { status: ['in_progress'] },
  state: { state: 'TX' },
  county: { county: 'Kent' },
  located: { located: true },
  hideClosed: { hideClosed: true },
  archived: { archived: 'true' },
  oldest: { sort: 'oldest' },
};
const names = Object.keys(filters);
const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]));
const sizes = [10, 150, 300];
const combinations = [...names.map((name) => [name]), ...pairs, ['word', 'tag', 'archived'], ['q', 'tag', 'oldest']];
/** The short run tries each combination in a branch of one of the sizes. */
const combinationsOf = (size: number) =>
  combinations.filter((_, at) => longRun || sizes[(at + testSeed) % sizes.length] === size);

describe('the list of a branch', () => {
  const people = Array.from({ length: 12 }, (_, n) => 500 + n);
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    world.clock.time = new Date();
    const users = [ada.id, ...people].map((id) => testUser({ id, username: `user${id}` }));
    await seedLeads(world.database, { count: 1_200, users, onProgress: () => undefined });
  }, 60_000);
  afterAll(() => world.stop());

  const managerOf = (id: number, branch: number[]): Actor => {
    const manager = testUser({ id, username: `manager${id}`, role: 'manager' });
    world.become(id, manager);
    world.branches.set(id, branch);
    return actorOf(manager);
  };
  const idsOf = ({ leads }: { leads: { userBusiness: { id: number } }[] }) =>
    leads.map(({ userBusiness }) => userBusiness.id);

  const expected = async (filter: Filter, branch: number[]) => {
    const ids: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.call(pullLeads, ada, { scope: 'all', ...filter, cursor });
      ids.push(...idsOf({ leads: page.leads.filter(({ user }) => branch.includes(user!.id)) }));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return ids;
  };
  const walked = async (filter: Filter, actor: Actor, pageSize: number) => {
    const ids: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.call(listLeads, actor, { scope: 'all', ...filter, pageSize, cursor });
      ids.push(...idsOf(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return ids;
  };

  /** As many people, half of those with leads among them. */
  const branchOf = (size: number) => [...people.slice(3, 9), ...Array.from({ length: size - 6 }, (_, n) => 10_000 + n)];

  it.each(sizes)(
    'of %d people has what the list of all has of them, in its order, under each filter',
    async (size) => {
      const branch = branchOf(size);
      const manager = managerOf(size, branch);
      for (const combination of combinationsOf(size)) {
        const filter = Object.assign({}, ...combination.map((name) => filters[name])) as Filter;
        const leads = await expected(filter, branch);
        expect([combination, await walked(filter, manager, leads.length > 60 ? 40 : 3)]).toEqual([combination, leads]);
        const second = await world.call(listLeads, manager, { scope: 'all', ...filter, pageSize: 5, page: 2 });
        expect([combination, idsOf(second), second.total]).toEqual([combination, leads.slice(5, 10), leads.length]);
      }
      expect(await expected({ q: 'ma', tag: filters.tag!.tag }, branch)).not.toEqual([]);
    },
    120_000,
  );

  it('has what changed since the last request for the same page', async () => {
    const branch = branchOf(30);
    const manager = managerOf(30, branch);
    const page = async () => idsOf(await world.call(listLeads, manager, { scope: 'all', q: 'ma', pageSize: 5 }));
    const archive = (id: number, archived: boolean) =>
      world.database.query('update user_businesses set archived = $2 where id = $1', [id, archived]);
    const before = await page();
    expect(before).toEqual((await expected({ q: 'ma' }, branch)).slice(0, 5));
    for (const isArchived of [true, false]) {
      await archive(before[1]!, isArchived);
      expect(await page()).toEqual((await expected({ q: 'ma' }, branch)).slice(0, 5));
    }
    expect(await page()).toEqual(before);
  });
});
