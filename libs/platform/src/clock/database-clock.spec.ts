import { freshDatabase, type TestDatabase } from '@lead-finder/testing';
import { mock } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { bootstrapDatabase } from '../database/bootstrap.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../database/open-database.js';
import { openLogger } from '../logging/logger.js';
import { DatabaseClock } from './database-clock.js';

const hourMs = 3_600_000;
let own: TestDatabase;
let database: Database;
const clocks: DatabaseClock[] = [];

beforeAll(async () => {
  own = await freshDatabase();
  await bootstrapDatabase(own.url);
  database = await openDatabase({ url: own.url, schema: 'leads', entities: [], migrations: [], poolSize: 1 });
});
afterEach(() => {
  mock.restoreAll();
  for (const clock of clocks.splice(0)) clock.close();
});
afterAll(async () => {
  await database?.dataSource.destroy();
  await own?.drop();
});

function setMachine(hoursOff: number): void {
  const now = Date.now() + hoursOff * hourMs;
  mock.method(Date, 'now', () => now);
}

const open = async (asked: Database = database) => {
  const clock = await DatabaseClock.open(asked, openLogger('silent'));
  clocks.push(clock);
  return clock;
};
const databaseTime = async () =>
  (await database.query<{ at: Date }>('select clock_timestamp() as at'))[0]!.at.getTime();

describe('the clock of a service', () => {
  it.each(['the question', 'the answer'])(
    'equals the clock of a correctly set machine, however long %s took',
    async (slow) => {
      const query = async <Row>(sql: string) => {
        if (slow === 'the question') await pause(100);
        const rows = await database.query<Row>(sql);
        if (slow === 'the answer') await pause(100);
        return rows;
      };
      const clock = await open({ query } as unknown as Database);
      const before = Date.now();
      const shown = clock.now().getTime();
      expect(shown).toBeGreaterThanOrEqual(before - 2);
      expect(shown).toBeLessThanOrEqual(Date.now() + 2);
    },
  );

  it.each([-2, 2])('returns the time of the database if the clock of the machine is %s hours off', async (hours) => {
    setMachine(hours);
    const clock = await open();
    const before = await databaseTime();
    const shown = clock.now().getTime();
    expect(shown).toBeGreaterThan(before - 1_000);
    expect(shown).toBeLessThan((await databaseTime()) + 1_000);
  });

  it('continues if the clock of the machine is changed', async () => {
    const clock = await open();
    const before = clock.now().getTime();
    setMachine(-2);
    const after = clock.now().getTime();
    expect(after).toBeGreaterThanOrEqual(before);
    expect(after).toBeLessThan(before + 10_000);
  });
});
