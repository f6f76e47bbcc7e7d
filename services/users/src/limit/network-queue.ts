import { AppError, unavailable } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** The other database connections serve signed-in users and session checks. */
const maxAtOnce = 2;
/** More requests would time out before they run, and each occupies a request of a gateway meanwhile. */
const maxWaiting = 200;
const maxWaitingPerNetwork = 100;

interface QueuedRequest {
  go: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Runs two unauthenticated requests at a time, one network after the other. A flood waits for the rows of its counters:
 * without the queue it would take all connections, and no session could be checked.
 */
@Injectable()
export class NetworkQueue {
  /** Requests by network, in the order in which the networks run. */
  private readonly waiting = new Map<string, QueuedRequest[]>();
  private running = 0;
  private totalWaiting = 0;
  /** The same time as the timeout of a database connection. */
  protected readonly timeoutMs: number = 5_000;

  /** Rejects with 429 or 503 if too many requests wait; an `isContinued` one always gets a place in the queue. */
  async run<T>(network: string, work: () => Promise<T>, isContinued = false): Promise<T> {
    if (this.running < maxAtOnce) this.running += 1;
    else await this.enqueue(network, isContinued);
    try {
      return await work();
    } finally {
      this.startNext();
    }
  }

  private async enqueue(network: string, isContinued: boolean): Promise<void> {
    const queued = this.waiting.get(network) ?? [];
    if (!isContinued && queued.length >= maxWaitingPerNetwork) throw tooMany();
    if (!isContinued && this.totalWaiting >= maxWaiting) throw unavailable('The users service');
    return new Promise((go, reject) => {
      const giveUp = () => {
        queued.splice(queued.indexOf(request), 1);
        this.totalWaiting -= 1;
        if (queued.length === 0) this.waiting.delete(network);
        reject(unavailable('The users service'));
      };
      const request: QueuedRequest = { go, timer: setTimeout(giveUp, this.timeoutMs) };
      queued.push(request);
      this.totalWaiting += 1;
      this.waiting.set(network, queued);
    });
  }

  private startNext(): void {
    const [first] = this.waiting;
    if (!first) return void (this.running -= 1);
    const [network, queued] = first;
    const next = queued.shift()!;
    this.totalWaiting -= 1;
    this.waiting.delete(network);
    if (queued.length > 0) this.waiting.set(network, queued);
    clearTimeout(next.timer);
    next.go();
  }
}

const tooMany = () =>
  new AppError('limited', 'rate_limited', 'Too many requests from here at the same moment. Please try again.', {
    retryAfter: 1,
  });
