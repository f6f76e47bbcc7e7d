import {
  startNatsCluster,
  startPgBouncer,
  startPostgresPair,
  startSentinelSet,
  type TestServer,
} from '@lead-finder/testing';
import { runCommand } from '../../product/product.js';
import { roles, type Role } from '../../product/replicas.js';
import { FaultProxy } from './fault-proxy.js';
import type { RedundantServers } from './split-product.js';

const services = roles.filter((role) => role !== 'gateway');

export async function openRedundantServers(): Promise<RedundantServers> {
  const [pair, natsServers, redisSet] = await Promise.all([
    startPostgresPair(),
    startNatsCluster(),
    startSentinelSet(),
  ]);
  const address = await FaultProxy.open(pair.primary.port);
  const owner = Object.assign(new URL(pair.primary.url), { port: address.port }).href;
  const loginOf = (service: Role) =>
    Object.assign(new URL(owner), { username: `${service}_login`, password: 'secret' }).href;
  const logins = Object.fromEntries(services.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, loginOf(name)]));
  await runCommand(['bootstrap'], { DATABASE_URL: owner, LOG_LEVEL: 'silent', ...logins });
  const pooler = await startPgBouncer({ to: services.map(loginOf), poolSize: 10, more: 'server_login_retry = 1' });
  const named = (server: TestServer, url: string): TestServer => ({ ...server, url });
  const natsUrl = natsServers.map(({ url }) => url).join(',');
  return {
    servers: {
      postgres: named(pair.primary, owner),
      nats: named(natsServers[0]!, natsUrl),
      redis: named(redisSet.servers[0], redisSet.url),
    },
    databaseUrlOf: (role: Role) => (role === 'gateway' ? 'postgres://none' : pooler.through(loginOf(role))),
    natsServers,
    redisSet,
    pooler,
    promote: async () => {
      await pair.promote();
      address.lead(pair.standby.port);
    },
    stop: async () => {
      await pooler.stop();
      await address.close();
      await redisSet.stop();
      await Promise.all([pair.primary, pair.standby, ...natsServers].map((server) => server.kill()));
    },
  };
}
