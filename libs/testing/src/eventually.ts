import { setTimeout as pause } from 'node:timers/promises';

/** After `within` milliseconds it throws the last error. The default tolerates slow machines. */
export async function eventually<T>(assertion: () => T | Promise<T>, { within = 20_000 } = {}): Promise<T> {
  const deadline = Date.now() + within;
  for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() + wait > deadline) throw error;
    }
    await pause(wait);
  }
}
