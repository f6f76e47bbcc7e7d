import { Bus, currentContext } from '@lead-finder/platform';
import pg from 'pg';
import { startSystem, type System, type Visitor } from '../test/start-system.js';

const costs = { messages: 0, statements: 0 };
const { call } = Bus.prototype;
const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown;
const mark = 'poll-of-the-spec';

/** Every message and statement that a request with that id causes, in any of the services. */
function count(): void {
  Bus.prototype.call = function (contract, input, caller) {
    if (caller.requestId === mark) costs.messages++;
    return call.call(this, contract, input, caller) as never;
  };
  pg.Client.prototype.query = function (...parameters: unknown[]) {
    if (currentContext()?.requestId === mark) costs.statements++;
    return query.apply(this, parameters);
  } as never;
}

let system: System;
let sam: Visitor;
beforeAll(async () => {
  system = await startSystem('inside one process');
  sam = (await system.person('sam')).visitor;
  count();
}, 60_000);
afterAll(async () => {
  Bus.prototype.call = call;
  pg.Client.prototype.query = query as never;
  await system?.stop();
});
beforeEach(() => Object.assign(costs, { messages: 0, statements: 0 }));

const poll = (path: string, etag?: string) =>
  sam.get<{ count: number }>(path, { 'x-request-id': mark, 'x-automatic': '1', ...(etag && { 'if-none-match': etag }) });

it.each(['/api/weekly-contacts', '/api/today-contacts'])(
  'a poll of %s that is answered 304 makes no statement and no message',
  async (path) => {
    const first = await poll(path);
    const etag = first.headers.get('etag')!;
    expect(first).toMatchObject({ status: 200, body: { count: 0 } });
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(costs).toEqual({ messages: expect.any(Number), statements: expect.any(Number) });
    expect(Math.min(costs.messages, costs.statements)).toBeGreaterThan(0);
    let unchanged = 0;
    // An answer that had to be asked for comes as 200: at a change of its share of time, or of the session's check.
    for (let polls = 0; unchanged < 50 && polls < 1_000; polls++) {
      const before = { ...costs };
      const { status, body } = await poll(path, etag);
      if (status !== 304) continue;
      expect([body, costs]).toEqual(['', before]);
      unchanged++;
    }
    expect(unchanged).toBe(50);
  },
);

it('a contact is in the next poll', async () => {
  const path = '/api/weekly-contacts';
  const [business] = await system.businesses(1);
  const { body: users } = await system.ada.get<{ id: number; username: string }[]>('/api/users');
  const userId = users.find(({ username }) => username === 'sam')!.id;
  const assigned = await system.ada.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', { userId, businessId: business!.id });
  const etag = (await poll(path)).headers.get('etag')!;
  await sam.send('PATCH', `/api/business-status/${assigned.body.userBusiness.id}`, { status: 'in_progress' });
  await system.eventually(async () => expect(await poll(path, etag)).toMatchObject({ status: 200, body: { count: 1 } }));
});
