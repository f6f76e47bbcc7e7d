import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { severalOf } from './redis-address.js';

/** A master that became a replica rejects writes and ends waits, while its connections stay open. */
const isDemoted = ({ message }: Error) => /^(READONLY|UNBLOCKED)/.test(message);

export interface ClientOptions extends Pick<RedisOptions, 'maxRetriesPerRequest' | 'commandTimeout'> {
  enableOfflineQueue?: boolean;
}

const reconnectSoon = (attempt: number) => Math.min(attempt * 100, 1_000);
const connectTimeout = 3_000;

/** Returns a client that connects when asked. It follows a failover to the new master. */
export function redisClient(url: string, options: ClientOptions): Redis | Cluster {
  const several = severalOf(url);
  const each = { ...options, connectTimeout, retryStrategy: reconnectSoon };
  if (!several) return new Redis(url, { ...each, lazyConnect: true, reconnectOnError: (e) => isDemoted(e) && 2 });
  const { nodes, isCluster, tls, db, name, sentinelUsername, sentinelPassword, ...login } = several;
  const { enableOfflineQueue = true, ...nodeOptions } = options;
  if (isCluster)
    return new Cluster(nodes, {
      lazyConnect: true,
      enableOfflineQueue,
      clusterRetryStrategy: reconnectSoon,
      slotsRefreshTimeout: connectTimeout,
      // A certificate names the host, so its address is not looked up first.
      ...(tls && { dnsLookup: (host, found) => found(null, host) }),
      redisOptions: { ...nodeOptions, connectTimeout, tls, ...login },
    });
  return new Redis({
    ...each,
    ...login,
    lazyConnect: true,
    reconnectOnError: (error) => isDemoted(error) && 2,
    sentinels: nodes,
    name,
    db,
    sentinelUsername,
    sentinelPassword,
    sentinelRetryStrategy: reconnectSoon,
    ...(tls && { tls, enableTLSForSentinelMode: true, sentinelTLS: tls }),
  });
}
