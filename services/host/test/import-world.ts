import { randomUUID } from 'node:crypto';
import { gatewaySettings, startGateway } from '@lead-finder/gateway';
import { imports } from '@lead-finder/imports';
import { leads } from '@lead-finder/leads';
import {
  Bus,
  type Clock,
  openLogger,
  openInfrastructure,
  Readiness,
  readSettings,
  startService,
  type Database,
  type Environment,
} from '@lead-finder/platform';
import { progress } from '@lead-finder/progress';
import { runFolder, serviceDatabase } from '@lead-finder/testing';
import { users } from '@lead-finder/users';
import type { ImportResponse, ImportRecord } from '@lead-finder/contracts';

export const password = 'Correct-Horse-9';

/** Starts the services that an import needs behind the real gateway, with an admin and the users sam, alex and ivy. */
export async function startImportWorld(environment: Environment = {}, clock?: Clock) {
  const roles = [users, leads, imports, progress];
  const database = await serviceDatabase(...roles);
  const log = openLogger(process.env.SPEC_LOG === undefined ? 'silent' : 'warn');
  const dataDir = runFolder('imports');
  const infrastructure = await openInfrastructure({
    databaseUrl: database.url,
    dataDir,
    mailFrom: 'Lead Finder <no-reply@localhost>',
    poolSize: 4,
    log,
    ...(clock && { clock }),
  });
  const settings = readSettings([...roles.map((role) => role.settings), gatewaySettings], {
    PORT: '0',
    ...environment,
  });
  const running = await Promise.all(roles.map((role, index) => startService(role, infrastructure, settings[index]!)));
  const gateway = await startGateway(settings.at(-1) as never, infrastructure, new Readiness(() => running), {
    loopbackOnly: true,
  });
  const databaseOf = (name: string) => running.find((role) => role.name === name)!.database as Database;

  const json = (path: string, body: object, cookie = '') =>
    fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  const admin = { username: 'ada', password, email: 'ada@example.com', fullName: 'Ada Admin' };
  const registered = await json('/api/register', admin);
  if (!registered.ok) throw new Error(`The first administrator was refused: ${await registered.text()}`);
  const cookie = cookieOf(registered);
  const people = new Map<string, number>();
  for (const username of ['sam', 'alex', 'ivy']) {
    const user = {
      username,
      password,
      email: `${username}@example.com`,
      fullName: username,
      role: 'user',
      monthlyGoal: 10,
    };
    const made = (await (await json('/api/users', user, cookie)).json()) as { id: number };
    people.set(username, made.id);
  }
  await json(`/api/users/${people.get('ivy')}/set-active-status`, { active: false }, cookie);

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${gateway.url}${path}`, { ...init, headers: { cookie, ...init.headers } });
  const world = {
    url: gateway.url,
    dataDir,
    cookie,
    idOf: (username: string) => people.get(username)!,
    signIn: async (username: string) => cookieOf(await json('/api/login', { username, password })),
    /** Creates an administrator with this name and returns the id. */
    addAdmin: async (username: string) => {
      const account = { username, password, email: `${username}@example.com`, fullName: 'Another Boss', role: 'admin' };
      return ((await (await json('/api/users', account, cookie)).json()) as { id: number }).id;
    },
    call,
    get: async <T>(path: string) => (await (await call(path)).json()) as T,
    post: async <T>(path: string) => (await (await call(path, { method: 'POST' })).json()) as T,
    record: (id: number) => world.get<ImportRecord>(`/api/imports/${id}`),
    /** Sends the form as the page does. */
    upload: (
      file: string | Buffer | null,
      fields: Record<string, string> = {},
      headers: Record<string, string> = {},
      name = 'leads.csv',
    ) => {
      const form = new FormData();
      if (file !== null) form.append('file', new Blob([file as never]), name);
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      return call('/api/businesses/import', { method: 'POST', body: form, headers });
    },
    import: async (
      file: string | Buffer | null,
      fields: Record<string, string> = {},
      headers: Record<string, string> = {},
    ) => (await (await world.upload(file, fields, headers)).json()) as ImportResponse,
    bus: new Bus(infrastructure.client(), infrastructure.changeSignals, 'host'),
    caller: () => ({ actor: null, requestId: randomUUID() }),
    infrastructure,
    leads: databaseOf('leads'),
    imports: databaseOf('imports'),
    stop: async () => {
      await gateway.stop();
      await Promise.all(running.map((role) => role.stop()));
      await infrastructure.close();
      await database.drop();
    },
  };
  return world;
}
export type ImportWorld = Awaited<ReturnType<typeof startImportWorld>>;

/** Returns a file with a header and these rows. */
export const csvOf = (rows: string[], header = 'Business Name,Address,State,Phone,Email Address,User,Custom Tag') =>
  [header, ...rows].join('\n');
export const goodRow = (number: number, user = 'sam', prefix = 'Shop') =>
  `${prefix} ${number},"${number} Main St, Austin, TX 78701, USA",TX,555 010 ${1_000 + (number % 9_000)},a${number}@example.com,${user},Hot`;
