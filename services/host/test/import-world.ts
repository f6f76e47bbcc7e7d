import type { ImportResponse, ImportRecord } from '@lead-finder/contracts';
import type { Clock } from '@lead-finder/platform';
import { startSystem } from './start-system.js';
import { password } from './visitor.js';

/** Starts a system with the administrator ada, the users sam and alex, and ivy, who is inactive. */
export async function startImportWorld(environment: Record<string, string> = {}, clock?: Clock) {
  const system = await startSystem('inside one process', environment, clock);
  const { ada } = system;
  const ids = new Map<string, number>();
  for (const username of ['sam', 'alex', 'ivy']) ids.set(username, (await system.createUser(username)).id);
  await ada.send('POST', `/api/users/${ids.get('ivy')}/set-active-status`, { active: false });

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${system.url}${path}`, { ...init, headers: { cookie: ada.cookie, ...init.headers } });
  const world = {
    url: system.url,
    dataDir: system.dataDir,
    cookie: ada.cookie,
    idOf: (username: string) => ids.get(username)!,
    /** Returns the cookie of a new session. */
    signIn: async (username: string) => {
      const visitor = system.visitor();
      await visitor.signIn(username);
      return visitor.cookie;
    },
    /** Creates an administrator with this name and returns the id. */
    addAdmin: async (username: string) => {
      const account = { username, password, email: `${username}@example.com`, fullName: 'Another Boss', role: 'admin' };
      return (await ada.send<{ id: number }>('POST', '/api/users', account)).body.id;
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
    leads: system.databaseOf('leads'),
    imports: system.databaseOf('imports'),
    stop: system.stop,
  };
  return world;
}
export type ImportWorld = Awaited<ReturnType<typeof startImportWorld>>;

/** Returns a file with a header and these rows. */
export const csvOf = (rows: string[], header = 'Business Name,Address,State,Phone,Email Address,User,Custom Tag') =>
  [header, ...rows].join('\n');
export const goodRow = (number: number, user = 'sam', prefix = 'Shop') =>
  `${prefix} ${number},"${number} Main St, Austin, TX 78701, USA",TX,555 010 ${1_000 + (number % 9_000)},a${number}@example.com,${user},Hot`;
