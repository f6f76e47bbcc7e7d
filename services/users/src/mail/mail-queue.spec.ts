import {
  bootstrapDatabase,
  openDatabase,
  openLogger,
  type Database,
  type JobQueues,
  type Mail,
} from '@lead-finder/platform';
import { freshDatabase } from '@lead-finder/testing';
import { users } from '../index.js';
import { MailQueue } from './mail-queue.js';

describe('waiting mails', () => {
  let database: Database;
  let queue: MailQueue;
  let sent: string[];
  let refused: string[];
  const add = (to: string) => queue.add({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });

  beforeAll(async () => {
    const { url } = await freshDatabase();
    await bootstrapDatabase(url);
    database = await openDatabase({ url, schema: 'users', entities: [], migrations: users.migrations, poolSize: 2 });
  }, 60_000);
  beforeEach(() => {
    sent = [];
    refused = [];
    const transport = {
      send: async ({ to }: Mail) => {
        if (refused.includes(to)) throw new Error(`550 ${to} is unknown`);
        sent.push(to);
      },
      forget: async () => undefined,
      close: () => undefined,
    };
    const jobs = { enqueue: async () => undefined } as unknown as JobQueues;
    queue = new MailQueue(database, jobs, transport, openLogger('silent'));
  });
  afterAll(() => database?.dataSource.destroy());

  it('are sent once each, the oldest first', async () => {
    await add('ann@example.com');
    await add('bob@example.com');
    await queue.sendWaiting();
    await queue.sendWaiting();
    expect(sent).toEqual(['ann@example.com', 'bob@example.com']);
  });

  it('are sent even if the server rejects the one before them repeatedly, which waits longer each time', async () => {
    refused = ['gone@example.com'];
    await add('gone@example.com');
    await add('cleo@example.com');
    await expect(queue.sendWaiting()).rejects.toThrow('550 gone@example.com is unknown');
    await queue.sendWaiting();
    expect(sent).toEqual(['cleo@example.com']);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      await database.query('update mails set try_at = now() where sent_at is null');
      await expect(queue.sendWaiting()).rejects.toThrow('550');
      const [row] = await database.query<{ wait: number }>(
        'select extract(epoch from try_at - now())::float8 as wait from mails where sent_at is null',
      );
      waits.push(row!.wait);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[2]).toBeGreaterThan(4);
    expect(await queue.hasWaiting()).toBe(false);
    refused = [];
    await database.query('update mails set try_at = now() where sent_at is null');
    await queue.sendWaiting();
    expect(sent).toEqual(['cleo@example.com', 'gone@example.com']);
  });
});
