import { environmentOf, keysOf, settingsOf } from './environment-rules.js';
import { isOwn, isService, ofKind, podOf, scalersOf, workloads } from './pod-rules.js';
import type { Manifest } from './render.js';

/** What bootstrap and the backup open: one connection each, and one for a lock. */
const connectionsOfCommand = 2;

const maxReplicas = (objects: Manifest[], { metadata }: Manifest): number => {
  const { spec } = scalersOf(objects).find((each) => each.spec.scaleTargetRef.name === metadata.name)!;
  return spec.maxReplicas ?? spec.maxReplicaCount;
};

/**
 * Returns the connections to PostgreSQL while every role runs at its maximum and rolls out at once: for each role one pod
 * more starts and one still stops.
 */
export async function connections(objects: Manifest[]): Promise<number> {
  const keys = keysOf(objects);
  const counted = workloads(objects)
    .filter(isOwn)
    .map(async (workload) => {
      const [{ DATABASE_URL, DATABASE_POOL }] = await settingsOf(workload, keys);
      if (!DATABASE_URL || environmentOf(workload, keys).SERVICES === 'gateway') return 0;
      if (!isService(workload)) return connectionsOfCommand;
      const { maxSurge } = workload.spec.strategy.rollingUpdate;
      return (maxReplicas(objects, workload) + 2 * maxSurge) * (DATABASE_POOL + 1);
    });
  return (await Promise.all(counted)).reduce((sum, each) => sum + each, 0);
}

/** Returns max_connections of the PostgreSQL in these objects, without those that it reserves for its owner. */
export function connectionsAllowed(objects: Manifest[]): number | undefined {
  const reserved = 3;
  const [cluster] = ofKind(objects, 'Cluster');
  const own = ofKind(objects, 'StatefulSet').find(({ metadata }) => metadata.name === 'postgres');
  const allowed =
    cluster?.spec.postgresql.parameters.max_connections ??
    /max_connections=(\d+)/.exec(own ? podOf(own).containers[0].args.join() : '')?.[1];
  return allowed && Number(allowed) - reserved;
}

/** Returns the cores that each role can use before its autoscaler is at its end. A process of Node.js uses one. */
export function coresOfRoles(objects: Manifest[]): Record<string, number> {
  const cores = scalersOf(objects).map(({ spec }) => {
    const each = spec.metrics ? parseInt(spec.metrics[0].resource.target.averageValue) / 1_000 : 1;
    return [spec.scaleTargetRef.name, (spec.maxReplicas ?? spec.maxReplicaCount) * each] as [string, number];
  });
  return Object.fromEntries(cores);
}
