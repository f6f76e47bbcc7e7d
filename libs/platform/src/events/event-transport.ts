import type { ServiceName } from '@lead-finder/contracts';
import { z } from 'zod';

/** An event on its way: the row of the outbox, as JSON. */
export const eventMessage = z.object({
  /** The id by which hearers know that they had it already. */
  id: z.uuid(),
  type: z.string(),
  payload: z.unknown(),
  occurredAt: z.string(),
  requestId: z.string(),
  traceparent: z.string().nullable(),
});
export type EventMessage = z.infer<typeof eventMessage>;

/**
 * Brings events from the outbox of one service to every service that its contract names: through JetStream, or straight
 * over inside one process. At least once and in no promised order; hearers keep an inbox (design, section 3, point 3).
 */
export interface EventTransport {
  /**
   * Names where events are kept on their way. Another name than before means that whatever the former one still had is
   * lost: the outboxes send it again. Throws while the carrier can't take events.
   */
  store(): Promise<string>;
  /** Resolves when the event is safe with the carrier or with all its hearers; throws to be tried again. */
  publish(event: EventMessage): Promise<void>;
  /**
   * Hears durably: what was published while nobody listened comes too. What waits is taken together, in the order in which
   * it came; `take` throws to get all of it again later.
   */
  consume(service: ServiceName, take: TakeEvents): Promise<RunningConsumers>;
}

export type TakeEvents = (events: readonly EventMessage[]) => Promise<void>;

export interface RunningConsumers {
  /** Waits for what is being taken right now. */
  stop(): Promise<void>;
}
