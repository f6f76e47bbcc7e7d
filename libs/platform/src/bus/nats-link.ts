import { EventEmitter, once } from 'node:events';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../logging/logger.js';

export class NatsLink extends EventEmitter<{ up: []; down: [] }> {
  private connected = true;
  private backSince = -Infinity;

  private constructor(
    readonly connection: NatsConnection,
    readonly inboxPrefix: string | undefined,
    private readonly log: Logger,
  ) {
    super();
    this.setMaxListeners(0);
    void this.watch();
  }

  /** Waits for NATS without a limit and then reconnects forever. */
  static async open(url: string, log: Logger): Promise<NatsLink> {
    const address = addressOf(url);
    const warnIfUnreachable = async () => {
      const err = await connectionProblem(address);
      if (err) log.warn({ err, servers: address.servers }, 'NATS does not answer yet. The process waits for it.');
    };
    const waiting = setTimeout(() => void warnIfUnreachable(), 2_000);
    try {
      const connection = await connect({
        ...address,
        waitOnFirstConnect: true,
        maxReconnectAttempts: -1,
        ignoreAuthErrorAbort: true,
        reconnectTimeWait: 250,
        reconnectJitter: 250,
        timeout: 5_000,
        // A network partition drops packets silently; the default would notice it after four minutes.
        pingInterval: 5_000,
        maxPingOut: 2,
      });
      return new NatsLink(connection, address.inboxPrefix, log);
    } finally {
      clearTimeout(waiting);
    }
  }

  get isUp(): boolean {
    return this.connected && !this.connection.isClosed();
  }

  /** Throws if NATS is away, because the library would buffer messages and send them too late. */
  assertUp(): void {
    if (!this.isUp) throw new Error('NATS is not connected');
  }

  /** Waits for a server that restarts; throws after `timeoutMs`. */
  async untilUp(timeoutMs: number): Promise<void> {
    if (!this.isUp && !this.connection.isClosed())
      await once(this, 'up', { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
    this.assertUp();
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
    await this.whileUp(() => this.connection.drain()).catch(() => undefined);
    await this.connection.close();
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      const { type } = status;
      if (status.type === 'error')
        this.log.warn(
          { err: status.error },
          'NATS rejected a message or a subscription. Check the rights of the user.',
        );
      else if (type === 'disconnect' && this.connected) {
        this.connected = false;
        this.log.warn('NATS connection lost. It reconnects by itself.');
        this.emit('down');
      } else if (type === 'reconnect' && !this.connected) {
        this.connected = true;
        this.backSince = performance.now();
        this.log.info('NATS connection restored');
        this.emit('up');
      }
    }
    this.connected = false;
    this.emit('down');
  }
}

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

/** Parses addresses separated by commas. The first one's protocol, name and password apply to all. */
function addressOf(url: string): ConnectionOptions & { servers: string[] } {
  const urls = url.split(',').map((each) => new URL(each.trim()));
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
