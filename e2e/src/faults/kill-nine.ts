import { setTimeout as pause } from 'node:timers/promises';
import type { LeadListRecord, LeadStatus, SearchResponse, User, WeeklyContacts } from '@lead-finder/contracts';
import { eventually, longRun, testSeed } from '@lead-finder/testing';
import { signedIn, type Api } from '../product/api.js';
import type { Product } from '../product/product.js';

const rounds = longRun ? 6 : 2;

const password = 'Correct-Horse-9';

/** Adds a user without contacts, with forty new leads. */
async function addWorker(url: string, username: string): Promise<{ worker: Api; ids: number[] }> {
  const admin = await signedIn(url, 'admin');
  const account = { username, password, email: `${username}@example.com`, fullName: 'Norma New' };
  const { id: userId } = await admin.send<User>('POST', '/api/users', account);
  const search = { businessType: 'florist', location: 'Austin, TX', maxResults: 40, pageSize: 40 };
  const { businesses } = await admin.send<SearchResponse>('POST', '/api/search-businesses', search);
  const assigned = await Promise.all(
    businesses.map(({ id: businessId }) =>
      admin.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', { userId, businessId }),
    ),
  );
  return { worker: await signedIn(url, username, password), ids: assigned.map(({ userBusiness }) => userBusiness.id) };
}

/** Changes leads from New one after another until the product is gone. Records the acknowledged and the doubtful ones. */
async function work(worker: Api, leads: number[], acknowledged: Set<number>, doubtful: Set<number>): Promise<void> {
  for (const id of leads) {
    doubtful.add(id);
    await worker.send('PATCH', `/api/business-status/${id}`, { status: 'in_progress' satisfies LeadStatus });
    doubtful.delete(id);
    acknowledged.add(id);
  }
}

export const killNine = (killed: () => Product) =>
  it(
    `kill -9 of everything loses nothing that was acknowledged and counts each contact once (seed ${testSeed})`,
    async () => {
      const product = killed();
      for (let round = 0; round < rounds; round++) {
        const username = `worker${round}`;
        const { worker, ids } = await addWorker(product.url, username);
        const [acknowledged, doubtful] = [new Set<number>(), new Set<number>()];
        const halves = [ids.slice(0, 20), ids.slice(20)];
        const working = Promise.allSettled(halves.map((half) => work(worker, half, acknowledged, doubtful)));
        await pause(20 + ((testSeed + round * 37) % 150));
        await product.kill9({ postgres: round % 2 === 1 });
        await working;
        await product.start();

        const again = await signedIn(product.url, username, password);
        const moved = await again.get<LeadListRecord[]>('/api/admin/all-assignments?status=in_progress');
        const movedIds = new Set(moved.map(({ userBusiness }) => userBusiness.id));
        expect([...acknowledged].filter((id) => !movedIds.has(id))).toEqual([]);
        // An unanswered call may have taken effect. If it has, it counts once.
        const happened = acknowledged.size + [...doubtful].filter((id) => movedIds.has(id)).length;
        await eventually(
          async () => expect((await again.get<WeeklyContacts>('/api/weekly-contacts')).count).toBe(happened),
          { within: 60_000 },
        );
      }
    },
    rounds * 150_000,
  );
