import { bootstrapDatabase, openDatabase, type Database } from '@lead-finder/platform';
import { freshDatabase, type TestDatabase } from '@lead-finder/testing';
import { imports } from '../index.js';

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

/** Returns whether a worker gets a waiting import of this mode. `columns` are what its version sets besides. */
async function takes(mode: string, columns = ''): Promise<boolean> {
  const [waiting] = await database.query<{ id: number }>(
    `insert into imports (created_by, created_by_username, file_id, file_name, bytes, encoding, dry_run, mode)
     values (1, 'ada', 'f', 'f.csv', 1, 'utf-8', false, $1) returning id`,
    [mode],
  );
  const taken = await database.query(
    `update imports set fence = fence + 1, ${columns} state = 'processing' where id = $1 returning id`,
    [waiting!.id],
  );
  return taken.length > 0;
}

describe('a worker of version 0.1.0, which only creates leads,', () => {
  it('gets no import that changes leads', async () => {
    expect(await takes('create')).toBe(true);
    expect(await takes('update')).toBe(false);
    expect(await takes('update', 'mode_fence = fence + 1,')).toBe(true);
  });
});
