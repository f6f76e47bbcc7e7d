import { eventually } from '@lead-finder/testing';
import type { Fault } from './fault.js';
import { ImportedFile, startImport } from './imported-file.js';
import type { Stage } from './stage.js';
import { usernames } from './team.js';
import { leaderOf, replicasBehind } from './waiting-work.js';

/** Faults of servers that have another one. What is lost stays away. */
type Loss = Pick<Fault, 'name' | 'what'> & { act(stage: Stage): Promise<void> };

/** An upload needs what was lost: it fails unless one is accepted in 15 s. */
async function uploadSoon(stage: Stage): Promise<void> {
  const file = new ImportedFile(`${stage.imported.file.prefix} soon`, 2_000, usernames);
  stage.imports.push(await startImport(stage.world.admin, file, { within: 15_000 }));
}

const restartedPooler: Loss = {
  name: 'restart-pooler',
  what: 'PgBouncer, behind which the services reach PostgreSQL, is killed and starts again',
  act: async (stage) => {
    await stage.somewhere();
    await stage.product.redundant.pooler.restart();
  },
};

const lostRedis: Loss = {
  name: 'lose-redis-master',
  what: 'the master of Redis is killed and stays away; Sentinel promotes its replica, and an upload succeeds within 15 s',
  act: async (stage) => {
    await stage.somewhere();
    await stage.product.redundant.redisSet.servers[0].kill();
    await uploadSoon(stage);
  },
};

const lostNats: Loss = {
  name: 'lose-nats-servers',
  what: 'one of three NATS servers is killed and comes back, then the leader of the stream of events is killed and stays away, and an upload succeeds within 15 s',
  act: async (stage) => {
    const { natsServers, servers } = stage.product.redundant;
    await stage.somewhere();
    const lost = stage.dice.pick(natsServers);
    await lost.kill();
    await stage.lasting(stage.dice.between(2, 4));
    await lost.restart();
    await eventually(
      async () => {
        const behind = await replicasBehind(servers.nats.url);
        if (behind.length > 0) throw new Error(`${behind.join()} is behind`);
      },
      { within: 60_000 },
    );
    await natsServers[await leaderOf(servers.nats.url)]!.kill();
    await uploadSoon(stage);
  },
};

const lostPrimary: Loss = {
  name: 'lose-postgres-primary',
  what: 'the primary of PostgreSQL is killed and stays away; one to three seconds later its synchronous standby is promoted behind the same address',
  act: async (stage) => {
    const { servers, promote } = stage.product.redundant;
    await stage.somewhere();
    await servers.postgres.kill();
    await stage.lasting(stage.dice.between(1, 3));
    await promote();
  },
};

export const redundancyFaults: readonly Fault[] = [restartedPooler, lostRedis, lostNats, lostPrimary].map(
  (loss): Fault => ({ ...loss, network: 'with standbys' }),
);
