import { randomUUID } from 'node:crypto';
import { errorResponse } from '@lead-finder/contracts';
import { longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { z } from 'zod';
import { edgeRequests, requestTo, type Fuzzed, type Operation } from '../test/fuzzed-requests.js';
import { startSystem, type System } from '../test/start-system.js';
import { password, type Visitor } from '../test/visitor.js';

const count = longRun ? 5_000 : 300;
const half = '\ud800';
/** A stream does not end, a sign-out ends the run, an upload is not JSON; each has specs of its own. */
const leftOut = ['GET /api/events', 'POST /api/logout', 'POST /api/businesses/import'];

describe(`${count} requests made from the contracts, by seed ${testSeed}`, () => {
  let system: System;
  let visitors: Visitor[];
  let requests: Fuzzed[];
  let atEdges: Fuzzed[];
  const operations = new Map<string, Operation>();
  const answers = new Map<string, z.ZodType>();

  beforeAll(async () => {
    system = await startSystem('inside one process', { SIGN_IN_FAILURES_PER_ADDRESS: '1000000' });
    const [manager, user, ...others] = await Promise.all(
      ['boss', 'sam', 'kim', 'lee', 'pat', 'max'].map((name) =>
        system.createUser(name, name === 'boss' ? 'manager' : 'user'),
      ),
    );
    visitors = [system.ada, system.ada, system.ada, manager!.visitor, user!.visitor];
    const businesses = await system.businesses(40);
    const leads: { uuid: string; id: number }[] = [];
    for (const { id: businessId } of businesses.slice(0, 20)) {
      const uuid = randomUUID();
      const lead = { userId: user!.id, businessId, uuid, tags: ['Spring', 'a/b'] };
      const { body } = await system.ada.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', lead);
      leads.push({ uuid, id: body.userBusiness.id });
    }
    const { body } = await system.ada.get<{ paths: Record<string, Record<string, Operation>> }>('/api/openapi.json');
    const ids = leads.map(({ id }) => id);
    const people = others.map(({ id }) => id);
    const pool = {
      id: ids,
      ids,
      jobId: ids,
      searchId: ids,
      uuid: leads.map(({ uuid }) => uuid),
      tag: ['Spring', 'a/b', 'Imported', 'Do not contact', half],
      userId: people,
      newUserId: people,
      businessId: businesses.map(({ id }) => id),
      placeIds: businesses.map(({ placeId }) => placeId),
      username: ['sam', 'SAM', 'new.one'],
      email: ['sam@example.com', 'new@example.com'],
      password: [password, 'short', 'Nolongerdigits'],
      newPassword: [password],
      currentPassword: ['wrong-one'],
      location: ['Austin, TX', '78701', '30.2,-97.7'],
      businessType: ['dentist'],
      token: ['made-up'],
      format: ['csv'],
    };
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([name, operation]) => ({ method: name.toUpperCase(), path, operation })),
    );
    const wanted = described.filter(({ method, path }) => !leftOut.includes(`${method} ${path}`));
    for (const { method, path, operation } of wanted) operations.set(`${method} ${path}`, operation);
    const unused = { ...pool, username: ['new.one'], email: ['new@example.com'], businessId: [businesses.at(-1)!.id] };
    atEdges = wanted.flatMap(({ method, path, operation }) => edgeRequests(method, path, operation, unused));
    const perRoute = Math.ceil(count / wanted.length);
    const all = fc
      .sample(fc.tuple(...wanted.map(({ method, path, operation }) => requestTo(method, path, operation, pool))), {
        numRuns: perRoute,
        seed: testSeed,
      })
      .flat();
    // A change of the administrator's own account, such as a new password, would end the run too.
    const { body: ada } = await system.ada.get<{ id: number }>('/api/user');
    requests = all.filter(({ path }) => !new RegExp(`^/api/users/${ada.id}(?![0-9])`).test(path));
  }, 120_000);
  afterAll(() => system.stop(), 60_000);

  function answerOf(route: string): { status: number; type: string; schema: z.ZodType } | null {
    const [status, { content }] = Object.entries(operations.get(route)!.responses).find(
      ([each]) => each !== 'default',
    )!;
    if (!content) return null;
    const [type, { schema }] = Object.entries(content)[0]!;
    if (!answers.has(route)) answers.set(route, z.fromJSONSchema(schema as never));
    return { status: Number(status), type, schema: answers.get(route)! };
  }

  /** Returns what is wrong with the response, or null. */
  async function problemOf({ route, path, body }: Fuzzed, visitor: Visitor): Promise<string | null> {
    const answer = await visitor.sendText(route.split(' ')[0]!, path, body);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
    if (answer.status >= 500) return `${answer.status} ${answer.text.slice(0, 200)}`;
    if (!answer.headers.get('x-request-id') || answer.headers.get('x-content-type-options') !== 'nosniff')
      return 'its headers are not there';
    if (answer.status >= 400) return errorResponse.safeParse(isJson && JSON.parse(answer.text)).error?.message ?? null;
    const expected = answerOf(route);
    if (!expected || answer.status !== expected.status)
      return [200, 201, 202, 204, 304].includes(answer.status) ? null : `status ${answer.status}`;
    if (expected.type !== 'application/json')
      return answer.headers.get('content-type')?.startsWith(expected.type) ? null : 'another content type';
    return isJson ? (expected.schema.safeParse(JSON.parse(answer.text)).error?.message ?? null) : 'no JSON';
  }

  it('accept quotes as part of each text, and reject a number that no column can hold', async () => {
    const problems: object[] = [];
    for (const request of atEdges) {
      const problem = await problemOf(request, request.route === 'POST /api/login' ? system.visitor() : system.ada);
      if (problem) problems.push({ problem, ...request });
    }
    expect(problems).toEqual([]);
    // The description must have texts and numbers to replace.
    expect(atEdges.length).toBeGreaterThan(100);
  }, 120_000);

  it(
    'get no 5xx and no response outside the contract',
    async () => {
      const problems: object[] = [];
      const anonymous = system.visitor();
      let next = 0;
      const worker = async () => {
        for (let at = next++; at < requests.length; at = next++) {
          const request = requests[at]!;
          // A sign-in ends the previous session of the browser.
          const visitor = request.route === 'POST /api/login' ? anonymous : visitors[at % visitors.length]!;
          const problem = await problemOf(request, visitor);
          if (problem) problems.push({ problem, ...request, body: request.body?.slice(0, 300) });
        }
      };
      await Promise.all(Array.from({ length: 4 }, worker));
      expect(problems).toEqual([]);
      // The run must have reached the services: the first administrator is signed in, with a unique name.
      expect(await system.ada.get('/api/user')).toMatchObject({ status: 200, body: { role: 'admin' } });
    },
    longRun ? 900_000 : 180_000,
  );
});
