import { TestClock } from '@lead-finder/testing';
import { countWork } from '../test/counted-work.js';
import { startSystem, type System } from '../test/start-system.js';
import type { Visitor } from '../test/visitor.js';

const meters = ['/api/weekly-contacts', '/api/today-contacts'];

describe('a page that polls its meters', () => {
  let system: System;
  let visitor: Visitor;

  beforeAll(async () => {
    // The meters change by a tenth of a percent of the week every ten minutes.
    system = await startSystem('inside one process', {}, new TestClock(new Date()));
    ({ visitor } = await system.createUser('poller'));
    // A service that has not heard of the user would ask for it, or write it meanwhile.
    await system.fingerprint();
  }, 60_000);
  afterAll(() => system.stop(), 30_000);

  it('gets 304 without a SQL statement and without a message', async () => {
    const poll = (path: string, etag?: string) =>
      visitor.get(path, { 'x-automatic': '1', ...(etag && { 'if-none-match': etag }) });
    const work = countWork(meters);
    try {
      const tags = new Map<string, string>();
      for (const path of meters) tags.set(path, (await poll(path)).headers.get('etag')!);
      expect(work.takeCounts()).toEqual({
        messages: ['users.check-session', 'progress.get-own'],
        statements: [expect.stringContaining('from sessions'), expect.stringContaining('from contact_counts')],
      });
      for (let polled = 0; polled < 100; polled++) {
        for (const path of meters) expect(await poll(path, tags.get(path))).toMatchObject({ status: 304, body: '' });
      }
      // If a busy machine delays the heartbeat of the users service, one call a second serves all pages.
      const isOwn = (text: string) => !text.includes('revocations');
      const { messages, statements } = work.takeCounts();
      expect({ messages: messages.filter(isOwn), statements: statements.filter(isOwn) }).toEqual({
        messages: [],
        statements: [],
      });
    } finally {
      work.stop();
    }
  });
});
