import { eventually, freshDatabase, natsAccount, runFolder, testRedis } from '@lead-finder/testing';
import { Client } from 'pg';
import { services } from './roles.js';
import { startHost } from './start-host.js';

it('A start that is interrupted while its services start ends with no connection of them left', async () => {
  const { url, drop } = await freshDatabase();
  const observer = new Client({ connectionString: url });
  await observer.connect();
  const connections = async () =>
    (
      await observer.query(
        'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    ).rowCount;
  const { migrations } = await services.progress();
  const migrated = async () =>
    expect((await observer.query('select from progress.migrations')).rowCount).toBeGreaterThanOrEqual(
      migrations.length,
    );
  const stop = new AbortController();
  const started = startHost(
    {
      SERVICES: 'progress',
      DATABASE_URL: url,
      NATS_URL: await natsAccount(),
      REDIS_URL: await testRedis(),
      SMTP_URL: 'file:',
      DATA_DIR: runFolder('interrupted'),
      LOG_LEVEL: 'silent',
    },
    stop.signal,
  );
  await eventually(migrated, { within: 60_000 });
  stop.abort();
  expect(await started).toBeNull();
  // A service that still ran would keep its own for ten seconds.
  await eventually(async () => expect(await connections()).toBe(0), { within: 5_000 });
  await observer.end();
  await drop();
}, 90_000);
