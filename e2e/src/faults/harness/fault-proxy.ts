import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { freePort } from '@lead-finder/testing';

/** Delays bytes, holds them back like a partition (connections stay open), or resets the connections. */
export class FaultProxy {
  private readonly pairs = new Set<Pair>();
  private latencyMs = 0;
  private isPaused = false;
  private isRefusing = false;
  private connections = 0;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private target: number,
  ) {
    server.on('connection', (client: Socket) => this.take(client));
  }

  static async open(target: number): Promise<FaultProxy> {
    const server = createServer({ noDelay: true });
    server.listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    return new FaultProxy(server, (server.address() as AddressInfo).port, target);
  }

  /** The number of connections that were ever made through it. */
  get taken(): number {
    return this.connections;
  }

  /** Leads to another port from now on, and resets every connection. */
  lead(target: number): void {
    this.target = target;
    this.reset();
  }

  /** Delays each byte by `ms`, in both directions. */
  delay(ms: number): void {
    this.latencyMs = ms;
  }

  /** Starts a partition. The bytes arrive when `heal` ends it. */
  pause(): void {
    this.isPaused = true;
    for (const pair of this.pairs) pair.pause();
  }

  /** Resets every connection and refuses new ones. */
  refuse(): void {
    this.isRefusing = true;
    this.reset();
  }

  /** Resets every connection. New ones work. */
  reset(): void {
    for (const pair of this.pairs) pair.reset();
    this.pairs.clear();
  }

  heal(): void {
    this.latencyMs = 0;
    this.isPaused = false;
    this.isRefusing = false;
    for (const pair of this.pairs) pair.letGo();
  }

  /** Resets every connection. Nothing listens at the port any more. */
  async close(): Promise<void> {
    this.reset();
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  /** Listens at the same port again. */
  async reopen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  private take(client: Socket): void {
    this.connections++;
    if (this.isRefusing) {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: this.target, host: '127.0.0.1', noDelay: true });
    const pair: Pair = new Pair(
      client,
      server,
      () => this.latencyMs,
      () => this.pairs.delete(pair),
    );
    this.pairs.add(pair);
    if (this.isPaused) pair.pause();
  }
}

/** One connection: its two sockets, and the flow in each direction. */
class Pair {
  private readonly flows: Flow[];

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    latencyMs: () => number,
    ended: () => void,
  ) {
    this.flows = [new Flow(client, server, latencyMs), new Flow(server, client, latencyMs)];
    for (const socket of [client, server]) {
      socket.on('error', () => this.reset());
      socket.on('close', ended);
    }
  }

  pause(): void {
    this.flows.forEach((flow) => flow.pause());
  }

  letGo(): void {
    this.flows.forEach((flow) => flow.letGo());
  }

  reset(): void {
    this.flows.forEach((flow) => flow.drop());
    for (const socket of [this.client, this.server]) if (!socket.destroyed) socket.resetAndDestroy();
  }
}

interface Chunk {
  /** Undefined at the end of the flow. */
  bytes?: Buffer;
  due: number;
}

/** One direction of a connection. */
class Flow {
  private readonly waiting: Chunk[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isPaused = false;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly latencyMs: () => number,
  ) {
    from.on('data', (bytes) => this.add({ bytes, due: performance.now() + this.latencyMs() }));
    from.on('end', () => this.add({ due: performance.now() + this.latencyMs() }));
    to.on('drain', () => this.isPaused || from.resume());
  }

  pause(): void {
    this.isPaused = true;
    this.from.pause();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  letGo(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.from.resume();
    this.send();
  }

  drop(): void {
    this.waiting.length = 0;
    clearTimeout(this.timer);
  }

  private add(chunk: Chunk): void {
    this.waiting.push(chunk);
    if (!this.timer) this.send();
  }

  /** Sends the chunks in their order, even if the delay has changed. */
  private send(): void {
    this.timer = undefined;
    while (this.waiting.length > 0 && !this.isPaused) {
      const early = this.waiting[0]!.due - performance.now();
      if (early > 0) {
        this.timer = setTimeout(() => this.send(), Math.ceil(early));
        return;
      }
      const { bytes } = this.waiting.shift()!;
      if (this.to.destroyed) continue;
      if (!bytes) this.to.end();
      else if (!this.to.write(bytes)) this.from.pause();
    }
  }
}
