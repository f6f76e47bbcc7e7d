import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<number>();

/** `performance.now()` at which nobody waits any longer for what `work` does. */
export const runUntil = <T>(giveUpAt: number, work: () => T): T => storage.run(giveUpAt, work);

/** Undefined for work that no request waits for: a job, an event, a timer. */
export const callDeadline = (): number | undefined => storage.getStore();
