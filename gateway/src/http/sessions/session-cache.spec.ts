import { eventually } from '@lead-finder/testing';
import { LiveWorld } from '../../../test/live-world.js';

describe('while the users service is too busy for its heartbeat', () => {
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

  /** All poll until somebody had to ask. */
  const pollUntilAsked = () =>
    eventually(async () => {
      expect(await Promise.all(tokens.map(status))).toEqual(tokens.map(() => 200));
      expect(world.known.askedForEnds).toBeGreaterThan(0);
    });

  it('one question serves everybody, and no session is checked anew', async () => {
    await pollUntilAsked();
    await Promise.all(tokens.map(status));
    expect(world.known.uses).toEqual([]);
    // A second one where this machine took so long for it.
    expect(world.known.askedForEnds).toBeLessThanOrEqual(2);
  });

  it('a session that ended meanwhile is refused all the same, and the others are not', async () => {
    world.revoke({ userId: 1 });
    await eventually(async () => expect(await status(tokens[0]!)).toBe(401));
    expect(await Promise.all(tokens.slice(1).map(status))).toEqual([200, 200, 200, 200]);
  });

  it('nobody is served once it does not answer that question either', async () => {
    world.known.areEndsUnknown = true;
    await eventually(async () => expect(await Promise.all(tokens.map(status))).toEqual(tokens.map(() => 503)));
    world.known.areEndsUnknown = false;
    expect(await Promise.all(tokens.map(status))).toEqual(tokens.map(() => 200));
  });
});

describe('who is signed in', () => {
  let world: LiveWorld;
  beforeEach(async () => void (world = await LiveWorld.start()));
  afterEach(() => world.stop());

  it('is known without a question, until the users service has a word of doubt about this person', async () => {
    const [token, other] = [world.signIn(1), world.signIn(2)];
    const look = (as = token) => world.get('/api/user', as);
    for (let time = 1; time <= 3; time++) expect((await look()).status).toBe(200);
    await look(other);
    expect(world.known.uses).toEqual([true, true]);
    world.doubt(1);
    await look(other);
    expect(world.known.uses).toEqual([true, true]);
    for (let time = 1; time <= 3; time++) await look();
    // Asked once, and not written down as use within the minute.
    expect(world.known.uses).toEqual([true, true, false]);
  });
});
