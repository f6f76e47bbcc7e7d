import { LiveWorld } from '../../../test/live-world.js';

describe('a user who must set up a second factor', () => {
  let world: LiveWorld;
  let token: string;
  const asUser = async (isDue: boolean) => {
    world = await LiveWorld.start();
    token = world.signIn(1);
    world.known.sessions.get(token)!.secondFactor = { from: '2026-11-18', isDue };
  };
  afterEach(() => world.stop());
  const get = async (path: string) => {
    const response = await world.get(path, token);
    return { status: response.status, body: await response.json() };
  };

  it('reads the own account and nothing else from that day on', async () => {
    await asUser(true);
    expect(await get('/api/user')).toMatchObject({ status: 200, body: { secondFactor: { isDue: true } } });
    for (const path of ['/api/all-tags', '/api/weekly-contacts', '/api/events', '/api/sessions', '/api/organisation'])
      expect(await get(path)).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
  });

  it('works as before until then', async () => {
    await asUser(false);
    expect(await get('/api/user')).toMatchObject({ status: 200, body: { secondFactor: { from: '2026-11-18' } } });
    expect(await get('/api/all-tags')).toMatchObject({ status: 200 });
  });
});
