import { setTimeout as pause } from 'node:timers/promises';
import { JetStreamApiError, type JetStreamManager, type StreamConfig, type StreamInfo } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

export interface StreamLimits {
  /** The servers of a cluster that store the stream. Default: three of a cluster that has them, or else one. */
  replicas?: number | undefined;
  /** Its most bytes; -1 means only the disk limits them. */
  maxBytes?: number | undefined;
}

interface OpenStream {
  config: Partial<StreamConfig> & { name: string };
  limits: StreamLimits;
  /** The limit without a setting. Without it the stream has none. */
  defaultBytes?: number;
  /** Whether limits of a stream that exists are set too. The others need no right for it. */
  isUpdated: boolean;
}

type Applied = Pick<StreamConfig, 'num_replicas' | 'max_bytes'>;

const leastBytes = 16 * 1024 * 1024;
/** The servers of a cluster may start one after another when a stream is made. */
const clusterStartMs = 10_000;

const notACluster = 10_074;
const noSuitableServers = 10_005;

export const replicasOf = (connection: NatsConnection, { replicas }: StreamLimits) =>
  replicas ?? (connection.info?.cluster ? 3 : 1);

/** Creates the stream if it is missing. Its replicas never become fewer, and a limit without a setting stays. */
export async function openStream(
  connection: NatsConnection,
  manager: JetStreamManager,
  { config, limits, defaultBytes = -1, isUpdated }: OpenStream,
): Promise<StreamInfo> {
  const known = await manager.streams.info(config.name).catch(ignoreMissing);
  if (known && !isUpdated) return known;
  const { num_replicas: atLeast, max_bytes } = known?.config ?? { num_replicas: 1, max_bytes: -1 };
  const wanted = {
    num_replicas: Math.max(replicasOf(connection, limits), atLeast),
    max_bytes: limits.maxBytes ?? (max_bytes === -1 ? defaultBytes : max_bytes),
  };
  if (!known) {
    const add = (each: Applied) => manager.streams.add({ ...config, ...each });
    return applied(wanted, limits, { atLeast, waitMs: clusterStartMs }, add);
  }
  if (wanted.num_replicas === atLeast && wanted.max_bytes === max_bytes) return known;
  const update = (each: Applied) => manager.streams.update(config.name, each);
  return applied(wanted, limits, { atLeast, waitMs: 0 }, update);
}

/** Takes what NATS has room for, if no setting says how much. */
async function applied(
  wanted: Applied,
  limits: StreamLimits,
  { atLeast, waitMs }: { atLeast: number; waitMs: number },
  apply: (each: Applied) => Promise<StreamInfo>,
): Promise<StreamInfo> {
  let { num_replicas, max_bytes } = wanted;
  for (const giveInAt = performance.now() + waitMs; ;) {
    try {
      return await apply({ num_replicas, max_bytes });
    } catch (error) {
      if (!(error instanceof JetStreamApiError)) throw error;
      const isRefused = error.code === noSuitableServers || error.code === notACluster;
      if (error.message.includes('insufficient storage') && limits.maxBytes === undefined && max_bytes > 0)
        max_bytes = max_bytes > leastBytes ? Math.floor(max_bytes / 2) : -1;
      else if (!isRefused || limits.replicas !== undefined || num_replicas === atLeast) throw error;
      else if (performance.now() > giveInAt) num_replicas = atLeast;
      else await pause(500);
    }
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof JetStreamApiError && error.status === 404) return undefined;
  throw error;
}
