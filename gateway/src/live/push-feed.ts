import { pushToAdmins, pushToUser, sessionsRevoked, type PushHint } from '@lead-finder/contracts';
import type { Hints } from '@lead-finder/platform';

export interface Push {
  to: number | 'admins';
  hint: PushHint;
}

/** Longer than this without the users service's word every 300 ms: hints may have been lost as well. */
const heartbeatMs = 900;

/** What pages are told, heard by one subscription a process however many are open (design, section 3a, point 5). */
export class PushFeed {
  private readonly pushListeners = new Set<(push: Push) => void>();
  private readonly gapListeners = new Set<() => void>();
  private readonly stops: (() => void)[];
  private heardAt = -Infinity;

  constructor(hints: Hints) {
    this.stops = [
      hints.subscribe(pushToUser('*'), (hint, subject) => this.tell({ to: Number(subject.split('.').at(-1)), hint: hint as PushHint })),
      hints.subscribe(pushToAdmins, (hint) => this.tell({ to: 'admins', hint: hint as PushHint })),
      hints.subscribe(sessionsRevoked, () => this.beat()),
    ];
  }

  /** Whether a hint told right now would be heard. */
  get isAlive(): boolean {
    return performance.now() - this.heardAt < heartbeatMs;
  }

  onPush(listener: (push: Push) => void): void {
    this.pushListeners.add(listener);
  }

  /** Told when hints are heard again after a time in which some may have been lost. */
  onGap(listener: () => void): void {
    this.gapListeners.add(listener);
  }

  onModuleDestroy(): void {
    this.stops.forEach((stop) => stop());
  }

  private tell(push: Push): void {
    for (const listener of this.pushListeners) listener(push);
  }

  private beat(): void {
    const wasAlive = this.isAlive;
    this.heardAt = performance.now();
    if (!wasAlive) for (const listener of this.gapListeners) listener();
  }
}
