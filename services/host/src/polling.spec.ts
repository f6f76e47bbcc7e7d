import { countWork } from '../test/counted-work.js';
import { StandingClock } from '../test/standing-clock.js';
import { startSystem, type System, type Visitor } from '../test/start-system.js';

const meters = ['/api/weekly-contacts', '/api/today-contacts'];

describe('a page that polls its meters', () => {
  let system: System;
  let visitor: Visitor;

  beforeAll(async () => {
    // Every ten minutes the meters say that a further tenth of a percent of the week has passed.
    system = await startSystem('inside one process', {}, new StandingClock());
    ({ visitor } = await system.person('poller'));
  }, 60_000);
  afterAll(() => system.stop(), 30_000);

  it('has its 304s at the cost of no SQL statement and of no message', async () => {
    const poll = (path: string, etag?: string) =>
      visitor.get(path, { 'x-automatic': '1', ...(etag && { 'if-none-match': etag }) });
    const work = countWork(meters);
    try {
      const tags = new Map<string, string>();
      for (const path of meters) tags.set(path, (await poll(path)).headers.get('etag')!);
      expect(work.look()).toEqual({
        messages: ['users.check-session', 'progress.get-own'],
        statements: [expect.stringContaining('from sessions'), expect.stringContaining('from contact_counts')],
      });
      for (let polled = 0; polled < 100; polled++) {
        for (const path of meters) expect(await poll(path, tags.get(path))).toMatchObject({ status: 304, body: '' });
      }
      // On a machine so busy that the users service's heartbeat is late, one question a second serves every page there
      // is.
      const isOwn = (text: string) => !text.includes('revocations');
      const { messages, statements } = work.look();
      expect({ messages: messages.filter(isOwn), statements: statements.filter(isOwn) }).toEqual({
        messages: [],
        statements: [],
      });
    } finally {
      work.stop();
    }
  });
});
