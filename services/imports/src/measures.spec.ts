import { bootstrapDatabase, openDatabase, type Database } from '@lead-finder/platform';
import { freshDatabase, type TestDatabase } from '@lead-finder/testing';
import { imports } from './index.js';

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await freshDatabase();
  await bootstrapDatabase(server.url, ['imports']);
  const { name: schema, migrations } = imports;
  database = await openDatabase({ url: server.url, schema, entities: [], migrations, poolSize: 1 });
}, 60_000);
afterAll(async () => {
  await database.dataSource.destroy();
  await server.drop();
});
beforeEach(() => database.query('delete from imports'));

async function valueOf(name: string): Promise<number> {
  const { sql } = imports.measures!.find((measure) => measure.name === name)!;
  const [row] = await database.query<{ value: string }>(sql);
  return Math.round(Number(row!.value));
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Adds an import of one administrator. */
async function add(state: string, uploadedMinutesAgo: number, columns: Record<string, string | number> = {}) {
  const row = {
    created_by: 1,
    created_by_username: 'ada',
    file_id: 'f',
    file_name: 'f.csv',
    bytes: 1,
    encoding: 'utf-8',
    dry_run: false,
    state,
    created_at: ago(uploadedMinutesAgo),
    ...columns,
  };
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  await database.query(
    `insert into imports (${Object.keys(row).join()}) values (${places.join()})`,
    Object.values(row),
  );
}

describe('the measures of imports', () => {
  it('report how long an import waits since its upload, or since its last time slice', async () => {
    expect(await valueOf('imports_oldest_seconds')).toBe(0);
    await add('processing', 60, { last_turn_at: ago(2), lease_until: ago(1) });
    expect(await valueOf('imports_oldest_seconds')).toBe(120);
    await add('queued', 7);
    expect(await valueOf('imports_oldest_seconds')).toBe(420);
    expect(await valueOf('imports_waiting')).toBe(1);
  });

  it('leave out imports that a worker has, and the fifth one of an administrator', async () => {
    for (let at = 0; at < 4; at++) await add('processing', 60, { last_turn_at: ago(30), lease_until: ago(-1) });
    await add('queued', 50);
    expect(await valueOf('imports_oldest_seconds')).toBe(0);
  });

  it('count imports that an internal error ended, and not those that their file ended', async () => {
    await add('failed', 60, { stumbles: 10 });
    await add('failed', 60, { stumbles: 1 });
    expect(await valueOf('imports_failed')).toBe(1);
  });
});
