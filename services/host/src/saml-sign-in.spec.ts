import type { IdentityProvider } from '@lead-finder/contracts';
import { fetchWithCookies, startSamlPeer, type SamlPeer } from '@lead-finder/testing';
import { startSystem, type System } from '../test/start-system.js';

let peer: SamlPeer;
let system: System;
let other: string;
let path: string;
const jar = new Map<string, string>();

beforeAll(async () => {
  peer = await startSamlPeer();
  system = await startSystem('over NATS and Redis', {});
  other = await system.anotherGateway();
  const { body } = await system.ada.send<IdentityProvider>('POST', '/api/identity-providers', {
    kind: 'saml',
    name: 'Northfield',
    issuer: peer.entityId,
    signInAddress: new URL('/sign-in', peer.entityId).href,
    certificates: [peer.signer.certificate],
    createAccounts: true,
  });
  path = `/api/sign-in/saml/${body.id}`;
  const metadata = await fetch(`${other}${path}/metadata`);
  expect(metadata.headers.get('content-type')).toContain('application/samlmetadata+xml');
  peer.register(await metadata.text());
  jar.set(...(system.ada.cookie.split('=') as [string, string]));
  const started = await browse(system.url, `/api/identity-providers/${body.id}/test`, json({}));
  const posted = await post(other, await peer.signIn(((await started.json()) as { address: string }).address));
  const tested = await browse(system.url, posted.headers.get('location')!);
  expect(tested.headers.get('location')).toBe(`/sign-in/test/${body.id}?done=1`);
  await browse(system.url, `/api/identity-providers/${body.id}/set-enabled`, json({ enabled: true }));
}, 120_000);
afterAll(async () => {
  await system?.stop();
  await peer?.stop();
}, 30_000);
beforeEach(() => jar.clear());

/** A browser with all its cookies, which follows no redirect. */
const browse = (gateway: string, at: string, init?: RequestInit) => fetchWithCookies(jar, `${gateway}${at}`, init);

const json = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** Posts the form as a page of another site does: without cookies, and with what browsers say about it. */
const post = (gateway: string, form: object, at = `${path}/acs`) =>
  fetch(`${gateway}${at}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form as Record<string, string>),
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://login.example.com' },
  });

async function begin() {
  const response = await browse(system.url, `${path}/start`, json({ returnTo: '/my-day' }));
  return peer.signIn(((await response.json()) as { address: string }).address);
}

describe('a sign-in by SAML', () => {
  it('is posted to one gateway, ends at another, and replaces the session of the browser', async () => {
    jar.set('session', 'planted');
    const posted = await post(other, await begin());
    expect(posted.status).toBe(303);
    expect(posted.headers.getSetCookie()).toEqual([]);
    const location = posted.headers.get('location')!;
    expect(location).toMatch(new RegExp(`^${path}/callback\\?state=[\\w-]+$`));
    const back = await browse(system.url, location);
    expect([back.status, back.headers.get('location')]).toEqual([303, '/my-day']);
    expect(jar.get('session')).not.toBe('planted');
    expect(await (await browse(other, '/api/user')).json()).toMatchObject({ email: 'first@example.com' });
    expect((await browse(system.url, location)).headers.get('location')).toBe('/auth?problem=state_unknown');
  });

  it('needs the cookie of the browser that began it', async () => {
    const posted = await post(system.url, await begin());
    jar.clear();
    const back = await browse(system.url, posted.headers.get('location')!);
    expect(back.headers.get('location')).toBe('/auth?problem=other_browser');
    expect(jar.has('session')).toBe(false);
  });

  it('accepts its form nowhere else, and other sites may post nothing else', async () => {
    const form = await begin();
    expect((await post(system.url, form, '/api/login')).status).toBe(403);
    const own = { method: 'POST', body: new URLSearchParams({ ...form }) };
    expect((await fetch(`${system.url}/api/login`, own)).status).toBe(415);
    expect((await post(system.url, { RelayState: 'x' })).status).toBe(400);
    expect((await post(system.url, { ...form, SAMLResponse: 'A'.repeat(400_000) })).status).toBe(400);
  });
});
