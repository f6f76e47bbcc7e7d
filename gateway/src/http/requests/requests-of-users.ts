import type { ServerResponse } from 'node:http';
import { AppError } from '@lead-finder/platform';
import { onResponseEnd } from './response-end.js';

/** Limits the running requests of each user in this process. The request of a slow reader counts until its end. */
export class RequestsOfUsers {
  private readonly running = new Map<number, number>();

  constructor(private readonly max: number) {}

  /** Counts the request until its response ends. Rejects with 429 if the user has reached the limit. */
  take(userId: number, response: ServerResponse): void {
    if (response.closed) return;
    const count = this.running.get(userId) ?? 0;
    if (count >= this.max) throw tooMany();
    this.running.set(userId, count + 1);
    onResponseEnd(response, () => {
      const left = this.running.get(userId)! - 1;
      if (left > 0) this.running.set(userId, left);
      else this.running.delete(userId);
    });
  }
}

const tooMany = () =>
  new AppError(
    'limited',
    'rate_limited',
    'Too many of your requests are still being worked on. Please try again in a moment.',
    { retryAfter: 2 },
  );
