import { freshDatabase, natsAccount, runFolder, testRedis } from '@lead-finder/testing';
import { startReplica } from '../test/start-replica.js';
import { password, Visitor, type Answer } from '../test/visitor.js';

interface Refused {
  code: string;
  issues: { path: string; message: string }[];
}

const reachable = { PUBLIC_URL: 'https://leads.example', LOG_LEVEL: 'warn' };
const form = { username: 'dana', fullName: 'Dana Whitfield', email: 'dana@example.com', password };
const tokensIn = (log: string) => log.match(/[a-z0-9]{5}(?:-[a-z0-9]{5}){5}/g) ?? [];

/** Expects HSTS for two years and a host-only cookie, because `PUBLIC_URL` is https. */
function expectSecureSession({ headers }: Answer<unknown>): void {
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
  expect(headers.getSetCookie()[0]).toMatch(
    /^__Host-session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
}

describe('the first visit', () => {
  let dataDir: string;
  const opened: (() => Promise<void>)[] = [];
  beforeEach(() => void (dataDir = runFolder('first-visit')));
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  }, 60_000);

  async function start(settings: Record<string, string>) {
    const replica = await startReplica({ DATA_DIR: dataDir, DEMO_DATA: 'off', ...settings });
    opened.push(replica.stop);
    const stop = () => opened.splice(opened.indexOf(replica.stop), 1)[0]!();
    return { ...replica, stop, visitor: new Visitor(replica.url) };
  }

  const shapes: Record<string, () => Promise<{ gateway: Record<string, string>; usersLog?: () => string }>> = {
    'one process': async () => ({ gateway: {} }),
    'a process for each role': async () => {
      const [database, natsUrl, redisUrl] = await Promise.all([freshDatabase(), natsAccount(), testRedis()]);
      opened.push(database.drop);
      const servers = { DATABASE_URL: database.url, NATS_URL: natsUrl, REDIS_URL: redisUrl, SMTP_URL: 'file:' };
      // Only the gateway knows whether other machines can reach the product.
      const users = await start({ ...servers, SERVICES: 'users', LOG_LEVEL: 'warn' });
      return { gateway: { ...servers, SERVICES: 'gateway' }, usersLog: users.log };
    },
  };

  it.each(Object.keys(shapes))(
    'in %s requires the token of the log and secures the session if other machines can reach the product, and requires none on loopback',
    async (shape) => {
      const { gateway, usersLog } = await shapes[shape]!();

      const own = await start({ ...gateway, LOG_LEVEL: 'warn' });
      expect((await own.visitor.get('/api/setup')).body).toEqual({ registrationOpen: true, setupTokenRequired: false });
      expect(tokensIn((usersLog ?? own.log)())).toEqual([]);
      await own.stop();

      const { visitor, log } = await start({ ...gateway, ...reachable });
      const [setupToken, ...others] = tokensIn((usersLog ?? log)());
      expect(setupToken).toBeTruthy();
      expect((await visitor.get('/api/setup')).body).toEqual({ registrationOpen: true, setupTokenRequired: true });
      for (const claim of [{}, { loopbackOnly: true }, { setupToken: 'guessed' }]) {
        const answer = await visitor.send<Refused>('POST', '/api/register', { ...form, ...claim });
        expect(answer).toMatchObject({
          status: 400,
          body: { code: 'validation_failed', issues: [{ path: 'setupToken' }] },
        });
      }
      expect(await visitor.send('POST', '/api/register', { ...form, setupToken })).toMatchObject({
        status: 201,
        body: { role: 'admin' },
      });
      expectSecureSession(await visitor.signIn(form.username));
      expect((await visitor.get('/api/setup')).body).toEqual({ registrationOpen: false, setupTokenRequired: false });
      expect(others).toEqual([]);
      expect(tokensIn((usersLog ?? log)())).toHaveLength(1);
    },
    180_000,
  );
});
