import { randomBytes } from 'node:crypto';
import type { CallerName, ServiceName } from '@lead-finder/contracts';
import { gatewaySettings, startGateway } from '@lead-finder/gateway';
import {
  makeLogin,
  natsPasswordOf,
  natsUsers,
  natsUsersConf,
  openLogger,
  openInfrastructure,
  Readiness,
  readSettings,
  redisUserArguments,
  startService,
  type Logger,
  type NatsUser,
} from '@lead-finder/platform';
import { runFolder, serviceDatabase, setHashCost, startNats, startRedis, type Pooler } from '@lead-finder/testing';
import { Client } from 'pg';
import { services } from '../src/roles.js';
import { registerAda, visitorsOf } from './visitor.js';

export const secret = 'spec0nly';

const withUser = (url: string, user: string) => Object.assign(new URL(url), { username: user, password: secret }).href;

/**
 * Starts the product as it runs in many processes: each role with its own login, NATS user and Redis user, which have
 * the rights that compose and Kubernetes give. The first administrator is `ada`. With a pooler no service reaches
 * PostgreSQL directly.
 */
export async function startApart(
  log: (role: CallerName) => Logger = () => openLogger('silent'),
  startPooler?: (options: { to: string[] }) => Promise<Pooler>,
) {
  const names = Object.keys(services) as ServiceName[];
  const roles = await Promise.all(names.map((name) => services[name]()));
  await setHashCost('next to nothing');
  const database = await serviceDatabase(...roles);
  const dataDir = runFolder('apart');
  const users = natsUsers.reduce((conf, user) => conf.replace(`$${natsPasswordOf(user)}`, secret), natsUsersConf());
  const [nats, redis] = await Promise.all([
    startNats({ config: users }),
    startRedis({ more: redisUserArguments(() => secret) }),
  ]);
  // Logins belong to the whole server, which other specs share.
  const mark = randomBytes(4).toString('hex');
  const databaseUrlOf = (name: ServiceName) => withUser(database.url, `${name}_login_${mark}`);
  for (const name of names) await makeLogin(database.url, name, databaseUrlOf(name));
  const pooler = await startPooler?.({ to: names.map(databaseUrlOf) });
  const addressOf = (name: ServiceName) => pooler?.through(databaseUrlOf(name)) ?? databaseUrlOf(name);

  const settings = readSettings([...roles.map((role) => role.settings), gatewaySettings], {
    PORT: '0',
    PLACES_PROVIDER: 'sample',
  });
  const open = (name: CallerName, usesFiles: boolean) =>
    openInfrastructure({
      databaseUrl: name === 'gateway' ? 'postgres://none' : addressOf(name),
      natsUrl: withUser(nats.url, name),
      redisUrl: withUser(redis.url, name),
      dataDir,
      poolSize: 3,
      mailFrom: 'spec@example.com',
      log: log(name),
      usesFiles,
      isEntry: name === 'gateway',
    });
  const infrastructure = await Promise.all([
    ...roles.map((role) => open(role.name, role.usesFiles ?? false)),
    open('gateway', true),
  ]);
  const running = await Promise.all(
    roles.map((role, index) => startService(role, infrastructure[index]!, settings[index]!)),
  );
  const gateway = await startGateway(settings.at(-1) as never, infrastructure.at(-1)!, new Readiness(() => running), {
    loopbackOnly: true,
  });

  const visitors = visitorsOf(gateway.url, await registerAda(gateway.url));
  return {
    ...visitors,
    dataDir,
    databaseUrlOf,
    natsUrlOf: (name: NatsUser) => withUser(nats.url, name),
    redisUrlOf: (name: CallerName) => withUser(redis.url, name),
    /** Searches for a business and assigns it to this user as ada. */
    lead: async (userId: number) => {
      const [business] = await visitors.businesses(5);
      const { body } = await visitors.ada.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', {
        businessId: business!.id,
        userId,
      });
      return body;
    },
    stop: async () => {
      await gateway.stop();
      await Promise.all(running.map((role) => role.stop()));
      await Promise.all(infrastructure.map((each) => each.close()));
      await Promise.all([nats.stop(), redis.stop(), pooler?.stop()]);
      const owner = new Client({ connectionString: database.url });
      await owner.connect();
      for (const name of names) await owner.query(`drop role ${name}_login_${mark}`);
      await owner.end();
      await database.drop();
    },
  };
}

export type Apart = Awaited<ReturnType<typeof startApart>>;
