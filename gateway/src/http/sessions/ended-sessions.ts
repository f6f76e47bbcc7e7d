import { listRevocations, sessionsRevoked, type SessionsRevoked } from '@lead-finder/contracts';
import { asService, type Bus, type ChangeSignals } from '@lead-finder/platform';

type End = SessionsRevoked['recent'][number];

/** A message of the users service counts as current for this long. */
const freshMs = 900;

/**
 * Knows which sessions have ended: the users service publishes them with each heartbeat. If the heartbeat is late, one
 * call answers for every waiting request: a call for each session would overload a service that is only busy.
 */
export class EndedSessions {
  last = -1;
  private asOf = -Infinity;
  private pending: Promise<void> | null = null;
  private readonly stopListening: () => void;

  constructor(
    private readonly bus: Bus,
    changeSignals: ChangeSignals,
    private readonly ended: (end: End) => void,
    /** Called if some ends were missed: any session may have ended. */
    private readonly missed: () => void,
  ) {
    this.stopListening = changeSignals.subscribe(sessionsRevoked, (word) =>
      this.apply(word as SessionsRevoked, performance.now()),
    );
  }

  get isFresh(): boolean {
    return this.isFreshAt(performance.now());
  }

  /** Resolves when every end that is older than 900 ms is known. Throws if the users service does not respond. */
  async confirm(): Promise<void> {
    const now = performance.now();
    while (!this.isFreshAt(now)) await (this.pending ??= this.request());
  }

  close(): void {
    this.stopListening();
  }

  private isFreshAt(moment: number): boolean {
    return moment - this.asOf < freshMs;
  }

  private async request(): Promise<void> {
    // The response may lack sessions that end while the call runs, so it counts from the start of the call.
    const askedAt = performance.now();
    try {
      this.apply(await this.bus.call(listRevocations, { after: this.last }, asService()), askedAt);
    } finally {
      this.pending = null;
    }
  }

  private apply({ after, last, recent }: SessionsRevoked, asOf: number): void {
    this.asOf = Math.max(this.asOf, asOf);
    if (this.last < after) this.missed();
    const fresh = recent.filter(({ id }) => id > this.last);
    this.last = Math.max(this.last, last);
    fresh.forEach(this.ended);
  }
}
