import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServiceName } from '@lead-finder/contracts';
import { ClientNats, ServerNats, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { NatsLink } from './nats-link.js';

/** An empty reply is what NATS itself sends where nobody subscribed; the client makes the same error of it. */
const replyText = { serialize: ({ response }: { response?: string }) => ({ data: response ?? '' }) };
const requestText = {
  // Nest takes a message without an id for an event, which nobody answers.
  deserialize: (message: Msg, options?: { channel?: string; replyTo?: string }) => ({
    pattern: options?.channel,
    id: options?.replyTo ?? '',
    data: message.string(),
  }),
};

/** NestJS's NATS server on the process's connection: the envelope travels as it is, replicas share a queue group. */
export class NatsServer extends ServerNats {
  private readonly subscribed: Subscription[] = [];
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly link: NatsLink,
    private readonly service: ServiceName,
  ) {
    super({ serializer: replyText, deserializer: requestText });
  }

  override async listen(ready: (error?: unknown) => void): Promise<void> {
    for (const subject of this.getHandlers().keys()) {
      const callback = this.getMessageHandler(subject) as (error: Error | null, message: Msg) => void;
      this.subscribed.push(this.link.connection.subscribe(subject, { queue: this.service, callback }));
    }
    await this.link.connection.flush();
    ready();
  }

  override async handleMessage(channel: string, message: Msg): Promise<unknown> {
    const answered = super.handleMessage(channel, message);
    this.running.add(answered);
    return answered.finally(() => this.running.delete(answered));
  }

  /** Takes no more requests and answers those that it has. */
  override async close(): Promise<void> {
    const drained = () => Promise.all(this.subscribed.map((each) => each.drain()));
    await this.link.whileUp(drained).catch(() => undefined);
    await Promise.allSettled(this.running);
    // Nest sends the last replies in the next tick.
    await nextTurn();
    await this.link.whileUp(() => this.link.connection.flush()).catch(() => undefined);
  }

  override unwrap<T>(): T {
    return this.link.connection as T;
  }
}

/** A restart of NATS takes no longer; deadlines are. */
const restartMs = 3_000;

/**
 * NestJS's NATS client on the process's connection. A request that comes while NATS restarts waits for it, and one that
 * nobody took right after a restart is sent again; what NATS took with it fails at once, for it may have been done.
 * All answers come to one subscription: one for each request, as Nest makes it, is two further messages to NATS, which
 * then has to look up anew where its subjects go.
 */
export class NatsClient extends ClientNats {
  private readonly failWaiting = () => this.handleClose();
  private readonly inbox: string;
  private answers: Subscription | undefined;
  private asked = 0;

  constructor(private readonly link: NatsLink) {
    super({});
    this.inbox = createInbox(link.inboxPrefix);
    link.on('down', this.failWaiting);
  }

  override async connect(): Promise<NatsConnection> {
    await this.link.untilUp(restartMs);
    const { connection } = this.link;
    this.answers ??= connection.subscribe(`${this.inbox}.*`, {
      callback: (refused, message) => {
        if (!refused) this.take(message);
      },
    });
    return connection;
  }

  override async close(): Promise<void> {
    this.link.off('down', this.failWaiting);
    this.answers?.unsubscribe();
    this.handleClose();
  }

  protected override publish(packet: ReadPacket, answer: (packet: WritePacket) => void): () => void {
    let again: NodeJS.Timeout | undefined;
    let forget = this.request(packet, (reply) => {
      if (reply.err !== noResponders || !this.link.isJustBack) return answer(reply);
      again = setTimeout(() => (forget = this.publish(packet, answer)), 100);
    });
    return () => {
      clearTimeout(again);
      forget();
    };
  }

  /** The subject of its answer ends in a number of its own. */
  private request({ pattern, data }: ReadPacket, answer: (packet: WritePacket) => void): () => void {
    const id = String(++this.asked);
    const forget = () => void this.routingMap.delete(id);
    this.routingMap.set(id, answer);
    try {
      this.link.connection.publish(pattern as string, data as string, { reply: `${this.inbox}.${id}` });
    } catch (err) {
      forget();
      answer({ err });
    }
    return forget;
  }

  private take(message: Msg): void {
    const id = message.subject.slice(this.inbox.length + 1);
    const answer = this.routingMap.get(id);
    this.routingMap.delete(id);
    answer?.(
      message.data.length === 0
        ? { err: noResponders, isDisposed: true }
        : { response: message.string(), isDisposed: true },
    );
  }
}

/** NATS itself answers with nothing where nobody subscribed. */
const noResponders = new Error('Nobody subscribed');
