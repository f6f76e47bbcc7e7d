import { randomUUID } from 'node:crypto';
import type { Actor, InputOf, OutputOf, RequestContract } from '@lead-finder/contracts';
import { gatewaySettings, startGateway, type GatewaySettings } from '@lead-finder/gateway';
import {
  Bus,
  type Clock,
  openLogger,
  openInfrastructure,
  Readiness,
  readSettings,
  startService,
} from '@lead-finder/platform';
import { eventually, natsAccount, runFolder, serviceDatabase, setHashCost, testRedis } from '@lead-finder/testing';
import { isPrivateToThisMachine } from '../src/demo/demo-policy.rules.js';
import { hostSettings } from '../src/host.config.js';
import { services } from '../src/roles.js';
import { fingerprintOf, assertIdle } from './fingerprint.js';
import { startReplica } from './start-replica.js';
import { registerAda, visitorsOf } from './visitor.js';

export const sides = ['inside one process', 'over NATS and Redis'] as const;

/** Starts every service and the gateway in this process on a fresh database. The first administrator is `ada`. */
export async function startSystem(
  side: (typeof sides)[number],
  environment: Record<string, string> = {},
  clock?: Clock,
) {
  const roles = await Promise.all(Object.values(services).map((load) => load()));
  await setHashCost('next to nothing');
  const database = await serviceDatabase(...roles);
  const dataDir = runFolder('system');
  const [natsUrl, redisUrl] = side === 'over NATS and Redis' ? await Promise.all([natsAccount(), testRedis()]) : [];
  const log = openLogger('silent');
  const addresses = {
    databaseUrl: database.url,
    natsUrl,
    redisUrl,
    dataDir,
    poolSize: 4,
    mailFrom: 'spec@example.com',
    log,
    ...(clock && { clock }),
  };
  const infrastructure = await openInfrastructure(addresses);
  const settings = readSettings([...roles.map((role) => role.settings), gatewaySettings], {
    PLACES_PROVIDER: 'sample',
    ...environment,
    PORT: '0',
  });
  const running = await Promise.all(roles.map((role, index) => startService(role, infrastructure, settings[index]!)));
  const own = settings.at(-1) as GatewaySettings;
  const loopbackOnly = isPrivateToThisMachine(own, hostSettings.parse({}));
  const gateway = await startGateway(own, infrastructure, new Readiness(() => running), { loopbackOnly });

  const bus = new Bus(infrastructure.client(), infrastructure.changeSignals, 'gateway');
  const replicas: (() => Promise<void>)[] = [];

  const ada = await registerAda(gateway.url, environment.SETUP_TOKEN);

  return {
    ...visitorsOf(gateway.url, ada),
    databaseUrl: database.url,
    dataDir,
    /** Starts another gateway in a process of its own, over NATS and Redis only. Returns its address. */
    anotherGateway: async () => {
      const replica = await startReplica({
        SERVICES: 'gateway',
        DATABASE_URL: database.url,
        NATS_URL: natsUrl!,
        REDIS_URL: redisUrl!,
        SMTP_URL: 'file:',
        DATA_DIR: dataDir,
      });
      replicas.push(replica.stop);
      return replica.url;
    },
    stopService: async (name: string) => {
      const [role] = running.splice(
        running.findIndex((each) => each.name === name),
        1,
      );
      await role!.stop();
    },
    /** Returns a hash of every table when all events and mails are delivered. */
    fingerprint: async () => {
      const databases = running.map((role) => role.database);
      await eventually(() => assertIdle(databases));
      return Object.assign({}, ...(await Promise.all(databases.map(fingerprintOf)))) as Record<string, string>;
    },
    /** Sends a request as the gateway does, without its checks. */
    call: <C extends RequestContract>(contract: C, actor: Actor | null, input: InputOf<C>): Promise<OutputOf<C>> =>
      bus.call(contract, input, { actor, requestId: randomUUID() }),
    databaseOf: (name: string) => running.find((role) => role.name === name)!.database,
    /** Deletes the service's data at the end of its retention. */
    cleanUp: async (name: string) => void (await running.find((role) => role.name === name)!.janitor.runOnce()),
    stop: async () => {
      for (const end of replicas) await end();
      await gateway.stop();
      await Promise.all(running.map((role) => role.stop()));
      await infrastructure.close();
      await database.drop();
    },
  };
}

export type System = Awaited<ReturnType<typeof startSystem>>;
