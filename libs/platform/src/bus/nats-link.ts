import { EventEmitter, once } from 'node:events';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../logging/logger.js';

/** The one NATS connection of a process, which knows whether it is there: `up` and `down` tell of each change. */
export class NatsLink extends EventEmitter<{ up: []; down: [] }> {
  private connected = true;
  private backSince = -Infinity;

  private constructor(
    readonly connection: NatsConnection,
    /** Left out where the address names no user. */
    readonly inboxPrefix: string | undefined,
    private readonly log: Logger,
  ) {
    super();
    this.setMaxListeners(0);
    void this.watch();
  }

  /** Waits until NATS is there, however long that takes; from then on it reconnects for ever. */
  static async open(url: string, log: Logger): Promise<NatsLink> {
    const address = addressOf(url);
    const warnIfUnreachable = async () => {
      const err = await connectionProblem(address);
      if (err) log.warn({ err, servers: address.servers }, 'NATS does not answer yet, waiting for it');
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
        // A partition drops packets without a word; the default would notice after four minutes.
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

  /** The library keeps what is published while disconnected and sends it later, when nobody waits for it any more. */
  assertUp(): void {
    if (!this.isUp) throw new Error('NATS is not connected');
  }

  /** Waits a moment for a server that is away, as long as a restart takes; throws where it stays away. */
  async untilUp(timeoutMs: number): Promise<void> {
    if (!this.isUp && !this.connection.isClosed())
      await once(this, 'up', { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
    this.assertUp();
  }

  /** For a few seconds after a restart others may not have found their way back yet. */
  get isJustBack(): boolean {
    return performance.now() - this.backSince < 5_000;
  }

  /** Rejects when the connection goes while the work waits for the server. */
  async whileUp<T>(work: () => Promise<T>): Promise<T> {
    this.assertUp();
    const over = new AbortController();
    const gone = once(this, 'down', { signal: over.signal }).then(() => {
      throw new Error('NATS went away');
    });
    gone.catch(() => undefined);
    try {
      return await Promise.race([work(), gone]);
    } finally {
      over.abort();
    }
  }

  /** Finishes what is on its way first, unless the server is gone. */
  async close(): Promise<void> {
    await this.whileUp(() => this.connection.drain()).catch(() => undefined);
    await this.connection.close();
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      const { type } = status;
      if (status.type === 'error') this.log.warn({ err: status.error }, 'NATS refused something');
      else if (type === 'disconnect' && this.connected) {
        this.connected = false;
        this.log.warn('NATS went away');
        this.emit('down');
      } else if (type === 'reconnect' && !this.connected) {
        this.connected = true;
        this.backSince = performance.now();
        this.log.info('NATS is back');
        this.emit('up');
      }
    }
    this.connected = false;
    this.emit('down');
  }
}

/** While it waits the library keeps to itself what is in the way, a certificate that is refused for one. */
async function connectionProblem(address: ConnectionOptions): Promise<unknown> {
  try {
    const connection = await connect({ ...address, reconnect: false, timeout: 5_000 });
    await connection.close();
    return null;
  } catch (error) {
    return error;
  }
}

/** Where the answers to a user's requests arrive; a name that stands in a subject holds no dots, stars or spaces. */
export const inboxOf = (user: string) => `_INBOX.${user.replace(/[^\w-]/g, '_')}`;

/** Several servers are separated by commas; the first one's protocol, name and password are everyone's. */
function addressOf(url: string): ConnectionOptions & { servers: string[] } {
  const urls = url.split(',').map((each) => new URL(each.trim()));
  const { protocol, username, password } = urls[0]!;
  return {
    servers: urls.map(({ host }) => host),
    ...(protocol === 'tls:' && { tls: {} }),
    // Answers come to an inbox that no other user may listen to (`natsRights`).
    ...(username && {
      user: decodeURIComponent(username),
      pass: decodeURIComponent(password),
      inboxPrefix: inboxOf(decodeURIComponent(username)),
    }),
  };
}
