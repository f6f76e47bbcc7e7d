import type { PoolClient } from 'pg';
import { callDeadline } from '../context/request-context.js';

interface Work {
  client: PoolClient;
  giveUpAt: number;
  cancelling?: Promise<void>;
}

const checkEveryMs = 500;

/** Cancels a statement whose caller has given up, to free its connection for others. */
export class OverdueWork {
  private readonly running = new Set<Work>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly cancel: (client: PoolClient) => Promise<void>) {}

  watch(client: PoolClient, giveUpAt = callDeadline()): Work | undefined {
    if (giveUpAt === undefined || giveUpAt < performance.now()) return undefined;
    const work: Work = { client, giveUpAt };
    this.running.add(work);
    this.timer ??= setInterval(() => this.cancelOverdue(), checkEveryMs).unref();
    return work;
  }

  /** Await a returned promise, or the cancellation could hit the next statement of the connection. */
  finish(work: Work | undefined): Promise<void> | undefined {
    if (work) this.running.delete(work);
    return work?.cancelling;
  }

  private cancelOverdue(): void {
    const now = performance.now();
    for (const work of this.running) {
      if (work.giveUpAt > now || work.cancelling) continue;
      work.cancelling = this.cancel(work.client).finally(() => delete work.cancelling);
    }
  }
}
