import { randomUUID } from 'node:crypto';
import { register, setup, type InputOf } from '@lead-finder/contracts';
import { Bus, openLogger, openInfrastructure, startService } from '@lead-finder/platform';
import { eventually, runFolder, serviceDatabase } from '@lead-finder/testing';
import { users } from '../index.js';
import { origin, password } from '../../test/start-users.js';

const anonymous = { actor: null, requestId: 'spec', address: origin.address };
const form = { username: 'ada', fullName: 'Ada Admin', email: 'ada@example.com', password, origin };
const refused = {
  kind: 'invalid',
  code: 'validation_failed',
  details: { issues: [{ path: 'setupToken', message: expect.stringMatching(/SETUP_TOKEN.*log/) }] },
};

describe('the first administrator', () => {
  let database: Awaited<ReturnType<typeof serviceDatabase>>;
  let dataDir: string;
  let lines: string[];
  const running: (() => Promise<void>)[] = [];

  /** One replica of the service, on the shared database. */
  async function start(environment: Record<string, string> = {}, level = 'warn') {
    const log = openLogger(level, { write: (line) => void lines.push(line) });
    const infrastructure = await openInfrastructure({
      databaseUrl: database.url,
      dataDir,
      poolSize: 4,
      mailFrom: 'spec@example.com',
      log,
    });
    const service = await startService(users, infrastructure, users.settings.parse(environment));
    const stop = async () => {
      await service.stop();
      await infrastructure.close();
    };
    running.push(stop);
    const bus = new Bus(infrastructure.client(), infrastructure.changeSignals, 'gateway');
    return {
      database: service.database,
      setup: (loopbackOnly?: boolean) => bus.call(setup, { loopbackOnly }, anonymous),
      register: (fields: Partial<InputOf<typeof register>> = {}) =>
        bus.call(register, { ...form, ...fields }, anonymous),
      stop: async () => {
        running.splice(running.indexOf(stop), 1);
        await stop();
      },
    };
  }

  const logged = () => lines.flatMap((line) => line.match(/[a-z0-9]{5}(?:-[a-z0-9]{5}){5}/g) ?? []);

  beforeEach(async () => {
    lines = [];
    database = await serviceDatabase(users);
    dataDir = runFolder('first-administrator');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((stop) => stop()));
    await database.drop();
  });

  it('needs no token if the gateway is on loopback only', async () => {
    const replica = await start();
    expect(await replica.setup(true)).toEqual({ registrationOpen: true, setupTokenRequired: false });
    expect(await replica.register({ loopbackOnly: true })).toMatchObject({ user: { username: 'ada', role: 'admin' } });
    expect(logged()).toEqual([]);
  });

  it('needs the token of the log if others can reach the gateway, until he exists', async () => {
    const replica = await start();
    expect(await replica.setup()).toEqual({ registrationOpen: true, setupTokenRequired: true });
    const [token] = logged();
    for (const setupToken of [undefined, '', 'guessed', `${token}x`, token!.slice(1)]) {
      await expect(replica.register({ setupToken })).rejects.toMatchObject(refused);
    }
    expect(await replica.register({ setupToken: ` ${token}\n` })).toMatchObject({
      user: { username: 'ada', role: 'admin' },
    });
    expect(await replica.setup()).toEqual({ registrationOpen: false, setupTokenRequired: false });
    await expect(
      replica.register({ username: 'eve', email: 'eve@example.com', setupToken: token }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await replica.database.query('select * from setup_token')).toEqual([]);
    expect(
      await replica.database.query("select action, actor, subject from audit.entries where action = 'registered'"),
    ).toEqual([{ action: 'registered', actor: 'ada', subject: 'ada' }]);
  });

  it('finds one token in the logs of several replicas that start at once, and no new one after a restart', async () => {
    const replicas = await Promise.all([start(), start(), start()]);
    await Promise.all([...replicas, ...replicas].map((replica) => replica.setup()));
    expect(logged()).toHaveLength(1);
    await Promise.all(replicas.map((replica) => replica.stop()));
    const after = await start();
    await after.setup();
    expect(logged()).toHaveLength(1);
    expect(await after.register({ setupToken: logged()[0] })).toMatchObject({ user: { role: 'admin' } });
  });

  it('has twenty wrong tokens of a network in five minutes checked and no more, across all replicas', async () => {
    const replicas = await Promise.all([start(), start()]);
    await replicas[0]!.setup();
    const [setupToken] = logged();
    const from = (n: number) => ({ origin: { address: `2001:db8:1:2::${n}` } });
    for (let n = 0; n < 20; n++) {
      await expect(replicas[n % 2]!.register({ ...from(n), setupToken: `guess-${n}` })).rejects.toMatchObject(refused);
      await expect(replicas[n % 2]!.register({ ...from(n), setupToken: '' })).rejects.toMatchObject(refused);
    }
    for (const replica of replicas) {
      await expect(replica.register({ ...from(99), setupToken })).rejects.toMatchObject({
        kind: 'limited',
        code: 'rate_limited',
        details: { retryAfter: expect.any(Number) },
      });
    }
    expect(await replicas[1]!.register({ setupToken })).toMatchObject({ user: { role: 'admin' } });
  });

  it('leaves only the hash of the token in the database', async () => {
    const replica = await start();
    await replica.setup();
    const [row, ...others] = await replica.database.query<{ token_hash: string }>('select * from setup_token');
    expect(others).toEqual([]);
    expect(row!.token_hash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(logged()[0]);
  });

  it('is only one if two register at once with the right token', async () => {
    const replicas = await Promise.all([start(), start()]);
    await replicas[0]!.setup();
    const [setupToken] = logged();
    const tries = replicas.map((replica, n) =>
      replica.register({ setupToken, username: `first${n}`, email: `first${n}@example.com` }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { kind: 'forbidden' } });
    expect(await replicas[0]!.database.query('select 1 from users')).toHaveLength(1);
  });

  it('says that registration is closed if another registered while the token was read', async () => {
    const [replica, other] = await Promise.all([start(), start()]);
    await replica.setup();
    const [setupToken] = logged();
    const second = await replica.database.transaction(async () => {
      await replica.database.query('lock table setup_token');
      const trying = other.register({ setupToken }).catch((error: unknown) => error);
      await eventually(async () => {
        const waiting = 'select 1 from pg_locks where not granted and relation = $1::regclass';
        expect(await replica.database.query(waiting, ['setup_token'])).toHaveLength(1);
      });
      await replica.database.query(
        `insert into users (username, email, password_hash, full_name, role, monthly_goal)
         values ('eve', 'eve@example.com', 'none', 'Eve First', 'admin', 100)`,
      );
      await replica.database.query('delete from setup_token');
      return { trying };
    });
    expect(await second.trying).toMatchObject({ kind: 'forbidden' });
  });

  it('needs SETUP_TOKEN if it is set, which no log contains', async () => {
    const before = await start();
    await before.setup();
    const [logToken] = logged();
    const SETUP_TOKEN = 'chosen-by-the-operator';
    const replica = await start({ SETUP_TOKEN });
    expect(await replica.setup()).toEqual({ registrationOpen: true, setupTokenRequired: true });
    await expect(replica.register({ setupToken: logToken })).rejects.toMatchObject(refused);
    expect(await replica.register({ setupToken: SETUP_TOKEN })).toMatchObject({ user: { role: 'admin' } });
    expect(lines.join()).not.toContain(SETUP_TOKEN);
    expect(await replica.database.query('select * from setup_token')).toEqual([]);
  });

  it('finds the token when the log shows warnings, if it did not before', async () => {
    const quiet = await start({}, 'error');
    expect(await quiet.setup()).toMatchObject({ setupTokenRequired: true });
    await expect(quiet.register({ setupToken: randomUUID() })).rejects.toMatchObject(refused);
    const replica = await start();
    await replica.setup();
    expect(await replica.register({ setupToken: logged()[0] })).toMatchObject({ user: { role: 'admin' } });
  });
});
