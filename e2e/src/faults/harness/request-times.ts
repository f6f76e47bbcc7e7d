export class RequestTimes {
  private readonly times: number[] = [];
  readonly errors: string[] = [];

  get count(): number {
    return this.times.length;
  }

  add(ms: number, error: string | null): void {
    this.times.push(ms);
    if (error) this.errors.push(error);
  }

  p95(): number {
    const sorted = [...this.times].sort((one, other) => one - other);
    return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  }
}

/** Request times before an abuse and during it. */
export class AbuseTimes {
  readonly before = new RequestTimes();
  readonly during = new RequestTimes();
  private measured: RequestTimes | null = null;

  measure(span: 'before' | 'during' | null): void {
    this.measured = span && this[span];
  }

  /** Starts the time of a request, which counts for the span in which it begins. Returns a function that ends it. */
  begin(): (error: string | null) => void {
    const span = this.measured;
    const begun = performance.now();
    return (error) => span?.add(performance.now() - begun, error);
  }
}
