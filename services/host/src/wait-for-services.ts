import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@lead-finder/platform';

const timeoutMs = 60_000;

/** Repeats the work for up to a minute while services are unavailable: other processes may start later. */
export async function waitForServices<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timed_out');
      if (!isAway || performance.now() > giveUpAt) throw error;
      await pause(200);
    }
  }
}
