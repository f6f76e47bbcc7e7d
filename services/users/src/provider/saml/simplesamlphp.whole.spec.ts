import {
  createIdentityProvider,
  finishProviderSignIn,
  getProviderTest,
  getSamlMetadata,
  receiveSamlResponse,
  resolveProviderMetadata,
  setIdentityProviderEnabled,
  startProviderSignIn,
  startProviderTest,
  type IdentityProvider,
} from '@lead-finder/contracts';
import { startSimpleSamlPhp, type SimpleSamlPhp } from '@lead-finder/testing';
import { origin, startUsers, type UsersWorld } from '../../../test/start-users.js';

let server: SimpleSamlPhp;
let world: UsersWorld;
let provider: IdentityProvider;

beforeAll(async () => {
  server = await startSimpleSamlPhp({
    'kim:secret': { uid: ['kim'], mail: ['kim@northfield.example'], groups: ['staff', 'bosses'] },
    'lee:secret': { uid: ['lee'], mail: ['lee@northfield.example'], groups: ['visitors'] },
  });
  world = await startUsers({ INTERNAL_IDENTITY_PROVIDERS: new URL(server.metadataAddress).origin });
  world.clock.time = new Date();
});
afterAll(async () => {
  await world?.stop();
  await server?.stop();
});

/** Signs in at the provider, posts its response and follows to the callback. */
async function comeBack({ address, browserToken }: { address: string; browserToken: string }, username: string) {
  const posted = await server.signIn(address, username, 'secret');
  const received = await world.call(receiveSamlResponse, null, { ...posted, id: provider.id, origin });
  if (received.outcome !== 'received') return received;
  const query = `state=${received.state}`;
  return world.call(finishProviderSignIn, null, { id: provider.id, query, browserToken, origin });
}

describe('SimpleSAMLphp', () => {
  it('is set up by the metadata of both sides, and its test passes', async () => {
    const read = await world.call(resolveProviderMetadata, world.ada, { address: server.metadataAddress });
    expect(read.issuer).toBe(server.metadataAddress);
    provider = await world.call(createIdentityProvider, world.ada, {
      ...read,
      kind: 'saml',
      name: 'Northfield',
      createAccounts: true,
      roleClaim: 'groups',
      claimRules: [{ value: 'bosses', role: 'manager' }],
      unmatched: 'refuse',
    });
    server.register((await world.call(getSamlMetadata, null, { id: provider.id })).xml);
    const started = await world.call(startProviderTest, world.ada, { id: provider.id, origin });
    expect(await comeBack(started, 'kim')).toEqual({ outcome: 'tested', providerId: provider.id });
    expect(await world.call(getProviderTest, world.ada, { id: provider.id })).toMatchObject({ state: 'passed' });
    await world.call(setIdentityProviderEnabled, world.ada, { id: provider.id, enabled: true });
  });

  it('signs people in by their groups, and each of them again with the same account', async () => {
    const start = () => world.call(startProviderSignIn, null, { id: provider.id, returnTo: '/', origin });
    const first = await comeBack(await start(), 'kim');
    expect(first).toMatchObject({ outcome: 'signed in', user: { username: 'kim', role: 'manager' } });
    const again = await comeBack(await start(), 'kim');
    expect(again).toMatchObject({ user: { email: 'kim@northfield.example', username: 'kim' } });
    expect(await comeBack(await start(), 'lee')).toEqual({ outcome: 'refused', problem: 'no_role' });
  });
});
