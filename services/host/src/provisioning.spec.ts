import type { Provisioning, User } from '@lead-finder/contracts';
import { sharedSystem, type SharedSystem } from '../test/shared-system.js';

const scimType = 'application/scim+json';
const scimUser = (name: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@scim.example`,
  displayName: `${name} Scim`,
  emails: [{ primary: true, type: 'work', value: `${name}@scim.example` }],
  active: true,
});

describe('provisioning over HTTP (docs/product/provisioning.md#scim)', () => {
  let system: SharedSystem;
  let token: string;
  let id: number;
  beforeAll(async () => {
    system = await sharedSystem();
    const form = { name: 'Scim ID', issuer: 'https://id.scim.example', clientId: 'lead-finder' };
    id = (await system.ada.send<{ id: number }>('POST', '/api/identity-providers', form)).body.id;
    const made = await system.ada.send<{ token: string }>('POST', `/api/identity-providers/${id}/scim-tokens`);
    token = made.body.token;
  });
  afterAll(() => system.ada.send('DELETE', `/api/identity-providers/${id}`));

  const scim = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    system
      .visitor()
      .send<{ id: string; status?: string; detail?: string; schemas: string[] }>(method, `/scim/v2${path}`, body, {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': scimType }),
        ...headers,
      });

  it('creates a user at the address that the page shows', async () => {
    const { body } = await system.ada.get<Provisioning>(`/api/identity-providers/${id}/provisioning`);
    expect(new URL(body.address).pathname).toBe('/scim/v2');
    const created = await scim('POST', '/Users', scimUser('robin'));
    expect(created.status).toBe(201);
    expect(created.headers.get('content-type')).toBe(`${scimType}; charset=utf-8`);
    expect(new URL(created.headers.get('location')!).pathname).toBe(`/scim/v2/Users/${created.body.id}`);
    expect((await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "robin@scim.example"')}`)).status).toBe(
      200,
    );
    expect((await scim('DELETE', `/Users/${created.body.id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${created.body.id}`)).status).toBe(404);
  });

  it('ends the open session of a user whom the provider deactivates', async () => {
    const { id: userId, visitor } = await system.createUser('scimleaver');
    await system.ada.send('POST', `/api/identity-providers/${id}/provisioned-users`, { userId });
    expect((await visitor.get('/api/user')).status).toBe(200);
    const Operations = [{ op: 'Replace', path: 'active', value: 'False' }];
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    expect((await scim('PATCH', `/Users/${userId}`, { schemas, Operations })).status).toBe(200);
    await system.eventually(async () => expect((await visitor.get('/api/user')).status).toBe(401));
    const { body } = await system.ada.get<User[]>('/api/users?q=scimleaver');
    expect(body[0]).toMatchObject({ active: false });
  });

  it('answers every failure in the shape of RFC 7644, also one that reaches no service', async () => {
    const refused = [
      [401, await scim('GET', '/Users', undefined, { authorization: 'Bearer made-up' })],
      [401, await scim('GET', '/Users', undefined, { authorization: '' })],
      [400, await scim('GET', `/${'x'.repeat(101)}`)],
      [404, await scim('GET', '')],
      [400, await scim('POST', '/Users', { ...scimUser('x'), userName: '' })],
      [404, await scim('PATCH', '/Users/none', { Operations: [{ op: 'replace', value: {} }] })],
      [501, await scim('POST', '/Schemas', {})],
      [501, await scim('GET', '/Me')],
      [501, await scim('POST', '/Bulk', {})],
      [404, await scim('GET', '/Devices')],
    ] as const;
    for (const [status, answer] of refused) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe(`${scimType}; charset=utf-8`);
      expect(answer.body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        detail: expect.any(String) as string,
      });
    }
    expect(refused[0][1].headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each([
    [400, 'malformed JSON', '{', scimType],
    [415, 'another type of body', '<user/>', 'application/xml'],
    [413, 'a body above the limit', JSON.stringify('x'.repeat(1_100_000)), scimType],
  ])('answers %i in the shape of RFC 7644 to %s', async (status, _, sent, type) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const answer = await system.visitor().sendText('POST', '/scim/v2/Users', sent, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe(`${scimType}; charset=utf-8`);
    expect(JSON.parse(answer.text)).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      detail: expect.any(String) as string,
    });
  });

  it('takes its own type of body nowhere else, and no session in place of a token', async () => {
    const elsewhere = await system.ada.send('POST', '/api/teams', { name: 'Scim' }, { 'content-type': scimType });
    expect(elsewhere).toMatchObject({ status: 415, body: { code: 'unsupported_type' } });
    expect((await system.ada.get('/scim/v2/Users')).status).toBe(401);
    const foreign = await scim('POST', '/Users', scimUser('cross'), { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
  });
});
