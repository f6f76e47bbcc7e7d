import { pushToAdmins, pushToUser } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { LiveWorld } from '../../test/live-world.js';

let world: LiveWorld;
let token: string;
beforeEach(async () => {
  world = await LiveWorld.start();
  token = world.signIn(1);
});
afterEach(() => world.stop());

const paths = ['/api/weekly-contacts', '/api/today-contacts'];
const poll = async (path: string, etag?: string, caller = token) => {
  const response = await world.get(path, caller, { 'x-automatic': '1', ...(etag && { 'if-none-match': etag }) });
  return { status: response.status, etag: response.headers.get('etag')!, text: await response.text() };
};

describe.each(paths)('polling %s', (path) => {
  it('calls the service once, and returns 304 to a client that has the response', async () => {
    const first = await poll(path);
    expect(first).toMatchObject({ status: 200, etag: expect.stringMatching(/^"[\w-]+"$/) });
    expect(JSON.parse(first.text)).toMatchObject({ count: 0 });
    const { asked } = world.known;
    const uses = world.known.uses.length;
    expect(await poll(path, first.etag)).toEqual({ status: 304, etag: first.etag, text: '' });
    expect(await poll(path, `"other", W/${first.etag}`)).toMatchObject({ status: 304 });
    expect(await poll(path, '"other"')).toMatchObject({ status: 200, text: first.text });
    expect(world.known.asked).toBe(asked);
    expect(world.known.uses).toHaveLength(uses);
  });

  it('returns the new number as soon as a signal reports it', async () => {
    const { etag } = await poll(path);
    world.known.counts.set(1, 7);
    world.changeSignals.publish(pushToUser(1), { type: 'progress' });
    const next = await poll(path, etag);
    expect(next.status).toBe(200);
    expect(JSON.parse(next.text)).toMatchObject({ count: 7 });
    expect(next.etag).not.toBe(etag);
  });

  it('does not cache a response that a signal overtook', async () => {
    await poll(path);
    world.changeSignals.publish(pushToUser(1), { type: 'progress' });
    let release = () => {};
    world.known.delay = new Promise((resolve) => (release = resolve));
    const { asked } = world.known;
    const slow = poll(path);
    await eventually(() => expect(world.known.asked).toBe(asked + 1));
    world.known.counts.set(1, 8);
    world.changeSignals.publish(pushToUser(1), { type: 'progress' });
    release();
    expect(JSON.parse((await slow).text)).toMatchObject({ count: 0 });
    expect(JSON.parse((await poll(path)).text)).toMatchObject({ count: 8 });
  });

  it("caches each user's own response, through signals of other kinds and for other users", async () => {
    const other = world.signIn(2);
    world.known.counts.set(2, 9);
    await poll(path);
    expect(JSON.parse((await poll(path, undefined, other)).text)).toMatchObject({ count: 9 });
    const { asked } = world.known;
    world.changeSignals.publish(pushToUser(2), { type: 'progress' });
    world.changeSignals.publish(pushToUser(1), { type: 'lead', ids: [1] });
    world.changeSignals.publish(pushToAdmins, { type: 'lead', ids: [1] });
    await poll(path);
    expect(world.known.asked).toBe(asked);
  });

  it('calls again when the response changes by itself, and sends it even if it is the same', async () => {
    const { etag } = await poll(path);
    const { asked } = world.known;
    world.clock.time = new Date('2026-11-18T12:00:39.999Z');
    expect(await poll(path, etag)).toMatchObject({ status: 304 });
    expect(world.known.asked).toBe(asked);
    world.clock.time = new Date('2026-11-18T12:10:00Z');
    world.known.changesAt = '2026-11-18T12:20:00.000Z';
    expect(await poll(path, etag)).toMatchObject({ status: 200, etag });
    expect(world.known.asked).toBe(asked + 1);
    expect(await poll(path, etag)).toMatchObject({ status: 304 });
    expect(world.known.asked).toBe(asked + 1);
  });

  it('fails within half a minute if the service is unavailable, and recovers with it', async () => {
    const { etag } = await poll(path);
    world.known.isProgressAway = true;
    world.clock.time = new Date('2026-11-18T12:00:40Z');
    expect(await poll(path, etag)).toMatchObject({ status: 503 });
    world.known.isProgressAway = false;
    expect(await poll(path, etag)).toMatchObject({ status: 200, etag });
    expect(await poll(path, etag)).toMatchObject({ status: 304 });
  });

  it('sends no maximum age to clients', async () => {
    expect(JSON.parse((await poll(path)).text)).not.toHaveProperty('changesAt');
  });

  it('calls again after an interruption in which signals may have been lost', async () => {
    await poll(path);
    world.known.counts.set(1, 5);
    expect(JSON.parse((await poll(path)).text)).toMatchObject({ count: 0 });
    world.changeSignals.interrupt();
    expect(JSON.parse((await poll(path)).text)).toMatchObject({ count: 5 });
  });

  it('does not use a cached response after its maximum age or after midnight', async () => {
    const { etag } = await poll(path);
    world.known.changesAt = '2026-11-20T00:00:00.000Z';
    world.clock.time = new Date('2026-11-18T12:20:30Z');
    world.known.counts.set(1, 5);
    expect(JSON.parse((await poll(path, etag)).text)).toMatchObject({ count: 5 });
    world.known.dayEndsAt = '2026-11-18T12:30:00.000Z';
    world.changeSignals.publish(pushToUser(1), { type: 'progress' });
    await poll(path);
    world.clock.time = new Date('2026-11-18T12:30:00Z');
    world.known.counts.set(1, 0);
    expect(JSON.parse((await poll(path)).text)).toMatchObject({ count: 0 });
  });

  it('has the elapsed shares of each time zone, and calls again if the zone of the user changes', async () => {
    const far = world.signIn(2, 'user', 'Pacific/Kiritimati');
    await poll(path);
    world.known.share = 51.5;
    expect((await poll(path, undefined, far)).text).toContain('51.5');
    expect((await poll(path)).text).not.toContain('51.5');
    const { asked } = world.known;
    const moved = world.signIn(1, 'user', 'Pacific/Kiritimati');
    expect((await poll(path, undefined, moved)).text).toContain('51.5');
    expect(world.known.asked).toBe(asked + 1);
  });

  it('calls once for all users to renew the elapsed shares', async () => {
    const others = [2, 3, 4].map((id) => world.signIn(id));
    const tags = await Promise.all(
      [token, ...others].map(async (caller) => (await poll(path, undefined, caller)).etag),
    );
    const { asked } = world.known;
    Object.assign(world.known, { changesAt: '2026-11-18T12:20:00.000Z', share: 50.1 });
    world.clock.time = new Date('2026-11-18T12:10:00Z');
    const answers = await Promise.all([token, ...others].map((caller, index) => poll(path, tags[index], caller)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.every(({ text }) => text.includes('50.1'))).toBe(true);
    expect(world.known.asked).toBe(asked + 1);
  });
});

describe('the team lists', () => {
  it('return every member as one array, pulled in chunks', async () => {
    const response = await world.get('/api/team-progress', world.signIn(3, 'manager'));
    const records = (await response.json()) as { user: { id: number } }[];
    expect(records.map(({ user }) => user.id)).toEqual([1, 2, 3]);
    expect(records[0]).toMatchObject({ count: 1, target: 2, percentage: 50, monthName: 'November', monthProgress: 50 });
  });

  it('are forbidden to users', async () => {
    expect((await world.get('/api/team-progress', token)).status).toBe(403);
  });
});
