import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServiceName } from '@lead-finder/contracts';
import { ClientNats, ServerNats, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { NatsLink } from './nats-link.js';

/** NATS itself sends an empty reply if there is no subscriber; the client turns it into the same error. */
const replyText = { serialize: ({ response }: { response?: string }) => ({ data: response ?? '' }) };
const requestText = {
  // Nest treats a message without an id as an event, which gets no reply.
  deserialize: (message: Msg, options?: { channel?: string; replyTo?: string }) => ({
    pattern: options?.channel,
    id: options?.replyTo ?? '',
    data: message.string(),
  }),
};

/** NestJS's NATS server on the connection of the process. Replicas share a queue group. */
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

  override async close(): Promise<void> {
    const drained = () => Promise.all(this.subscribed.map((each) => each.drain()));
    await this.link.whileUp(drained).catch(() => undefined);
    await Promise.allSettled(this.running);
    await nextTurn();
    await this.link.whileUp(() => this.link.connection.flush()).catch(() => undefined);
  }

  override unwrap<T>(): T {
    return this.link.connection as T;
  }
}

/** Longer than a restart of NATS, shorter than the deadlines. */
const restartMs = 3_000;

/** Waits while NATS restarts. A request sent before the loss fails at once, because the service may have done it. */
export class NatsClient extends ClientNats {
  private readonly failWaiting = () => this.handleClose();
  private readonly inbox: string;
  private responses: Subscription | undefined;
  private asked = 0;

  constructor(private readonly link: NatsLink) {
    super({});
    this.inbox = createInbox(link.inboxPrefix);
    link.on('down', this.failWaiting);
  }

  override async connect(): Promise<NatsConnection> {
    await this.link.untilUp(restartMs);
    const { connection } = this.link;
    this.responses ??= connection.subscribe(`${this.inbox}.*`, {
      callback: (refused, message) => {
        if (!refused) this.take(message);
      },
    });
    return connection;
  }

  override async close(): Promise<void> {
    this.link.off('down', this.failWaiting);
    this.responses?.unsubscribe();
    this.handleClose();
  }

  protected override publish(packet: ReadPacket, respond: (packet: WritePacket) => void): () => void {
    let again: NodeJS.Timeout | undefined;
    let forget = this.request(packet, (reply) => {
      if (reply.err !== noResponders || !this.link.isJustBack) return respond(reply);
      again = setTimeout(() => (forget = this.publish(packet, respond)), 100);
    });
    return () => {
      clearTimeout(again);
      forget();
    };
  }

  private request({ pattern, data }: ReadPacket, respond: (packet: WritePacket) => void): () => void {
    const id = String(++this.asked);
    const forget = () => void this.routingMap.delete(id);
    this.routingMap.set(id, respond);
    try {
      this.link.connection.publish(pattern as string, data as string, { reply: `${this.inbox}.${id}` });
    } catch (err) {
      forget();
      respond({ err });
    }
    return forget;
  }

  private take(message: Msg): void {
    const id = message.subject.slice(this.inbox.length + 1);
    const respond = this.routingMap.get(id);
    this.routingMap.delete(id);
    respond?.(
      message.data.length === 0
        ? { err: noResponders, isDisposed: true }
        : { response: message.string(), isDisposed: true },
    );
  }
}

const noResponders = new Error('There is no subscriber');
