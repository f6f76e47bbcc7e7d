import { AppError, unavailable } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** Of the service's connections; the others are for signed-in users and for what gateways ask about their sessions. */
const maxAtOnce = 2;
/** More would have given up before their turn, and each of them takes the place of a request in a gateway meanwhile. */
const maxWaiting = 200;
const maxWaitingPerNetwork = 10;

interface Waiting {
  go: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Lets strangers have two transactions at a time, network after network. Their counters are rows that a flood waits for:
 * without this it would take every connection, and no request of anybody could be told whose session it is.
 */
@Injectable()
export class StrangersTurns {
  /** The network whose turn is next comes first. */
  private readonly waiting = new Map<string, Waiting[]>();
  private running = 0;
  private waitingInAll = 0;
  /** As long as one waits for a connection. */
  protected readonly patienceMs: number = 5_000;

  /**
   * Rejects with 429 where as many of the network wait as may; with 503 if the turn would not come in time, or does not.
   * What goes on with a request that had a turn before (`isBegun`) is not turned away for want of room.
   */
  async take<T>(network: string, work: () => Promise<T>, isBegun = false): Promise<T> {
    if (this.running < maxAtOnce) this.running += 1;
    else await this.turnOf(network, isBegun);
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private async turnOf(network: string, isBegun: boolean): Promise<void> {
    const own = this.waiting.get(network) ?? [];
    if (!isBegun && own.length >= maxWaitingPerNetwork) throw tooMany();
    if (!isBegun && this.waitingInAll >= maxWaiting) throw unavailable('The users service');
    return new Promise((go, reject) => {
      const giveUp = () => {
        own.splice(own.indexOf(arrival), 1);
        this.waitingInAll -= 1;
        if (own.length === 0) this.waiting.delete(network);
        reject(unavailable('The users service'));
      };
      const arrival: Waiting = { go, timer: setTimeout(giveUp, this.patienceMs) };
      own.push(arrival);
      this.waitingInAll += 1;
      this.waiting.set(network, own);
    });
  }

  private passOn(): void {
    const [first] = this.waiting;
    if (!first) return void (this.running -= 1);
    const [network, own] = first;
    const next = own.shift()!;
    this.waitingInAll -= 1;
    this.waiting.delete(network);
    if (own.length > 0) this.waiting.set(network, own);
    clearTimeout(next.timer);
    next.go();
  }
}

const tooMany = () =>
  new AppError('limited', 'rate_limited', 'Too many requests from here at the same moment. Please try again.', {
    retryAfter: 1,
  });
