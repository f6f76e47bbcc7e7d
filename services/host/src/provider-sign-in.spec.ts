import type { IdentityProvider } from '@lead-finder/contracts';
import { fetchWithCookies, startOidcPeer, type OidcPeer } from '@lead-finder/testing';
import { startSystem, type System } from '../test/start-system.js';

let peer: OidcPeer;
let system: System;
let provider: IdentityProvider;
let other: string;
const jar = new Map<string, string>();

beforeAll(async () => {
  peer = await startOidcPeer();
  system = await startSystem('over NATS and Redis', { INTERNAL_IDENTITY_PROVIDERS: peer.issuer });
  other = await system.anotherGateway();
  const form = { name: 'Northfield', issuer: peer.issuer, clientId: peer.clientId, createAccounts: true };
  const created = await system.ada.send<IdentityProvider>('POST', '/api/identity-providers', {
    ...form,
    clientSecret: peer.clientSecret,
  });
  provider = created.body;
  peer.register(provider.redirectAddress, provider.backChannelAddress);
}, 120_000);
afterAll(async () => {
  await system?.stop();
  await peer?.stop();
}, 30_000);
beforeEach(() => jar.clear());

/** A browser with all its cookies, which follows no redirect. */
const browse = (gateway: string, path: string, init?: RequestInit) => fetchWithCookies(jar, `${gateway}${path}`, init);

const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const callback = () => `/api/sign-in/oidc/${provider.id}/callback`;

async function begin(gateway: string) {
  const response = await browse(gateway, `/api/sign-in/oidc/${provider.id}/start`, json({ returnTo: '/my-day' }));
  const { address } = (await response.json()) as { address: string };
  return peer.signIn(address);
}

describe('a sign-in by a provider', () => {
  it('is tested by the administrator in a browser of its own, before it can be switched on', async () => {
    const signedIn = system.ada.cookie.split('=') as [string, string];
    jar.set(...signedIn);
    const started = await browse(system.url, `/api/identity-providers/${provider.id}/test`, json({}));
    const query = await peer.signIn(((await started.json()) as { address: string }).address);
    const back = await browse(other, `${callback()}?${query}`);
    expect([back.status, back.headers.get('location')]).toEqual([303, `/sign-in/test/${provider.id}?done=1`]);
    expect(jar.get(signedIn[0])).toBe(signedIn[1]);
    const report = await browse(system.url, `/api/identity-providers/${provider.id}/test`);
    expect(await report.json()).toMatchObject({ state: 'passed' });
    const on = await browse(system.url, `/api/identity-providers/${provider.id}/set-enabled`, json({ enabled: true }));
    expect(on.status).toBe(200);
  });

  it('begins at one gateway and ends at another, with a new session and back on the page', async () => {
    jar.set('session', 'planted');
    const query = await begin(system.url);
    expect([...jar.keys()]).toContain('sign-in');
    const back = await browse(other, `${callback()}?${query}`);
    expect([back.status, back.headers.get('location')]).toEqual([303, '/my-day']);
    expect(back.headers.getSetCookie().find((each) => each.startsWith('session='))).toMatch(/HttpOnly.*SameSite=Lax/);
    expect(jar.get('session')).not.toBe('planted');
    expect(jar.has('sign-in')).toBe(false);
    expect(await (await browse(system.url, '/api/user')).json()).toMatchObject({
      email: 'first@example.com',
      role: 'user',
    });
    const again = await browse(other, `${callback()}?${query}`);
    expect(again.headers.get('location')).toBe('/auth?problem=state_unknown');
  });

  it('needs the cookie of the browser that began it, and so the same host', async () => {
    const query = await begin(system.url);
    jar.clear();
    const back = await browse(system.url, `${callback()}?${query}`);
    expect(back.headers.get('location')).toBe('/auth?problem=other_browser');
    expect(jar.has('session')).toBe(false);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/a b'])(
    'returns to no other site: %s',
    async (returnTo) => {
      const response = await browse(system.url, `/api/sign-in/oidc/${provider.id}/start`, json({ returnTo }));
      expect(response.status).toBe(400);
    },
  );

  it('cannot be begun by another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const response = await browse(system.url, `/api/sign-in/oidc/${provider.id}/start`, json({}, headers));
    expect(response.status).toBe(403);
  });

  it('ends by a form that the provider posts, which no other route reads', async () => {
    await browse(other, `${callback()}?${await begin(other)}`);
    const post = async (path: string, logout_token: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = String(new URLSearchParams({ logout_token }));
      return (await fetch(`${system.url}${path}`, { method: 'POST', headers, body })).status;
    };
    const path = `/api/sign-in/oidc/${provider.id}/back-channel-logout`;
    expect(await post(path, 'made-up')).toBe(400);
    expect(await post('/api/login', 'made-up')).toBe(415);
    expect((await browse(other, '/api/user')).status).toBe(200);
    expect(await post(path, await peer.logoutToken({ sub: 'first' }))).toBe(200);
    expect((await browse(system.url, '/api/user')).status).toBe(401);
  });
});
