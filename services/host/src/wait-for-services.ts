import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Logger } from '@lead-finder/platform';

export interface ServicesWait {
  log: Logger;
  stopAsked: AbortSignal;
  timeoutMs: number;
}

const retryMs = 200;
const repeatLogMs = 30_000;

/** Repeats the work while services are unavailable: other processes may start later. */
export async function waitForServices<T>(work: () => Promise<T>, wait: ServicesWait): Promise<T> {
  const { log, stopAsked, timeoutMs } = wait;
  const giveUpAt = performance.now() + timeoutMs;
  let logAt = -Infinity;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timed_out');
      if (!isAway || performance.now() > giveUpAt) throw error;
      if (performance.now() > logAt) {
        log.warn({ reason: error.message }, 'The gateway waits for a service. Until then it serves the page alone.');
        logAt = performance.now() + repeatLogMs;
      }
      await pause(retryMs, undefined, { signal: stopAsked });
    }
  }
}
