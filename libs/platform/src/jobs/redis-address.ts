const severalServers = /^(rediss?)\+(sentinel|cluster):\/\/([^@/?]*@)?([^@/?]+)(?:\/([^?]*))?(\?.*)?$/;

/** Returns the parts of an address of several servers, and undefined for any other address. Throws if it is wrong. */
export function severalOf(url: string) {
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
    return severalOf(url) !== undefined || (/^rediss?:$/.test(new URL(url).protocol) && new URL(url).hostname !== '');
  } catch {
    return false;
  }
}

/** A queue's keys must share a slot of a cluster. One server keeps the prefix that stored queues have. */
export const queuePrefix = (url: string, queue: string) => (severalOf(url)?.isCluster ? `{bull:${queue}}` : 'bull');
