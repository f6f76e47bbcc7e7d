import { AsyncResource } from 'node:async_hooks';
import type { ServiceName } from '@lead-finder/contracts';
import type { CarriedEvent, EventCarrier, Hearing } from './event-carrier.js';
import { hearersOf } from './event-contracts.js';

type Take = (text: string) => Promise<void>;

/**
 * Straight from the relay to the hearers of the same process. It keeps nothing: an event whose hearer is not there, or
 * can't take it, stays in its outbox and is tried again.
 */
export class InProcessEvents implements EventCarrier {
  private readonly hearers = new Map<ServiceName, Take>();

  async store(): Promise<string> {
    return 'in-process';
  }

  async publish(event: CarriedEvent): Promise<void> {
    const text = JSON.stringify(event);
    const taken = await Promise.allSettled(hearersOf(event.type).map((service) => this.bring(service, text)));
    const refused = taken.find((each) => each.status === 'rejected');
    if (refused) throw refused.reason;
  }

  async hear(service: ServiceName, take: (event: CarriedEvent) => Promise<void>): Promise<Hearing> {
    let last: Promise<unknown> = Promise.resolve();
    // Bound, because the relay calls from inside a transaction of its own, which the hearer must not join.
    const takeOutside = AsyncResource.bind((text: string) => take(JSON.parse(text) as CarriedEvent));
    const inTurn: Take = (text) => {
      const taken = last.then(() => takeOutside(text));
      last = taken.catch(() => undefined);
      return taken;
    };
    this.hearers.set(service, inTurn);
    return {
      stop: async () => {
        if (this.hearers.get(service) === inTurn) this.hearers.delete(service);
        await last;
      },
    };
  }

  private async bring(service: ServiceName, text: string): Promise<void> {
    const take = this.hearers.get(service);
    if (!take) throw new Error(`The ${service} service does not listen right now`);
    await take(text);
  }
}
