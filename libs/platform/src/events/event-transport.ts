import type { ServiceName } from '@lead-finder/contracts';
import { z } from 'zod';

export const eventMessage = z.object({
  id: z.uuid(),
  type: z.string(),
  payload: z.unknown(),
  occurredAt: z.string(),
  requestId: z.string(),
  traceparent: z.string().nullable(),
});
export type EventMessage = z.infer<typeof eventMessage>;

/** Delivers at least once and in any order; each consumer has an inbox (docs/ARCHITECTURE.md). */
export interface EventTransport {
  /** Names the store of events. A new name means that the former events are lost and must be sent again. */
  store(): Promise<string>;
  /** Resolves when the transport or all consumers have stored the event; throws to send it again. */
  publish(event: EventMessage): Promise<void>;
  /** Subscribes durably. `take` gets waiting events together and throws to get all of them again later. */
  consume(service: ServiceName, take: TakeEvents): Promise<RunningConsumers>;
}

export type TakeEvents = (events: readonly EventMessage[]) => Promise<void>;

export interface RunningConsumers {
  stop(): Promise<void>;
}
