import type { EventContract, PayloadOf } from '@lead-finder/contracts';

const consumes = Symbol('consumes');

export interface ReceivedEvent {
  id: string;
  occurredAt: Date;
  requestId: string;
}

/** One of several that are heard together. */
export interface ReceivedPayload<E extends EventContract> extends ReceivedEvent {
  payload: PayloadOf<E>;
}

type Consume<E extends EventContract> = (payload: PayloadOf<E>, event: ReceivedEvent) => Promise<void>;
type ConsumeBatch<E extends EventContract> = (events: readonly ReceivedPayload<E>[]) => Promise<void>;

export interface ConsumerMark {
  event: EventContract;
  isOfBatch: boolean;
}

/** Whether it hears an event, and which. */
export const consumerMarkOf = (method: unknown): ConsumerMark | undefined =>
  (method as { [consumes]?: ConsumerMark })[consumes];

/**
 * Makes a provider's method the one that hears an event. It runs inside a transaction that also writes the inbox, so what
 * it does to its own tables happens once, however often the event comes. Throwing leaves everything as it was; the event
 * comes again.
 */
export function OnEvent<E extends EventContract>(event: E) {
  return (_target: object, _key: string, descriptor: { value?: Consume<E> }) => {
    Object.assign(descriptor.value!, { [consumes]: { event, isOfBatch: false } satisfies ConsumerMark });
  };
}

/**
 * The same for an event of which thousands may wait: the method gets those that came together, in the order in which they
 * came, to write them in a few statements. Where it throws, each of them comes again by itself.
 */
export function OnEventBatch<E extends EventContract>(event: E) {
  return (_target: object, _key: string, descriptor: { value?: ConsumeBatch<E> }) => {
    Object.assign(descriptor.value!, { [consumes]: { event, isOfBatch: true } satisfies ConsumerMark });
  };
}
