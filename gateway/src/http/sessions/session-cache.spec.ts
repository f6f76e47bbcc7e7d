import { eventually } from '@lead-finder/testing';
import { LiveWorld } from '../../../test/live-world.js';

describe('while the heartbeat of the users service is late', () => {
  let world: LiveWorld;
  let tokens: string[];
  beforeEach(async () => {
    world = await LiveWorld.start();
    tokens = [1, 2, 3, 4, 5].map((id) => world.signIn(id));
    await Promise.all(tokens.map(status));
    world.beat(false);
    world.known.askedForEnds = world.known.uses.length = 0;
  });
  afterEach(() => world.stop());

  const status = async (token: string) =>
    (await world.get('/api/weekly-contacts', token, { 'x-automatic': '1' })).status;

  /** All sessions poll until a call to the users service was necessary. */
  const pollUntilAsked = () =>
    eventually(async () => {
      expect(await Promise.all(tokens.map(status))).toEqual(tokens.map(() => 200));
      expect(world.known.askedForEnds).toBeGreaterThan(0);
    });

  it('one call serves all requests, and no session is checked again', async () => {
    await pollUntilAsked();
    await Promise.all(tokens.map(status));
    expect(world.known.uses).toEqual([]);
    // A slow machine may need a second call.
    expect(world.known.askedForEnds).toBeLessThanOrEqual(2);
  });

  it('a session that ended meanwhile is rejected, and the others are not', async () => {
    world.revoke({ userId: 1 });
    await eventually(async () => expect(await status(tokens[0]!)).toBe(401));
    expect(await Promise.all(tokens.slice(1).map(status))).toEqual([200, 200, 200, 200]);
  });

  it('no request succeeds if that call fails too', async () => {
    world.known.areEndsUnknown = true;
    await eventually(async () => expect(await Promise.all(tokens.map(status))).toEqual(tokens.map(() => 503)));
    world.known.areEndsUnknown = false;
    expect(await Promise.all(tokens.map(status))).toEqual(tokens.map(() => 200));
  });
});

describe('the signed-in user', () => {
  let world: LiveWorld;
  beforeEach(async () => void (world = await LiveWorld.start()));
  afterEach(() => world.stop());

  it('is cached until the users service signals a change of this user', async () => {
    const [token, other] = [world.signIn(1), world.signIn(2)];
    const read = (as = token) => world.get('/api/user', as);
    for (let time = 1; time <= 3; time++) expect((await read()).status).toBe(200);
    await read(other);
    expect(world.known.uses).toEqual([true, true]);
    world.doubt(1);
    await read(other);
    expect(world.known.uses).toEqual([true, true]);
    for (let time = 1; time <= 3; time++) await read();
    // One call, which does not record a use within the minute.
    expect(world.known.uses).toEqual([true, true, false]);
  });
});
