import * as contracts from '@lead-finder/contracts';
import type { Actor, Change } from '@lead-finder/contracts';
import fc from 'fast-check';
import { ada, alex, assign, maria, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());

interface Row {
  userId: number | null;
  status: string;
  archived: boolean;
}

/** What survives a kill: rows and cursor are written one after the other, as in a warehouse without transactions. */
class Mirror {
  rows = new Map<number, Row>();
  private cursor: string;

  constructor(
    readonly reader: Actor,
    cursor: string,
  ) {
    this.cursor = cursor;
  }

  /** Reads one page. A kill happens before the rows, between rows and cursor, or not at all. */
  async read(kill: number): Promise<boolean> {
    const page = await world.call(contracts.listChanges, this.reader, { cursor: this.cursor });
    const half = Math.floor(page.changes.length / 2);
    for (const change of kill === 0 ? page.changes.slice(0, half) : page.changes) this.apply(change);
    if (kill > 1) this.cursor = page.nextCursor;
    return kill > 1 ? page.more : true;
  }

  private apply({ type, data }: Change): void {
    const { leads = [], status, archived, to } = data;
    for (const { id, userId } of leads) {
      if (type === 'lead.deleted' || (userId === null && this.reader !== ada)) this.rows.delete(id);
      else if (status !== undefined) this.rows.set(id, { userId, status, archived: archived! });
      else if (to !== undefined) this.patch(id, { status: to });
      else if (type === 'lead.archived' || type === 'lead.restored')
        this.patch(id, { archived: type === 'lead.archived' });
    }
  }

  private patch(id: number, change: Partial<Row>): void {
    const row = this.rows.get(id);
    if (row) this.rows.set(id, { ...row, ...change });
  }
}

const kinds = [
  ...(['new', 'new', 'status', 'status', 'reassign', 'archive', 'restore', 'delete', 'pool', 'claim', 'note'] as const),
  ...(['bulk', 'delete-all', 'read', 'read', 'read'] as const),
];
const action = fc.record({
  kind: fc.constantFrom(...kinds),
  pick: fc.nat(7),
  to: fc.constantFrom(sam, alex),
  status: fc.constantFrom('recontact' as const, 'new' as const),
  kill: fc.nat(4),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const idsNow = async () =>
  (await world.database.query<{ id: number }>('select id from user_businesses order by id')).map(({ id }) => id);

async function act({ kind, pick, to, status }: Action): Promise<unknown> {
  if (kind === 'new') return assign(world, to);
  const ids = await idsNow();
  if (ids.length === 0) return;
  const ref = { id: ids[pick % ids.length]! };
  switch (kind) {
    case 'status':
      return world.call(contracts.setLeadStatus, ada, { ref, status });
    case 'reassign':
      return world.call(contracts.reassignLead, ada, { ref, newUserId: to.id });
    case 'archive':
      return world.call(contracts.archiveLead, ada, { ref });
    case 'restore':
      return world.call(contracts.restoreLead, ada, { ref });
    case 'delete':
      return world.call(contracts.deleteLead, ada, { ref });
    case 'pool':
      return world.call(contracts.returnLead, ada, { ref, reason: 'no_time' });
    case 'claim':
      return world.call(contracts.claimLead, sam, ref);
    case 'note':
      return world.call(contracts.setNotes, ada, { ref, notes: `Note ${Math.random()}` });
    case 'bulk':
      return world.call(contracts.bulkReassign, ada, { ids, newUserId: to.id });
    case 'delete-all':
      return world.call(contracts.bulkDelete, ada, { ids: ids.slice(0, 3) });
  }
}

const stored = (where: string) =>
  world.database.query<Row & { id: number }>(
    `select id, case when user_id > 0 then user_id end as "userId", status, archived from user_businesses where ${where} order by id`,
  );

describe('a consumer of the change feed that is killed at random', () => {
  it('ends with the same leads as the product, as an administrator, as a manager and as a user', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
        await world.empty();
        world.branches.set(maria.id, [sam.id]);
        const { nextCursor } = await world.call(contracts.listChanges, ada, { start: 'now' });
        const mirrors = [ada, maria, sam].map((reader) => new Mirror(reader, nextCursor));
        // Actions overlap with each other and with the readers.
        let running: Promise<unknown>[] = [];
        for (const each of actions) {
          if (each.kind === 'read') await Promise.all(mirrors.map((mirror) => mirror.read(each.kill)));
          else running.push(act(each).catch(rejectUnlessRefused));
          if (running.length > 3) {
            await Promise.all(running);
            running = [];
          }
        }
        await Promise.all(running);
        for (const mirror of mirrors) while (await mirror.read(2));
        const [all, ofManager, ofUser] = mirrors.map(({ rows }) =>
          [...rows].map(([id, row]) => ({ id, ...row })).sort((a, b) => a.id - b.id),
        );
        expect(all).toEqual(await stored('true'));
        expect(ofManager).toEqual(await stored(`user_id = ${sam.id}`));
        expect(ofUser).toEqual(await stored(`user_id = ${sam.id}`));
      }),
      { numRuns: process.env.LONG ? 200 : 10 },
    );
  }, 600_000);
});

function rejectUnlessRefused(error: { kind?: string }): void {
  if (!['conflict', 'not_found', 'forbidden', 'invalid', 'limited'].includes(error.kind ?? '')) throw error;
}
