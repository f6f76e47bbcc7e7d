import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@lead-finder/contracts';
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type Consumer,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { NatsLink } from '../bus/nats-link.js';
import { openStream, replicasOf } from '../bus/open-stream.js';
import type { Logger } from '../logging/logger.js';
import {
  eventMessage,
  type EventMessage,
  type EventTransport,
  type RunningConsumers,
  type TakeEvents,
} from './event-transport.js';
import { consumersOf } from './event-contracts.js';

const stream = 'EVENTS';
const maxAgeMs = 7 * 24 * 60 * 60 * 1_000;
/** NATS delivers an event again after this time if its consumer was killed. */
const ackWaitMs = 10_000;
const responseTimeoutMs = 5_000;
/** A replica fetches at most this many; the rest stays available to other replicas. */
const maxBatch = 200;
/** Longer than handling a batch, or NATS would seem to be silent. */
const fetchMs = 10_000;

/** Stores an event once per consumer, under `events.<consumer>.<type>`, so that filters do not follow the contracts. */
export class JetStreamEvents implements EventTransport {
  private opened: Promise<string> | null = null;

  constructor(
    private readonly link: NatsLink,
    private readonly log: Logger,
    private readonly replicas?: number,
  ) {
    // The server may have lost its store while it was away.
    link.on('up', () => (this.opened = null));
  }

  /** Returns the creation time of the stream, which differs after a loss of the store. */
  store(): Promise<string> {
    const opened = (this.opened ??= this.openStream());
    opened.catch(() => this.forget(opened));
    return opened;
  }

  async publish(event: EventMessage): Promise<void> {
    const consumers = consumersOf(event.type);
    const opened = this.store();
    await opened;
    const text = JSON.stringify(event);
    const send = (consumer: ServiceName) =>
      jetstream(this.link.connection).publish(`events.${consumer}.${event.type}`, text, {
        msgID: `${event.id}:${consumer}`,
        timeout: responseTimeoutMs,
      });
    try {
      await this.link.whileUp(() => Promise.all(consumers.map(send)));
    } catch (error) {
      this.forget(opened);
      throw error;
    }
  }

  async consume(service: ServiceName, take: TakeEvents): Promise<RunningConsumers> {
    const stopping = new AbortController();
    const listening = this.listen(service, take, stopping.signal);
    return {
      stop: async () => {
        stopping.abort();
        await listening;
      },
    };
  }

  private forget(opened: Promise<string>): void {
    if (this.opened === opened) this.opened = null;
  }

  private async openStream(): Promise<string> {
    return this.link.whileUp(async () => {
      const { connection } = this.link;
      const limits = { replicas: this.replicas };
      const { created, config } = await openStream(connection, await this.manager(), {
        config: {
          name: stream,
          subjects: ['events.>'],
          retention: RetentionPolicy.Limits,
          storage: StorageType.File,
          max_age: nanos(maxAgeMs),
        },
        limits,
        isUpdated: false,
      });
      if (config.num_replicas < replicasOf(connection, limits))
        this.log.warn(
          { servers: config.num_replicas },
          'NATS is a cluster and stores events on fewer servers than it may. With three run: nats stream edit EVENTS --replicas=3',
        );
      return created;
    });
  }

  private async openConsumer(service: ServiceName): Promise<Consumer> {
    await this.store();
    return this.link.whileUp(async () => {
      const { consumers } = await this.manager();
      await consumers.add(stream, {
        durable_name: service,
        filter_subject: `events.${service}.>`,
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackWaitMs),
        deliver_policy: DeliverPolicy.All,
      });
      return jetstream(this.link.connection).consumers.get(stream, service);
    });
  }

  private manager(): Promise<JetStreamManager> {
    return jetstreamManager(this.link.connection, { checkAPI: false, timeout: responseTimeoutMs });
  }

  private async listen(service: ServiceName, take: TakeEvents, stopping: AbortSignal): Promise<void> {
    let failing = false;
    while (!stopping.aborted) {
      try {
        const consumer = await this.openConsumer(service);
        const opened = this.opened;
        failing = false;
        while (!stopping.aborted && this.opened === opened) await this.takeBatches(consumer, take, stopping);
      } catch (error) {
        if (stopping.aborted) return;
        this.opened = null;
        if (!failing)
          this.log.warn(
            { err: error, service },
            'Events paused: NATS does not deliver them. They continue by themselves.',
          );
        // oxlint-disable-next-line no-useless-assignment -- the next round reads it
        failing = true;
        await pause(500, undefined, { signal: stopping }).catch(() => undefined);
      }
    }
  }

  /** Passes on the first event at once and then those that arrived meanwhile, until the fetch ends or NATS is lost. */
  private async takeBatches(consumer: Consumer, take: TakeEvents, stopping: AbortSignal): Promise<void> {
    const messages = await consumer.fetch({ max_messages: maxBatch, expires: fetchMs });
    // An open fetch would continue after a reconnect and take events that are not awaited.
    const close = () => void messages.close();
    this.link.once('down', close);
    stopping.addEventListener('abort', close, { once: true });
    if (stopping.aborted) close();
    try {
      const waiting: JsMsg[] = [];
      for await (const message of messages) {
        if (stopping.aborted) message.nak();
        else waiting.push(message);
        if (waiting.length === 0 || messages.getPending() > 0) continue;
        if (!(await this.deliver(waiting.splice(0), take))) await pause(1_000, undefined, { signal: stopping });
      }
    } finally {
      this.link.off('down', close);
      stopping.removeEventListener('abort', close);
    }
  }

  private async deliver(messages: readonly JsMsg[], take: TakeEvents): Promise<boolean> {
    const received = messages.map((message) => ({ message, event: eventOf(message) }));
    const valid = received.filter(
      (each): each is ReceivedMessage => each.event !== undefined || this.setAside(each.message),
    );
    const working = setInterval(() => valid.forEach(({ message }) => message.working()), ackWaitMs / 2);
    try {
      await take(valid.map(({ event }) => event));
      valid.forEach(({ message }) => message.ack());
      return true;
    } catch (error) {
      this.log.warn(
        { err: error, events: valid.length, eventId: valid[0]?.event.id },
        'Events not handled. NATS delivers them again.',
      );
      valid.forEach(({ message }) => message.nak(Math.min(1_000 * message.info.deliveryCount, 30_000)));
      return false;
    } finally {
      clearInterval(working);
    }
  }

  private setAside(message: JsMsg): false {
    const { subject, seq } = message;
    this.log.error({ subject, seq }, 'A message in the stream is not an event and is skipped');
    message.term();
    return false;
  }
}

interface ReceivedMessage {
  message: JsMsg;
  event: EventMessage;
}

function eventOf(message: JsMsg): EventMessage | undefined {
  try {
    return eventMessage.parse(message.json());
  } catch {
    return undefined;
  }
}
