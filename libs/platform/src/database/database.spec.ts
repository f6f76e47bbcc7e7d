import { freshDatabase, type TestDatabase } from '@lead-finder/testing';
import type { Pool, PoolClient } from 'pg';
import { bootstrapDatabase } from './bootstrap.js';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await freshDatabase();
  await bootstrapDatabase(own.url);
  database = await open();
});
afterAll(async () => {
  await database?.dataSource.destroy();
  await own?.drop();
});

const open = () => openDatabase({ url: own.url, schema: 'leads', entities: [], migrations: [], poolSize: 1 });
const preparedCount = async () => (await database.query('select from pg_prepared_statements')).length;

describe('a statement', () => {
  it('that is prepared is planned once, however often it runs', async () => {
    const before = await preparedCount();
    for (const n of [1, 2, 3]) expect(await database.prepared('select $1::int as n', [n])).toEqual([{ n }]);
    expect(await preparedCount()).toBe(before + 1);
  });

  it('also runs if a connection has its maximum of prepared statements', async () => {
    for (let n = 0; n < 300; n++) expect(await database.prepared(`select ${n} as n`, [])).toEqual([{ n }]);
    expect(await preparedCount()).toBe(250);
  });

  it('fails only for its own caller', async () => {
    await expect(database.query('select 1 / 0')).rejects.toThrow('division by zero');
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a connection', () => {
  it('that the server ends when the pool hands it out fails its own work, and the process continues', async () => {
    const fresh = await open();
    const pool = (fresh.dataSource.driver as unknown as { master: Pool }).master;
    // The server's last message arrives when neither the pool nor the borrower listens.
    const goodbye = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    pool.once('acquire', (client: PoolClient) => queueMicrotask(() => client.emit('error', goodbye)));
    await fresh.transaction(() => fresh.query('select 1')).catch(() => undefined);
    expect(await fresh.query('select 1 as one')).toEqual([{ one: 1 }]);
    await fresh.dataSource.destroy();
  });
});

describe('what a transaction collects', () => {
  const writes: (readonly number[])[] = [];
  const write = async (items: readonly number[]) => {
    writes.push(items);
    await database.query('insert into collected select unnest($1::int[])', [items]);
  };
  const stored = async () =>
    (await database.query<{ n: number }>('select n from collected order by n')).map(({ n }) => n);

  beforeAll(() => database.query('create table collected (n int not null check (n < 100))'));
  beforeEach(async () => {
    await database.query('delete from collected');
    writes.length = 0;
  });

  it('is written together, in its order and in the same commit', async () => {
    await database.transaction(async () => {
      await database.collect(write, 2);
      await database.transaction(() => database.collect(write, 1));
      expect(await stored()).toEqual([]);
    });
    expect(writes).toEqual([[2, 1]]);
    expect(await stored()).toEqual([1, 2]);
  });

  it('is lost with the transaction, which fails if it cannot be written', async () => {
    const failing = database.transaction(async () => {
      await database.collect(write, 1);
      throw new Error('Failed on purpose');
    });
    await expect(failing).rejects.toThrow('Failed on purpose');
    expect(writes).toEqual([]);
    const refused = database.transaction(async () => {
      await database.query('insert into collected values (1)');
      await database.collect(write, 100);
    });
    await expect(refused).rejects.toThrow('check');
    expect(await stored()).toEqual([]);
  });

  it('is written at once without a transaction', async () => {
    await database.collect(write, 3);
    expect(await stored()).toEqual([3]);
  });
});
