interface Flight<T> {
  result: Promise<T>;
  waiting: number;
  stop: AbortController;
}

/**
 * Work that several want at once is done once. It stops when nobody waits for it any more: one person who leaves takes
 * nothing from the others.
 */
export class SingleFlight<T> {
  private readonly going = new Map<string, Flight<T>>();

  /** `isPersonal` tells a failure of whoever began the work, after which those who joined him try for themselves. */
  constructor(private readonly isPersonal: (error: unknown) => boolean = () => false) {}

  async join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const joined = this.going.get(key);
    const flight = joined ?? this.begin(key, work);
    try {
      return await this.wait(key, flight, signal);
    } catch (error) {
      if (joined && this.isPersonal(error)) return this.join(key, signal, work);
      throw error;
    }
  }

  private begin(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController();
    const flight: Flight<T> = { result: work(stop.signal), waiting: 0, stop };
    this.going.set(key, flight);
    const land = () => this.forget(key, flight);
    flight.result.then(land, land);
    return flight;
  }

  private async wait(key: string, flight: Flight<T>, signal: AbortSignal): Promise<T> {
    flight.waiting++;
    let leave!: () => void;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([flight.result, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      if (--flight.waiting === 0) {
        this.forget(key, flight);
        flight.stop.abort(signal.reason);
      }
    }
  }

  private forget(key: string, flight: Flight<T>): void {
    if (this.going.get(key) === flight) this.going.delete(key);
  }
}
