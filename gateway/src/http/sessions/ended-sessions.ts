import { randomUUID } from 'node:crypto';
import { listRevocations, sessionsRevoked, type SessionsRevoked } from '@lead-finder/contracts';
import type { Bus, ChangeSignals } from '@lead-finder/platform';

type End = SessionsRevoked['recent'][number];

/** As long as this the users service's word counts as current. */
const freshMs = 900;

/**
 * Which sessions have ended, as the users service tells with each heartbeat. Where the heartbeat is late, one question
 * answers for every request that waits: a check of each session would bury a service that is merely busy (design,
 * section 3a, point 3).
 */
export class EndedSessions {
  /** The number of the last end that was heard. */
  last = -1;
  private asOf = -Infinity;
  private pending: Promise<void> | null = null;
  private readonly stopListening: () => void;

  constructor(
    private readonly bus: Bus,
    changeSignals: ChangeSignals,
    private readonly ended: (end: End) => void,
    /** Some ends were missed: any session may be one of them. */
    private readonly missed: () => void,
  ) {
    this.stopListening = changeSignals.subscribe(sessionsRevoked, (word) =>
      this.apply(word as SessionsRevoked, performance.now()),
    );
  }

  get isFresh(): boolean {
    return this.isFreshAt(performance.now());
  }

  /** Resolves when every end is heard that is older than 900 ms before now; throws where nobody tells. */
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
    // What ends while the question is on its way may be missing in the answer.
    const askedAt = performance.now();
    try {
      this.apply(
        await this.bus.call(listRevocations, { after: this.last }, { actor: null, requestId: randomUUID() }),
        askedAt,
      );
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
