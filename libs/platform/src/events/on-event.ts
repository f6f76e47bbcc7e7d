import type { EventContract, PayloadOf } from '@lead-finder/contracts';

const consumes = Symbol('consumes');

export interface ReceivedEvent {
  id: string;
  occurredAt: Date;
  requestId: string;
}

export interface ReceivedPayload<E extends EventContract> extends ReceivedEvent {
  payload: PayloadOf<E>;
}

type Consume<E extends EventContract> = (payload: PayloadOf<E>, event: ReceivedEvent) => Promise<void>;
type ConsumeBatch<E extends EventContract> = (events: readonly ReceivedPayload<E>[]) => Promise<void>;

export interface ConsumerMark {
  event: EventContract;
  isOfBatch: boolean;
}

export const consumerMarkOf = (method: unknown): ConsumerMark | undefined =>
  (method as { [consumes]?: ConsumerMark })[consumes];

/** Consumes an event in a transaction that also writes the inbox. A throw rolls back, and the event is retried. */
export function OnEvent<E extends EventContract>(event: E) {
  return (_target: object, _key: string, descriptor: { value?: Consume<E> }) => {
    Object.assign(descriptor.value!, { [consumes]: { event, isOfBatch: false } satisfies ConsumerMark });
  };
}

/** Like `OnEvent`, for waiting events together, in the order of their arrival. If it throws, each is retried alone. */
export function OnEventBatch<E extends EventContract>(event: E) {
  return (_target: object, _key: string, descriptor: { value?: ConsumeBatch<E> }) => {
    Object.assign(descriptor.value!, { [consumes]: { event, isOfBatch: true } satisfies ConsumerMark });
  };
}
