import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import * as contracts from '@lead-finder/contracts';
import { z } from 'zod';
import type { Operation } from '../test/fuzzed-requests.js';
import { sharedSystem, type SharedSystem } from '../test/shared-system.js';
import type { Answer } from '../test/visitor.js';

/** The responses of a path by method. */
type Described = Record<
  string,
  { responses: Record<string, { content?: { 'application/json': { schema: object } } }> }
>;

/** The input of each request by its subject. */
const fieldsOf = new Map(
  Object.values<unknown>(contracts)
    .filter((each): each is contracts.RequestContract => (each as { kind?: string })?.kind === 'request')
    .map(({ subject, input }) => [
      subject,
      Object.keys(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}),
    ]),
);

describe('every response (docs/product/errors-and-http.md)', () => {
  let system: SharedSystem;
  beforeAll(async () => void (system = await sharedSystem()));

  const expectHeaders = ({ headers }: Answer<unknown>) => {
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBeTruthy();
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
    expect(headers.get('strict-transport-security')).toBeNull();
    for (const header of ['x-powered-by', 'server']) expect(headers.get(header)).toBeNull();
  };

  it.each([
    ['/api/business-profile/9007199254740993', 'id'],
    ['/api/business-profile/abc', 'id'],
    ['/api/business-profile-by-uuid/abc', 'uuid'],
    ['/api/imports/9007199254740993', 'id'],
  ])('%s names its bad parameter once, as its path does', async (at, path) => {
    const { status, body } = await system.ada.get<{ message: string; issues: object[] }>(at);
    expect([status, body.issues]).toEqual([400, [{ path, message: body.message }]]);
  });

  it.each([
    ['GET', '/api/user', 200],
    ['GET', '/api/docs', 200],
    ['GET', '/api/openapi.json', 200],
    ['GET', '/api/admin/all-assignments', 200],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/api/nothing-here', 404],
    ['DELETE', '/api/user', 404],
    ['GET', '/api/business-profile/abc', 400],
    ['GET', '/api/business-tag/1/%', 400],
    ['GET', '/%E0%A4%A', 400],
  ])('%s %s carries the headers', async (method, at, status) => {
    const answer = await system.ada.send<{ message: string; code: string }>(method, at);
    expect(answer.status).toBe(status);
    expectHeaders(answer);
    if (at.startsWith('/api')) expect(answer.headers.get('cache-control')).toContain('no-store');
    if (status >= 400)
      expect(answer.body).toMatchObject({
        message: expect.any(String),
        code: expect.any(String),
        requestId: answer.headers.get('x-request-id'),
      });
  });

  it.each([
    ['{"a":', 'application/json', 400, 'malformed_json'],
    ['a=b', 'application/x-www-form-urlencoded', 415, 'unsupported_type'],
    [JSON.stringify({ username: 'x'.repeat(2_000_000), password: 'Wrong-pw-1' }), 'application/json', 413, 'too_large'],
    ['[1]', 'application/json', 400, 'validation_failed'],
    ['null', 'application/json', 400, 'validation_failed'],
    ['', 'application/json', 400, 'validation_failed'],
  ])('rejects an unreadable body: %.20s as %s is %i', async (body, type, status, code) => {
    const answer = await fetch(`${system.url}/api/login`, { method: 'POST', headers: { 'content-type': type }, body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
    expectHeaders({ status, body: undefined, headers: answer.headers });
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 200],
  ])('responds to an unsafe request with %j with %i', async (headers, status) => {
    expect(
      (await system.ada.send('POST', '/api/notifications/read-all', undefined, headers as Record<string, string>))
        .status,
    ).toBe(status);
    expect((await system.ada.get('/api/user', headers as Record<string, string>)).status).toBe(200);
  });

  it('accepts an unsafe request from its own origin, and a well-formed request id of the client', async () => {
    const answer = await system.ada.send('POST', '/api/notifications/read-all', undefined, {
      origin: system.url,
      'x-request-id': 'my-own-id-1',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toBe('my-own-id-1');
  });

  it('has no password hint and no secret question in any request or response (ASVS 6.4.2)', async () => {
    const description = JSON.stringify((await system.visitor().get('/api/openapi.json')).body);
    expect(description).toContain('"password"');
    expect(description).not.toMatch(/hint|question|maiden|security.?answer/i);
  });

  it('describes every call in OpenAPI 3.1', async () => {
    const { body } = await system
      .visitor()
      .get<{ openapi: string; paths: Record<string, object> }>('/api/openapi.json');
    expect(body.openapi).toMatch(/^3\.1\./);
    const described = Object.keys(body.paths);
    for (const each of [
      '/api/login',
      '/api/business-tag-by-uuid/{uuid}/{tag}',
      '/api/bulk/update-status',
      '/api/businesses/import',
    ]) {
      expect(described).toContain(each);
    }
    // The description includes the rules that validate the input.
    expect(body.paths['/api/users']).toMatchObject({
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                properties: { password: { minLength: 8, maxLength: 100 } },
                required: expect.arrayContaining(['username', 'password']),
              },
            },
          },
        },
      },
    });
    expect(body.paths['/api/users']).toMatchObject({
      get: {
        parameters: expect.arrayContaining([
          expect.objectContaining({
            name: 'role',
            schema: expect.objectContaining({ enum: ['admin', 'manager', 'user'] }),
          }),
        ]),
      },
    });
  });

  it('describes the responses that the specs of the page imitate', async () => {
    // The page is not part of this program, so the path of its module is computed.
    const file = fileURLToPath(new URL('../../../web/test/contract-problem.ts', import.meta.url));
    const { outputs } = (await import(file)) as { outputs: Record<string, z.ZodType> };
    const { body } = await system.visitor().get<{ paths: Record<string, Described> }>('/api/openapi.json');
    const schemaOf = (responses: Described[string]['responses']) =>
      '204' in responses ? {} : Object.values(responses)[0]!.content?.['application/json'].schema;
    const differing = Object.entries(outputs).filter(([call, output]) => {
      const [method = '', at = ''] = call.split(' ');
      const pattern = new RegExp(`^${at.replaceAll('*', '[^/]+')}$`);
      const described = Object.entries(body.paths)
        .filter(([route, methods]) => pattern.test(route) && methods[method.toLowerCase()])
        .map(([, methods]) => schemaOf(methods[method.toLowerCase()]!.responses));
      const { $schema: _, ...schema } = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' });
      return described.length === 0 || described.some((each) => !isDeepStrictEqual(each, schema));
    });
    // The gateway answers these itself, without the contract of a service.
    const undescribed = ['GET /api/settings', 'GET /api/user', 'POST /api/logout'];
    expect(differing.map(([call]) => call)).toEqual(undescribed);
  });

  it('describes each path parameter once, under the name that the contract validates', async () => {
    const { body } = await system
      .visitor()
      .get<{ paths: Record<string, Record<string, Operation & { summary?: string }>> }>('/api/openapi.json');
    const strange = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ summary, parameters }) => {
        const fields = fieldsOf.get(summary ?? '') ?? ['file'];
        const known = fields.includes('ref') ? [...fields, 'id', 'uuid'] : fields;
        return parameters
          .filter((each) => each.in === 'path' && !known.includes(each.name))
          .map(({ name }) => `${path}: ${name}`);
      }),
    );
    expect(strange).toEqual([]);
    expect(body.paths['/api/area-searches/{searchId}/results']!.get!.parameters.map(({ name }) => name)).toEqual([
      'searchId',
      'page',
      'pageSize',
    ]);
    expect(body.paths['/api/bulk-jobs/{jobId}/cancel']!.post!.requestBody).toBeUndefined();
  });

  it('describes the form of an import, with objects as JSON', async () => {
    const { body } = await system.visitor().get<{ paths: Record<string, { post: Operation }> }>('/api/openapi.json');
    const { content } = body.paths['/api/businesses/import']!.post.requestBody!;
    expect(Object.keys(content)).toEqual(['multipart/form-data']);
    const { properties } = content['multipart/form-data']!.schema;
    expect(Object.keys(properties!).sort()).toEqual([
      'assignTo',
      'dayFirst',
      'decimalComma',
      'dryRun',
      'file',
      'fileId',
      'mapping',
      'mappingName',
      'mode',
      'overwrite',
      'sheet',
      'standIns',
      'tag',
    ]);
    expect(properties).toMatchObject({
      file: { format: 'binary' },
      mapping: { type: 'object' },
      standIns: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    });
  });
});
