import { unavailable } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** Of the service's connections; the others are for signed-in users and for what gateways ask about their sessions. */
const maxAtOnce = 2;

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
  /** As long as one waits for a connection. */
  protected readonly patienceMs: number = 5_000;

  /** Rejects with 503 if the turn does not come in time. */
  async take<T>(network: string, work: () => Promise<T>): Promise<T> {
    if (this.running < maxAtOnce) this.running += 1;
    else await this.turnOf(network);
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private turnOf(network: string): Promise<void> {
    return new Promise((go, reject) => {
      const own = this.waiting.get(network) ?? [];
      const giveUp = () => {
        own.splice(own.indexOf(arrival), 1);
        if (own.length === 0) this.waiting.delete(network);
        reject(unavailable('The users service'));
      };
      const arrival: Waiting = { go, timer: setTimeout(giveUp, this.patienceMs) };
      own.push(arrival);
      this.waiting.set(network, own);
    });
  }

  private passOn(): void {
    const [first] = this.waiting;
    if (!first) return void (this.running -= 1);
    const [network, own] = first;
    const next = own.shift()!;
    this.waiting.delete(network);
    if (own.length > 0) this.waiting.set(network, own);
    clearTimeout(next.timer);
    next.go();
  }
}
