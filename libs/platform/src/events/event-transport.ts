import type { ServiceName } from '@lead-finder/contracts';
import { z } from 'zod';

/** The message of an event: its row of the outbox as JSON. */
export const eventMessage = z.object({
  id: z.uuid(),
  type: z.string(),
  payload: z.unknown(),
  occurredAt: z.string(),
  requestId: z.string(),
  traceparent: z.string().nullable(),
});
export type EventMessage = z.infer<typeof eventMessage>;

/**
 * Sends events from the outbox of one service to every consumer in the contract: through JetStream, or directly inside
 * one process. It delivers at least once and in any order; each consumer has an inbox (docs/ARCHITECTURE.md).
 */
export interface EventTransport {
  /**
   * Returns the name of the store of events. A new name means that the events of the former store are lost, and the
   * outboxes send them again. Throws if the transport cannot accept events.
   */
  store(): Promise<string>;
  /** Resolves when the transport or all consumers have stored the event; throws to send it again. */
  publish(event: EventMessage): Promise<void>;
  /**
   * Subscribes durably: events that arrived in between follow. `take` gets waiting events together, in the order of
   * their arrival, and throws to get all of them again later.
   */
  consume(service: ServiceName, take: TakeEvents): Promise<RunningConsumers>;
}

export type TakeEvents = (events: readonly EventMessage[]) => Promise<void>;

export interface RunningConsumers {
  stop(): Promise<void>;
}
