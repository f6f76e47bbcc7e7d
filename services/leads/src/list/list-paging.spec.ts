import { listLeads, reassignLead } from '@lead-finder/contracts';
import { longRun } from '@lead-finder/testing';
import { randomFrom } from '../seed/random.rules.js';
import { ada, alex, assign, maria, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterAll(() => world.stop());

const count = longRun ? 5_000 : 800;

async function fill(): Promise<number[]> {
  await world.database.query(
    `insert into businesses (place_id, match_key, name)
     select 'paged-' || n, 'paged-' || n, 'Paged ' || n from generate_series(1, ${count}) n`,
  );
  const rows = await world.database.query<{ id: number }>(
    `insert into user_businesses (user_id, business_id, assigned_at, name)
     select $1, id, timestamptz '2026-01-01' + id / 3 * interval '1 second', name from businesses where place_id like 'paged-%' order by id
     returning id`,
    [sam.id],
  );
  return rows.map(({ id }) => id);
}

/** In a transaction, which is tried again after a deadlock with a task of the service. */
const empty = () =>
  world.database.transaction(() =>
    world.database.query('truncate user_businesses, businesses restart identity cascade'),
  );

describe('paging by cursor', () => {
  it.each(['newest', 'oldest'] as const)(
    'returns each lead that did not move exactly once in order, %s first, there and back, while others assign and reassign',
    async (sort) => {
      await empty();
      const all = await fill();
      const random = randomFrom(20_261_121);
      const moved = new Set<number>();
      const change = async () => {
        for (let n = 0; n < 3; n++) {
          const id = all[Math.floor(random() * all.length)]!;
          world.clock.forward();
          const newUserId = [alex, maria, sam][Math.floor(random() * 3)]!.id;
          const isMoved = await world.call(reassignLead, ada, { ref: { id }, newUserId }).then(
            () => true,
            () => false,
          );
          if (isMoved) moved.add(id);
        }
        await assign(world, alex);
      };
      for (const direction of ['nextCursor', 'previousCursor'] as const) {
        const isBack = direction === 'previousCursor';
        const seen: number[] = [];
        // Far behind the end there is a way back.
        const start = isBack ? await world.call(listLeads, ada, { scope: 'all', sort, page: 1_000_000 }) : null;
        let cursor = start?.previousCursor ?? undefined;
        do {
          const page = await world.call(listLeads, ada, { scope: 'all', sort, pageSize: 100, cursor });
          const ids = page.leads.map(({ userBusiness }) => userBusiness.id);
          seen.push(...(isBack ? ids.toReversed() : ids));
          cursor = page[direction] ?? undefined;
          await change();
        } while (cursor);
        expect(seen.length).toBe(new Set(seen).size);
        const stayed = all.filter((id) => !moved.has(id));
        const isUpwards = (sort === 'oldest') !== isBack;
        expect(seen.filter((id) => stayed.includes(id))).toEqual(isUpwards ? stayed : stayed.toReversed());
      }
      expect(moved.size).toBeGreaterThan(count / 100);
    },
    120_000,
  );

  it.each([
    ['a short word', 'newest', { q: '7' }],
    ['a short word', 'oldest', { q: '7' }],
    ['a short word with a tag', 'newest', { q: '7', tag: ['hot'] }],
    ['a word with a tag', 'newest', { q: 'Paged 7', tag: ['hot'] }],
    ['a word with a tag', 'oldest', { q: 'Paged 7', tag: ['hot'] }],
  ] as const)('finds %s anywhere in the list, %s first', async (_, sort, { q, ...tagged }) => {
    await empty();
    await fill();
    await world.database.query("update user_businesses set tags = '{Hot}' where id % 3 = 0");
    const tag = 'tag' in tagged ? [...tagged.tag] : undefined;
    const read = async (cursor?: string) => {
      const { leads, ...page } = await world.call(listLeads, ada, { scope: 'all', sort, pageSize: 2, q, tag, cursor });
      return { ...page, numbers: leads.map(({ business }) => Number(business.name.split(' ')[1])) };
    };
    let page = await read();
    const pages = [page.numbers];
    while (page.nextCursor) pages.push((page = await read(page.nextCursor)).numbers);
    const numbers = pages.flat();
    for (const before of pages.slice(0, -1).reverse()) {
      page = await read(page.previousCursor!);
      expect(page.numbers).toEqual(before);
    }
    expect(page.previousCursor).toBeNull();
    const found = await world.database.query<{ n: number }>(
      `select split_part(name, ' ', 2)::int as n from user_businesses where split_part(name, ' ', 2) like '7%'
       and ($1::boolean or id % 3 = 0) order by assigned_at, id`,
      [!tag],
    );
    const expected = found.map(({ n }) => n);
    expect(expected.length).toBeGreaterThan(20);
    expect(numbers).toEqual(sort === 'oldest' ? expected : expected.toReversed());
  });
});
