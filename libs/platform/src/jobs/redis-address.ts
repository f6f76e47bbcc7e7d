import { Cluster, Redis, type RedisOptions } from 'ioredis';

const severalServers = /^(rediss?)\+(sentinel|cluster):\/\/([^@/?]*@)?([^@/?]+)(?:\/([^?]*))?(\?.*)?$/;

/** Returns the parts of an address of several servers, and undefined for any other address. Throws if it is wrong. */
function severalOf(url: string) {
  const [, protocol, kind, login = '', hosts, path = '', query] = severalServers.exec(url) ?? [];
  if (!hosts) return undefined;
  const isCluster = kind === 'cluster';
  const nodes = hosts.split(',').map((each) => {
    const { hostname, port } = new URL(`redis://${each}`);
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isCluster ? 6379 : 26_379)) };
  });
  const [name, db = '0', ...more] = path.split('/').map(decodeURIComponent);
  const isWrong = isCluster ? path !== '' : !name || !/^\d+$/.test(db) || more.length > 0;
  if (isWrong || nodes.some(({ host }) => host === '')) throw new Error('This is no address of several Redis servers');
  const { username, password } = new URL(`redis://${login}host`);
  const options = new URLSearchParams(query);
  return {
    nodes,
    isCluster,
    name,
    db: Number(db),
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    sentinelUsername: options.get('sentinel-user') ?? undefined,
    sentinelPassword: options.get('sentinel-password') ?? undefined,
    tls: protocol === 'rediss' ? {} : undefined,
  };
}

/** Accepts `redis:` and `rediss:`, with `+sentinel` and the name of the master as path, or with `+cluster`. */
export function isRedisAddress(url: string): boolean {
  try {
    return severalOf(url) !== undefined || /^rediss?:$/.test(new URL(url).protocol);
  } catch {
    return false;
  }
}

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

/** A queue's keys must share a slot of a cluster. One server keeps the prefix that stored queues have. */
export const queuePrefix = (url: string, queue: string) => (severalOf(url)?.isCluster ? `{bull:${queue}}` : 'bull');
