import type { EventContract, PayloadOf } from '@lead-finder/contracts';

const heard = Symbol('heard');

export interface HeardEvent {
  id: string;
  occurredAt: Date;
  requestId: string;
}

/** One of several that are heard together. */
export interface Heard<E extends EventContract> extends HeardEvent {
  payload: PayloadOf<E>;
}

type Hearer<E extends EventContract> = (payload: PayloadOf<E>, event: HeardEvent) => Promise<void>;
type HearerOfMany<E extends EventContract> = (events: readonly Heard<E>[]) => Promise<void>;

export interface HearerMark {
  event: EventContract;
  isOfMany: boolean;
}

/** Whether it hears an event, and which. */
export const markOfHearer = (method: unknown): HearerMark | undefined => (method as { [heard]?: HearerMark })[heard];

/**
 * Makes a provider's method the one that hears an event. It runs inside a transaction that also writes the inbox, so what
 * it does to its own tables happens once, however often the event comes. Throwing leaves everything as it was; the event
 * comes again.
 */
export function On<E extends EventContract>(event: E) {
  return (_target: object, _key: string, descriptor: { value?: Hearer<E> }) => {
    Object.assign(descriptor.value!, { [heard]: { event, isOfMany: false } satisfies HearerMark });
  };
}

/**
 * The same for an event of which thousands may wait: the method gets those that came together, in the order in which they
 * came, to write them in a few statements. Where it throws, each of them comes again by itself.
 */
export function OnMany<E extends EventContract>(event: E) {
  return (_target: object, _key: string, descriptor: { value?: HearerOfMany<E> }) => {
    Object.assign(descriptor.value!, { [heard]: { event, isOfMany: true } satisfies HearerMark });
  };
}
