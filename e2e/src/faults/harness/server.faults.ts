import { eventually } from '@lead-finder/testing';
import { killServer, type Fault } from './fault.js';
import { startImport } from './imported-file.js';
import { roles, serverNames, type ServerName } from './split-product.js';
import type { Stage } from './stage.js';
import { flushRedis } from './waiting-work.js';

const titles: Record<ServerName, string> = { postgres: 'PostgreSQL', nats: 'NATS', redis: 'Redis' };

const killed = (name: ServerName): Fault => ({
  name: `kill-${name}`,
  what: `${titles[name]} is killed, and starts again after two to four seconds`,
  act: async (stage) => {
    await stage.somewhere();
    await killServer(stage, name, stage.dice.between(2, 4));
  },
});

const wipedNats: Fault = {
  name: 'wipe-nats',
  what: 'NATS is killed and loses its store: events in flight, and the upload, which its user sends again',
  losesUploads: true,
  act: async (stage) => {
    await stage.untilImported(0.2);
    await stage.product.wipeNats();
    await stage.world.importEnds(stage.imported.id, 60_000);
    stage.imports.push(await startImport(stage.world.admin, stage.imported.file));
  },
};

const flushedRedis: Fault = {
  name: 'flush-redis',
  what: 'Redis forgets everything (FLUSHALL)',
  act: async (stage) => {
    await stage.somewhere();
    await flushRedis(stage.product.servers.redis.url);
  },
};

/** Returns the backend processes of PostgreSQL that serve the product. */
const sessions = (stage: Stage) =>
  stage.world.records.rows<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and application_name <> 'faults' order by pid`,
  );

const killedBackend: Fault = {
  name: 'kill-postgres-session',
  what: 'one process of a PostgreSQL session is killed, and PostgreSQL ends all others and recovers',
  act: async (stage) => {
    await stage.somewhere();
    process.kill(stage.dice.pick(await sessions(stage)).pid, 'SIGKILL');
  },
};

const cutSessions: Fault = {
  name: 'end-postgres-sessions',
  what: 'every session of PostgreSQL is ended (pg_terminate_backend), five times in two seconds',
  act: async (stage) => {
    await stage.somewhere();
    for (let time = 0; time < 5; time++) {
      const pids = (await sessions(stage)).map(({ pid }) => pid);
      await stage.world.records.rows('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]);
      await stage.lasting(0.4);
    }
  },
};

const partitioned = (name: ServerName): Fault => ({
  name: `partition-${name}`,
  network: 'by proxies',
  what: `${titles[name]} is not reachable for seven seconds, for all processes or for one: nothing is closed, nothing arrives`,
  act: async (stage) => {
    await stage.somewhere();
    const cutOff = stage.dice.throw() < 0.5 ? roles : [stage.dice.pick(roles)];
    const routes = stage.product.routesOf(name, cutOff);
    routes.forEach((route) => route.pause());
    await stage.lasting(7);
    routes.forEach((route) => route.heal());
  },
});

const reset = (name: ServerName): Fault => ({
  name: `reset-${name}`,
  network: 'by proxies',
  what: `every connection to ${titles[name]} is reset, and no new one succeeds for two seconds`,
  act: async (stage) => {
    await stage.somewhere();
    const routes = stage.product.routesOf(name);
    routes.forEach((route) => route.reset());
    await stage.lasting(0.5);
    routes.forEach((route) => route.refuse());
    await stage.lasting(2);
    routes.forEach((route) => route.heal());
  },
});

const gatewayWithoutNats: Fault = {
  name: 'gateway-without-nats',
  what: 'NATS is killed: the gateway stays ready and serves the page. One that starts before NATS serves it too',
  act: async (stage) => {
    const statusOf = async (path: string) => (await fetch(`${stage.product.url}${path}`)).status;
    await stage.somewhere();
    await stage.product.servers.nats.kill();
    await stage.lasting(1);
    stage.expect('the gateway is ready without NATS', (await statusOf('/readyz')) === 200);
    stage.expect('the gateway serves the page without NATS', (await statusOf('/crm')) === 200);
    await stage.product.replace('gateway');
    await eventually(() => statusOf('/healthz'), { within: 60_000 });
    stage.expect('a gateway that starts without NATS serves the page', (await statusOf('/crm')) === 200);
    await stage.product.servers.nats.restart();
  },
};

const slowPostgres: Fault = {
  name: 'slow-postgres',
  network: 'by proxies',
  what: 'PostgreSQL responds half a second late each time, for eight seconds; every process reports within a second that it is alive',
  act: async (stage) => {
    await stage.somewhere();
    const routes = stage.product.routesOf('postgres');
    routes.forEach((route) => route.delay(500));
    const until = performance.now() + 8_000;
    while (performance.now() < until) {
      await Promise.all(roles.map((role) => expectAlive(stage, role)));
      await stage.lasting(1);
    }
    routes.forEach((route) => route.heal());
  },
};

async function expectAlive(stage: Stage, role: (typeof roles)[number]): Promise<void> {
  const answer = await fetch(`${stage.product.healthOf(role)}/healthz`, { signal: AbortSignal.timeout(1_000) }).catch(
    () => null,
  );
  stage.expect(`${role} says within a second that it is alive`, answer?.ok === true);
}

export const serverFaults: readonly Fault[] = [
  ...serverNames.map(killed),
  gatewayWithoutNats,
  wipedNats,
  flushedRedis,
  killedBackend,
  cutSessions,
  ...serverNames.map(partitioned),
  ...serverNames.map(reset),
  slowPostgres,
];
