import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  BaseRpcContext,
  ClientProxy,
  Server,
  type CustomTransportStrategy,
  type ReadPacket,
  type WritePacket,
} from '@nestjs/microservices';
import { Observable } from 'rxjs';

export class InProcessExchange {
  private readonly servers = new Set<InProcessServer>();

  add(server: InProcessServer): void {
    this.servers.add(server);
  }

  remove(server: InProcessServer): void {
    this.servers.delete(server);
  }

  serversFor(subject: string): InProcessServer[] {
    return [...this.servers].filter((server) => server.getHandlers().has(subject));
  }
}

/** NestJS's server side inside one process. Requests and replies are JSON text, so the sides share no objects. */
export class InProcessServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('in-process');
  private readonly running = new Set<Promise<unknown>>();

  constructor(private readonly exchange: InProcessExchange) {
    super();
    this.initializeSerializer({} as never);
    this.initializeDeserializer({} as never);
  }

  listen(ready: () => void): void {
    this.exchange.add(this);
    ready();
  }

  async close(): Promise<void> {
    this.exchange.remove(this);
    await Promise.allSettled(this.running);
    await nextTurn();
  }

  on(): void {}

  unwrap<T>(): T {
    return this.exchange as T;
  }

  request(subject: string, text: unknown, reply: (packet: WritePacket) => void): void {
    const context = new BaseRpcContext([subject]);
    const handler = this.getHandlers().get(subject)!;
    const running = handler(text, context);
    this.running.add(running);
    // Nest uses an observable for handlers with several responses. These handlers respond once.
    const finish = (packet: WritePacket) => {
      this.running.delete(running);
      reply({ ...packet, isDisposed: true });
    };
    running.then(
      (response: unknown) =>
        finish(
          typeof response === 'string' ? { response } : { err: new TypeError(`${subject} was not answered with text`) },
        ),
      (err: unknown) => finish({ err }),
    );
  }
}

/** NestJS's client side inside one process. It distributes requests over several servers like a queue group. */
export class InProcessClient extends ClientProxy {
  private nextServer = 0;

  constructor(private readonly exchange: InProcessExchange) {
    super();
    this.initializeSerializer({} as never);
    this.initializeDeserializer({} as never);
  }

  async connect(): Promise<void> {}

  close(): void {}

  unwrap<T>(): T {
    return this.exchange as T;
  }

  override send<Answer>(subject: string, text: unknown): Observable<Answer> {
    return new Observable((observer) => this.publish({ pattern: subject, data: text }, this.createObserver(observer)));
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    const subject = this.normalizePattern(packet.pattern as never);
    let wanted = true;
    // Defers the request to the next turn of the event loop, as over a network.
    setImmediate(() => {
      const servers = this.exchange.serversFor(subject);
      const server = servers[this.nextServer++ % servers.length];
      if (!wanted) return;
      if (!server) return callback({ err: { message: `There is no handler of ${subject}` }, isDisposed: true });
      server.request(subject, packet.data, (reply) => wanted && callback(reply));
    });
    return () => {
      wanted = false;
    };
  }

  protected dispatchEvent(): never {
    throw new Error('Events travel through the outbox, not through the request bus');
  }
}
