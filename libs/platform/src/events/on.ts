import type { EventContract, PayloadOf } from '@lead-finder/contracts';

const heard = Symbol('heard');

export interface HeardEvent {
  id: string;
  occurredAt: Date;
  requestId: string;
}

type Hearer<E extends EventContract> = (payload: PayloadOf<E>, event: HeardEvent) => Promise<void>;

export const eventHeardBy = (method: unknown): EventContract | undefined => (method as { [heard]?: EventContract })[heard];

/**
 * Makes a provider's method the one that hears an event. It runs inside a transaction that also writes the inbox, so what
 * it does to its own tables happens once, however often the event comes. Throwing leaves everything as it was; the event
 * comes again.
 */
export function On<E extends EventContract>(event: E) {
  return (_target: object, _key: string, descriptor: { value?: Hearer<E> }) => {
    Object.assign(descriptor.value!, { [heard]: event });
  };
}
