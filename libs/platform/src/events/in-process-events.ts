import { AsyncResource } from 'node:async_hooks';
import type { ServiceName } from '@lead-finder/contracts';
import type { EventMessage, EventTransport, RunningConsumers, TakeEvents } from './event-transport.js';
import { consumersOf } from './event-contracts.js';

/** Stores nothing: if a consumer is missing or fails, the event stays in its outbox and the relay sends it again. */
export class InProcessEvents implements EventTransport {
  private readonly consumers = new Map<ServiceName, EventBatches>();

  async store(): Promise<string> {
    return 'in-process';
  }

  async publish(event: EventMessage): Promise<void> {
    const text = JSON.stringify(event);
    const taken = await Promise.allSettled(consumersOf(event.type).map((service) => this.deliver(service, text)));
    const refused = taken.find((each) => each.status === 'rejected');
    if (refused) throw refused.reason;
  }

  async consume(service: ServiceName, take: TakeEvents): Promise<RunningConsumers> {
    const batches = new EventBatches(take);
    this.consumers.set(service, batches);
    return {
      stop: async () => {
        if (this.consumers.get(service) === batches) this.consumers.delete(service);
        await batches.ended();
      },
    };
  }

  private async deliver(service: ServiceName, text: string): Promise<void> {
    const batches = this.consumers.get(service);
    if (!batches) throw new Error(`The ${service} service does not consume events right now`);
    await batches.deliver(text);
  }
}

interface Waiting {
  event: EventMessage;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

class EventBatches {
  private waiting: Waiting[] = [];
  private last: Promise<void> = Promise.resolve();
  private readonly takeWaiting: () => Promise<void>;

  constructor(private readonly take: TakeEvents) {
    // Bound, because the relay calls from its own transaction, which the consumer must not join.
    this.takeWaiting = AsyncResource.bind(() => this.takeAll());
  }

  deliver(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ event: JSON.parse(text) as EventMessage, resolve, reject });
      this.last = this.last.then(this.takeWaiting);
    });
  }

  ended(): Promise<void> {
    return this.last;
  }

  private async takeAll(): Promise<void> {
    const taken = this.waiting.splice(0);
    if (taken.length === 0) return;
    try {
      await this.take(taken.map(({ event }) => event));
      taken.forEach(({ resolve }) => resolve());
    } catch (error) {
      taken.forEach(({ reject }) => reject(error));
    }
  }
}
