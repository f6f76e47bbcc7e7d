import { EventEmitter, once } from 'node:events';
import {
  AuthorizationError,
  connect,
  type ConnectionOptions,
  type NatsConnection,
  type Subscription,
  type SubscriptionOptions,
} from '@nats-io/transport-node';
import type { Logger } from '../logging/logger.js';

/** Waits for a first connection and then reconnects forever. */
const waiting: ConnectionOptions = {
  waitOnFirstConnect: true,
  maxReconnectAttempts: -1,
  ignoreAuthErrorAbort: true,
  timeout: 5_000,
  // A network partition drops packets silently; the default would notice it after four minutes.
  pingInterval: 5_000,
  maxPingOut: 2,
};

/** A short restart of NATS is not worth a line. */
const quietMs = 2_000;
const repeatLogMs = 30_000;

export class NatsLink extends EventEmitter<{ up: []; down: [] }> {
  private opened: NatsConnection | undefined;
  private isConnected = false;
  private backSince = -Infinity;
  private readonly closing = new AbortController();

  private constructor(
    private readonly address: ConnectionOptions & { servers: string[] },
    private readonly log: Logger,
  ) {
    super();
    this.setMaxListeners(0);
  }

  /** Waits for NATS without a limit and then reconnects forever. */
  static async open(url: string, log: Logger): Promise<NatsLink> {
    const link = NatsLink.begin(url, log);
    await link.untilUp();
    return link;
  }

  /** Connects in the background: the link is down until NATS is there. */
  static begin(url: string, log: Logger): NatsLink {
    const link = new NatsLink(addressOf(url), log);
    void link.connect();
    return link;
  }

  get connection(): NatsConnection {
    if (!this.opened) throw new Error('NATS is not connected');
    return this.opened;
  }

  get inboxPrefix(): string | undefined {
    return this.address.inboxPrefix;
  }

  get isUp(): boolean {
    return this.isConnected && !this.connection.isClosed();
  }

  /** Throws if NATS is away, because the library would buffer messages and send them too late. */
  assertUp(): void {
    if (!this.isUp) throw new Error('NATS is not connected', { cause: this.closing.signal.reason });
  }

  /** Waits for a server that starts or restarts; throws after `timeoutMs`. */
  async untilUp(timeoutMs?: number): Promise<void> {
    if (!this.isUp && !this.opened?.isClosed()) {
      const limits = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)];
      await once(this, 'up', { signal: AbortSignal.any([this.closing.signal, ...limits]) }).catch(() => undefined);
    }
    this.assertUp();
  }

  /** Subscribes now or when NATS is there for the first time; later the library does it again after each reconnect. */
  subscribe(subject: string, options: SubscriptionOptions): () => void {
    let subscription: Subscription | undefined;
    const begin = () => (subscription = this.connection.subscribe(subject, options));
    if (this.opened) begin();
    else this.once('up', begin);
    return () => {
      this.off('up', begin);
      subscription?.unsubscribe();
    };
  }

  /** True for some seconds after a reconnect, while other processes may still reconnect. */
  get isJustBack(): boolean {
    return performance.now() - this.backSince < 5_000;
  }

  /** Rejects if the connection is lost while the work waits for the server. */
  async whileUp<T>(work: () => Promise<T>): Promise<T> {
    this.assertUp();
    const over = new AbortController();
    const gone = once(this, 'down', { signal: over.signal }).then(() => {
      throw new Error('The NATS connection was lost');
    });
    gone.catch(() => undefined);
    try {
      return await Promise.race([work(), gone]);
    } finally {
      over.abort();
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.whileUp(() => this.connection.drain()).catch(() => undefined);
    await this.opened?.close();
  }

  private async connect(): Promise<void> {
    const connection = await this.firstConnection();
    if (!connection) return;
    this.opened = connection;
    this.isConnected = true;
    this.emit('up');
    await this.watch(connection);
  }

  /** Returns null if the link closes before NATS is there, or if the library rejects the address. */
  private async firstConnection(): Promise<NatsConnection | null> {
    const { signal } = this.closing;
    // The library has no other way to end its attempts.
    const reconnectDelayHandler = () => {
      signal.throwIfAborted();
      return 250 + 250 * Math.random();
    };
    const stopWarning = this.warnWhileAway();
    signal.addEventListener('abort', stopWarning);
    try {
      const connection = await connect({ ...this.address, ...waiting, reconnectDelayHandler });
      if (!signal.aborted) return connection;
      await connection.close();
    } catch (error) {
      if (!signal.aborted) this.log.error({ err: error }, 'NATS cannot be connected. Check NATS_URL.');
      this.closing.abort(error);
    } finally {
      stopWarning();
    }
    return null;
  }

  private warnWhileAway(): () => void {
    let timer: NodeJS.Timeout;
    const warn = async () => {
      timer = setTimeout(() => void warn(), repeatLogMs);
      const err = await connectionProblem(this.address);
      if (err && !this.opened && !this.closing.signal.aborted)
        this.log.warn({ err, servers: this.address.servers }, sentenceOf(err));
    };
    timer = setTimeout(() => void warn(), quietMs);
    return () => clearTimeout(timer);
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      const { type } = status;
      if (status.type === 'error')
        this.log.warn(
          { err: status.error },
          'NATS rejected a message or a subscription. Check the rights of the user.',
        );
      else if (type === 'disconnect' && this.isConnected) {
        this.isConnected = false;
        this.log.warn('NATS connection lost. It reconnects by itself.');
        this.emit('down');
      } else if (type === 'reconnect' && !this.isConnected) {
        this.isConnected = true;
        this.backSince = performance.now();
        this.log.info('NATS connection restored');
        this.emit('up');
      }
    }
    this.isConnected = false;
    this.emit('down');
  }
}

const sentenceOf = (error: unknown) =>
  error instanceof AuthorizationError
    ? 'NATS rejects the user of NATS_URL. The process waits until NATS knows it.'
    : 'NATS does not answer yet. The process waits for it.';

/** Returns why NATS rejects a connection, which the library does not report while it waits. */
async function connectionProblem(address: ConnectionOptions): Promise<unknown> {
  try {
    const connection = await connect({ ...address, reconnect: false, timeout: 5_000 });
    await connection.close();
    return null;
  } catch (error) {
    return error;
  }
}

export const inboxOf = (user: string) => `_INBOX.${user.replace(/[^\w-]/g, '_')}`;

/** Commas separate the addresses. Only the first one needs a protocol. */
const urlsOf = (url: string) =>
  url.split(',').map((each, at) => new URL(at > 0 && !each.includes('://') ? `nats://${each.trim()}` : each.trim()));

export function isNatsAddress(url: string): boolean {
  try {
    return urlsOf(url).every(({ protocol, host }) => /^(nats|tls):$/.test(protocol) && host !== '');
  } catch {
    return false;
  }
}

/** The first one's protocol, name and password apply to all. */
function addressOf(url: string): ConnectionOptions & { servers: string[] } {
  const urls = urlsOf(url);
  const { protocol, username, password } = urls[0]!;
  return {
    servers: urls.map(({ host }) => host),
    ...(protocol === 'tls:' && { tls: {} }),
    // Responses arrive in an inbox that no other user may subscribe to (`natsRights`).
    ...(username && {
      user: decodeURIComponent(username),
      pass: decodeURIComponent(password),
      inboxPrefix: inboxOf(decodeURIComponent(username)),
    }),
  };
}
