/** So many calls in a row that nobody answered. */
const mostUnanswered = 5;

/**
 * A server that does not answer is left alone for a while, but for one call now and then that finds out: who searches
 * meanwhile is told so at once, instead of waiting in vain and keeping others waiting.
 */
export class Circuit {
  private unanswered = 0;
  private nextTry = -Infinity;

  constructor(private readonly restMs = 15_000) {}

  /** Of the calls that come while the server rests, the first after each rest may go. */
  mayCall(): boolean {
    if (this.unanswered < mostUnanswered) return true;
    const now = performance.now();
    if (now < this.nextTry) return false;
    this.nextTry = now + this.restMs;
    return true;
  }

  /** Whatever it said: it is there. */
  answered(): void {
    this.unanswered = 0;
  }

  leftUnanswered(): void {
    this.unanswered += 1;
    if (this.unanswered === mostUnanswered) this.nextTry = performance.now() + this.restMs;
  }
}
