interface SharedWork<T> {
  result: Promise<T>;
  waiting: number;
  stop: AbortController;
}

/** Runs work with the same key once, and aborts it when no caller waits any more. */
export class SingleFlight<T> {
  private readonly running = new Map<string, SharedWork<T>>();

  /** `isPersonal` recognises a failure that concerns only the first caller; the others then run the work again. */
  constructor(private readonly isPersonal: (error: unknown) => boolean = () => false) {}

  async join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const joined = this.running.get(key);
    const shared = joined ?? this.begin(key, work);
    try {
      return await this.wait(key, shared, signal);
    } catch (error) {
      if (joined && this.isPersonal(error)) return this.join(key, signal, work);
      throw error;
    }
  }

  private begin(key: string, work: (signal: AbortSignal) => Promise<T>): SharedWork<T> {
    const stop = new AbortController();
    const shared: SharedWork<T> = { result: work(stop.signal), waiting: 0, stop };
    this.running.set(key, shared);
    const forget = () => this.forget(key, shared);
    shared.result.then(forget, forget);
    return shared;
  }

  private async wait(key: string, shared: SharedWork<T>, signal: AbortSignal): Promise<T> {
    shared.waiting++;
    let leave!: () => void;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([shared.result, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      if (--shared.waiting === 0) {
        this.forget(key, shared);
        shared.stop.abort(signal.reason);
      }
    }
  }

  private forget(key: string, shared: SharedWork<T>): void {
    if (this.running.get(key) === shared) this.running.delete(key);
  }
}
