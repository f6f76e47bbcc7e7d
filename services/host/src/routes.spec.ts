import { longRun, testSeed } from '@lead-finder/testing';
import {
  leftOut,
  callers,
  routeTable,
  type Expected,
  type Named,
  type RouteRow,
  type Who,
} from '../test/route-table.js';
import { branchTable, managers, besidesLeads, type BranchRow } from '../test/branch-table.js';
import { sessionRoutes } from '../test/session-routes.js';
import { RouteTargets, type SignedInUser, type Values } from '../test/route-targets.js';
import { startSystem, type System } from '../test/start-system.js';
import type { Visitor } from '../test/visitor.js';

/*
 * Tries the gateway's permission table against every service. It is here and not in `gateway/`, because only the host may
 * import the services (docs/ARCHITECTURE.md), which reject requests too.
 */

interface Try {
  who: Who;
  named: Named | (typeof managers)[number];
  status: number | typeof leftOut;
  values: Values;
  visitor: Visitor;
}

const cellsOf = (expected: Expected) =>
  Object.entries(expected).flatMap(([named, byCaller]) =>
    callers.map((who, at) => ({ who, named: named as Named, status: byCaller[at]! })),
  );
const isRefused = ({ status }: { status: Try['status'] }) => status === leftOut || status >= 400;

type Cell = ReturnType<typeof cellsOf>[number];

/** Of the cells that are alike with the same answer a short run tries one, in turn by the seed. */
const inTurn = (cells: Cell[], turn: number, isAlike: (cell: Cell) => boolean) =>
  cells.filter((cell) => {
    if (longRun || !isAlike(cell)) return true;
    const group = cells.filter((each) => isAlike(each) && each.named === cell.named && each.status === cell.status);
    return group[turn % group.length] === cell;
  });
const isPermittedRole = (cell: Cell) =>
  cell.who !== 'visitor' && !isRefused(cell) && (cell.named === 'own' || cell.named === 'any');
/** Another role by session than by token. */
const turnOf = (row: RouteRow, by: 'session' | 'token') =>
  testSeed + routeTable.indexOf(row) + (by === 'token' ? 1 : 0);

describe('every route treats each sender as the table says, whatever object the path names', () => {
  let system: System;
  let targets: RouteTargets;
  const scripts = new Map<Who, Visitor>();

  beforeAll(async () => {
    system = await startSystem('inside one process');
    targets = await RouteTargets.prepare(system);
    for (const role of ['user', 'manager', 'admin'] as const) scripts.set(role, await targets.scriptOf(role));
  }, 120_000);
  afterAll(() => system?.stop(), 30_000);

  /** Rejected requests do not change their objects, so they share them. */
  async function triesOf(row: RouteRow): Promise<Try[]> {
    const tries: Try[] = [];
    for (const cell of inTurn(cellsOf(row.expected), turnOf(row, 'session'), isPermittedRole)) {
      const endsOwn = row.special === 'ends the session' && !isRefused(cell) && cell.who !== 'visitor';
      const sender: SignedInUser | undefined = endsOwn ? await targets.newUser(cell.who) : undefined;
      const like =
        isRefused(cell) &&
        tries.find(
          (each) => isRefused(each) && each.named === cell.named && (cell.named !== 'own' || cell.who === each.who),
        );
      const values = like
        ? like.values
        : await targets.of(row, cell.who, cell.named, { sender, isRefused: isRefused(cell) });
      tries.push({ ...cell, values, visitor: sender?.visitor ?? targets.visitorOf(cell.who) });
    }
    return tries;
  }

  const filled = (text: string, values: Values) =>
    text
      .replace(/"\{(id|newUser|business)\}"/g, (_, key: string) => JSON.stringify(values[key]))
      .replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));

  async function send({ route, body, query, special }: RouteRow, { visitor, values, status }: Try) {
    const [method, path] = filled(route, values).split(' ') as [string, string];
    if (special === 'stream' && status === 200) return visitor.begin(path);
    const search = query && filled(query, values);
    const sent =
      special === 'file' ? targets.file() : body && (JSON.parse(filled(JSON.stringify(body), values)) as object);
    return visitor.send<object>(method, search ? `${path}?${search}` : path, sent);
  }

  async function answersAsDecided(row: RouteRow, each: Try): Promise<void> {
    const { status, headers, body } = await send(row, each);
    const cell = `${each.who}, ${each.named}`;
    expect(`${cell}: ${status}`).toBe(`${cell}: ${each.status === leftOut ? 200 : each.status}`);
    expect(headers.get('x-request-id')).toBeTruthy();
    // Every response with a body names its type and character set (ASVS 4.1.1).
    if (status !== 204)
      expect(`${cell}: ${headers.get('content-type')}`).toMatch(
        /: ((application\/json|application\/x-ndjson|text\/[\w-]+); charset=utf-8|application\/vnd\.openxmlformats[\w.-]+)$/,
      );
    if (status >= 400) expect(body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
    if (row.route.startsWith('POST /api/bulk/') && status === 200) {
      expect({ cell, ...body }).toMatchObject({
        cell,
        results: each.status === leftOut ? { success: 0, failed: 1 } : { success: 1, failed: 0 },
      });
    }
  }

  /** Each role by a token of all its scopes, for its own object. Public routes need no token. */
  async function answersScripts(row: RouteRow): Promise<void> {
    const cells = cellsOf(row.expected).filter(({ named }) => named === 'own' || named === 'any');
    const isPublic = cells.every(({ status }) => status === 401);
    if (isPublic || cells.some((cell) => cell.who === 'visitor' && cell.status !== 401)) return;
    if (row.special === 'starts work') await targets.settled();
    const ofRoles = cells.filter(({ who }) => who !== 'visitor');
    for (const cell of inTurn(ofRoles, turnOf(row, 'token'), () => true)) {
      const visitor = scripts.get(cell.who)!;
      const script = { ...cell, visitor, who: `${cell.who} by token` as Who };
      if (!sessionRoutes.includes(row.route)) {
        await answersAsDecided(row, {
          ...script,
          values: await targets.of(row, cell.who, cell.named, { isRefused: isRefused(cell) }),
        });
        continue;
      }
      const isOfRole = cell.status !== 403;
      const { status, body } = await send(row, {
        ...script,
        status: 403,
        values: await targets.of(row, 'user', 'none such', { isRefused: true }),
      });
      expect({ who: script.who, status, code: (body as { code: string }).code }).toEqual({
        who: script.who,
        status: 403,
        code: isOfRole ? 'session_required' : 'forbidden',
      });
    }
  }

  it.each(routeTable.map((row) => [row.route, row] as const))(
    '%s',
    async (_, row) => {
      const tries = await triesOf(row);
      const refused = tries.filter(isRefused);
      // A rejection changes nothing except the record of a wrong password. The long run compares the database each
      // time.
      const isUntouched = row.special !== 'counts a failure';
      // A read changes nothing either (ASVS 3.5.3), except for the audit entry of an export.
      const isLook = row.route.startsWith('GET ') && row.special !== 'is recorded';
      const before = isLook || (refused.length > 0 && isUntouched) ? await system.fingerprint() : {};
      for (const each of refused) {
        await answersAsDecided(row, each);
        if (isUntouched && (longRun || (each === refused.at(-1) && !isLook)))
          expect(await system.fingerprint()).toEqual(before);
      }
      for (const each of tries.filter((one) => !isRefused(one))) await answersAsDecided(row, each);
      if (isLook) expect(await system.fingerprint()).toEqual(before);
      await answersScripts(row);
      if (row.special === 'starts work') await targets.settled();
    },
    120_000,
  );

  it.each([
    ['GET /api/business-profile/1e3'],
    ['GET /api/admin/all-assignments?page=0'],
    ['GET /api/admin/all-assignments?pageSize=101'],
    ['GET /api/admin/all-assignments?status=qualified'],
    ['GET /api/admin/all-assignments?page=1&page=2'],
  ])('%s is rejected as malformed', async (route) => {
    const answer = await system.ada.get(route.split(' ')[1]!);
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String), code: 'validation_failed' } });
  });

  /** Each route of the description with what it accepts: a session, and a token with its scopes. */
  async function described() {
    type Security = { session?: []; token?: string[] };
    const { body } = await system.ada.get<{ paths: Record<string, Record<string, { security: Security[] }>> }>(
      '/api/openapi.json',
    );
    return Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => [`${method.toUpperCase()} ${path}`, security] as const),
    );
  }

  it('names in the description of the API which scope each route needs, and which need a session', async () => {
    const routes = await described();
    const alone = routes.filter(([, security]) => security.length === 1).map(([route]) => route);
    expect(alone.sort()).toEqual([...sessionRoutes].sort());
    for (const [, [session, token]] of routes.filter(([, security]) => security.length > 1)) {
      expect(session).toEqual({ session: [] });
      expect(token).toEqual({ token: [expect.stringMatching(/^((team|admin)\.)?\w+:(read|write)$/)] });
    }
  });

  it('asks a token for no scope to change anything where a GET only reads', async () => {
    const writing = (await described()).filter(
      ([route, [, token]]) => route.startsWith('GET ') && token?.token?.some((scope) => scope.endsWith(':write')),
    );
    expect(writing).toEqual([]);
  });

  it('has a row for every route of the gateway, and no other', async () => {
    const routes = (await described()).map(([route]) => route);
    // Paths outside the API, and paths that are not routes.
    const apart = ['GET /healthz', 'GET /readyz', 'GET /.well-known/security.txt', 'GET /api/nothing-here'];
    expect(
      routeTable
        .map(({ route }) => route)
        .filter((route) => !apart.includes(route))
        .sort(),
    ).toEqual(routes.sort());
  });

  describe("while there are teams, each manager with another user's lead", () => {
    let bosses: SignedInUser[];
    let owner: SignedInUser;
    let colleague: SignedInUser;

    beforeAll(async () => {
      bosses = await Promise.all(managers.map((_, at) => system.createUser(`boss${at}`, 'manager')));
      owner = await system.createUser('owner');
      colleague = await system.createUser('colleague');
      const [branch, parent, sibling] = bosses.map(({ id }) => id) as [number, number, number];
      const add = async (name: string, managerId: number, parentId: number | null) =>
        (await system.ada.send<{ id: number }>('POST', '/api/teams', { name, managerIds: [managerId], parentId })).body
          .id;
      const top = await add('Top', parent, null);
      await add('East', sibling, top);
      const teamId = await add('West', branch, top);
      await system.ada.send('POST', '/api/teams/people', { teamId, userIds: [owner.id, colleague.id] });
    }, 30_000);

    it('by every other route', async () => {
      const cells: [BranchRow, Try][] = [];
      for (const row of besidesLeads) {
        const named = row.expected.any ? 'any' : 'own';
        const valuesOf = async (isRefused: boolean) => ({
          userId: owner.id,
          ...(await targets.of(row, 'user', named, { sender: owner, isRefused })),
        });
        const shared = await valuesOf(row.byManager.every((status) => isRefused({ status })));
        for (const [at, status] of row.byManager.entries()) {
          const isGoneAfterwards = row.route.startsWith('DELETE ') && !isRefused({ status });
          const values = isGoneAfterwards ? await valuesOf(false) : shared;
          cells.push([row, { status, values, visitor: bosses[at]!.visitor, who: 'manager', named: managers[at]! }]);
        }
      }
      const refused = cells.filter(([{ special }, cell]) => isRefused(cell) && special !== 'counts a failure');
      const before = await system.fingerprint();
      for (const [row, cell] of refused) await answersAsDecided(row, cell);
      expect(await system.fingerprint()).toEqual(before);
      for (const [row, cell] of cells) if (!isRefused(cell)) await answersAsDecided(row, cell);
    }, 120_000);

    it.each(branchTable.map((row) => [row.route, row] as const))('%s', async (_, row) => {
      const valuesOf = (isRefused: boolean) => targets.of(row, 'user', 'own', { sender: owner, isRefused });
      const tries = row.byManager.map((status, at) => {
        const { id, visitor } = bosses[at]!;
        // Each may give a lead to someone, so that only the lead is refused.
        const newUser = status === 200 ? colleague.id : id;
        return { status, visitor, newUser, who: 'manager' as const, named: managers[at]! };
      });
      const shared = await valuesOf(true);
      const before = await system.fingerprint();
      for (const { newUser, ...each } of tries.filter(isRefused))
        await answersAsDecided(row, { ...each, values: { ...shared, newUser } });
      expect(await system.fingerprint()).toEqual(before);
      for (const { newUser, ...each } of tries.filter((one) => !isRefused(one)))
        await answersAsDecided(row, { ...each, values: { ...(await valuesOf(false)), newUser } });
    });
  });
});
