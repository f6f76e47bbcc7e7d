import { AppError } from '@lead-finder/platform';

const minuteMs = 60_000;
const maxKnown = 10_000;

/** Limits the requests of each token in a minute, in this process. */
export class TokenRates {
  private readonly windows = new Map<number, { beganAt: number; count: number }>();

  constructor(private readonly max: number) {}

  /** Rejects with 429 and the seconds until the next minute of the token. */
  take(tokenId: number): void {
    const now = performance.now();
    let window = this.windows.get(tokenId);
    if (!window || now - window.beganAt >= minuteMs) {
      this.windows.delete(tokenId);
      if (this.windows.size >= maxKnown) this.windows.delete(this.windows.keys().next().value!);
      window = { beganAt: now, count: 0 };
      this.windows.set(tokenId, window);
    }
    window.count += 1;
    if (window.count <= this.max) return;
    throw new AppError('limited', 'rate_limited', `A token may send ${this.max} requests a minute`, {
      retryAfter: (window.beganAt + minuteMs - now) / 1_000,
    });
  }
}
