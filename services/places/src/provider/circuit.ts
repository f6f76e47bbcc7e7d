/** The circuit opens after this number of unanswered calls in a row. */
const maxUnanswered = 5;

/** A server that does not answer gets no calls for a while, except single ones that test it. */
export class Circuit {
  private unanswered = 0;
  private nextTry = -Infinity;

  constructor(private readonly restMs = 15_000) {}

  /** Returns whether a call may go out. While the circuit is open, the first call after each pause may. */
  mayCall(): boolean {
    if (this.unanswered < maxUnanswered) return true;
    const now = performance.now();
    if (now < this.nextTry) return false;
    this.nextTry = now + this.restMs;
    return true;
  }

  answered(): void {
    this.unanswered = 0;
  }

  leftUnanswered(): void {
    this.unanswered += 1;
    if (this.unanswered === maxUnanswered) this.nextTry = performance.now() + this.restMs;
  }
}
