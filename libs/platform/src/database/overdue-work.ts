import type { PoolClient } from 'pg';
import { callDeadline } from '../context/request-context.js';

interface Work {
  client: PoolClient;
  giveUpAt: number;
  cancelling?: Promise<void>;
}

const checkEveryMs = 500;

/**
 * Ends what runs on a connection for a request whose caller has given up: a statement that waits for a lock, or a server
 * that is slow, would keep the connection from others who still wait.
 */
export class OverdueWork {
  private readonly running = new Set<Work>();
  private timer: NodeJS.Timeout | undefined;

  /** `end` cancels the statement of the server process with this number. */
  constructor(private readonly end: (processId: number) => Promise<void>) {}

  /** What a request left behind to go on by itself, after its deadline, runs as long as it takes. */
  watch(client: PoolClient, giveUpAt = callDeadline()): Work | undefined {
    if (giveUpAt === undefined || giveUpAt < performance.now()) return undefined;
    const work: Work = { client, giveUpAt };
    this.running.add(work);
    this.timer ??= setInterval(() => this.cancelOverdue(), checkEveryMs).unref();
    return work;
  }

  /** To be awaited where it answers something: or the word to end this statement would meet the connection's next one. */
  finish(work: Work | undefined): Promise<void> | undefined {
    if (work) this.running.delete(work);
    return work?.cancelling;
  }

  private cancelOverdue(): void {
    const now = performance.now();
    for (const work of this.running) {
      if (work.giveUpAt > now || work.cancelling) continue;
      const { processID } = work.client as PoolClient & { processID: number };
      work.cancelling = this.end(processID).finally(() => delete work.cancelling);
    }
  }
}
