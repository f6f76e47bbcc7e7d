import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Fault } from './fault.js';
import { ImportedFile, startImport, upload } from './imported-file.js';
import { usernames } from './team.js';
import { fillNatsStore } from './waiting-work.js';

const diskFull: Fault = {
  name: 'disk-full',
  what: 'NATS has no disk space for uploads and events; an upload is rejected with that reason, and succeeds later',
  act: async (stage) => {
    const { world, product } = stage;
    await stage.untilImported(0.1);
    const giveRoom = await fillNatsStore(product.servers.nats.url);
    const file = new ImportedFile(`${stage.imported.file.prefix} again`, 2_000, usernames);
    const refused = await upload(world.admin, file.text(), randomUUID());
    const why = refused.kind === 'done' ? 'it was taken' : refused.why;
    stage.expect(`an upload is refused for want of room: ${why}`, why.includes('There is no room left to store files'));
    await stage.lasting(3);
    await giveRoom();
    stage.imports.push(await startImport(world.admin, file));
  },
};

const crowd = 200;

const poolExhausted: Fault = {
  name: 'pool-exhausted',
  what: `leads has two connections to PostgreSQL, ${crowd} users send requests at once, and a lock blocks each of them for six seconds`,
  act: async (stage) => {
    const { world, product, dice } = stage;
    await product.replace('leads', { DATABASE_POOL: '2' });
    await product.ready();
    const release = await lockLeads(product.servers.postgres.url);
    const asked = Array.from({ length: crowd }, async () => {
      const begun = performance.now();
      const outcome = await world.client(dice.pick(usernames)).poll('/api/my-businesses?page=1&pageSize=20');
      return { outcome, seconds: (performance.now() - begun) / 1_000 };
    });
    await stage.lasting(6);
    await release();
    const slowest = Math.max(...(await Promise.all(asked)).map(({ seconds }) => seconds));
    stage.expect(`everybody is answered within 12 s: ${slowest.toFixed(1)}`, slowest < 12);
    await product.replace('leads');
  },
};

/** Locks the table of leads for all readers and writers. Returns a function that releases the lock. */
async function lockLeads(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'faults' });
  await client.connect();
  await client.query('begin');
  await client.query('lock table leads.user_businesses in access exclusive mode');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

const shiftedClock = new URL('./shifted-clock.mjs', import.meta.url);
const services = ['users', 'leads', 'imports', 'progress'] as const;

const wrongClock: Fault = {
  name: 'clock-two-hours-off',
  what: 'two services run with clocks that are two hours early and two hours late',
  act: async (stage) => {
    const { product, dice } = stage;
    const [early, late] = dice.shuffled(services);
    await Promise.all([
      product.replace(early!, { CLOCK_SHIFT_HOURS: '-2' }, shiftedClock),
      product.replace(late!, { CLOCK_SHIFT_HOURS: '2' }, shiftedClock),
    ]);
    await product.ready();
    await stage.lasting(4);
    await Promise.all([product.replace(early!), product.replace(late!)]);
  },
};

export const limitFaults: readonly Fault[] = [diskFull, poolExhausted, wrongClock];
