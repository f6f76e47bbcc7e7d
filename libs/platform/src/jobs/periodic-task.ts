import type { Logger } from '../logging/logger.js';

/** Runs the work repeatedly, never twice at a time: at once if woken or if there is more, else after a pause. */
export class PeriodicTask {
  private running: Promise<void> | null = null;
  private stopping = false;
  private woken = false;
  private failing = false;
  private endPause = () => {};

  constructor(
    private readonly name: string,
    private readonly work: () => Promise<boolean>,
    private readonly everyMs: number,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  wake(): void {
    this.woken = true;
    // After a failure the pause stays, so that new work does not hammer a dependency that is down.
    if (!this.failing) this.endPause();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.endPause();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.woken = false;
      const more = await this.attempt();
      if (!this.stopping && !more && (this.failing || !this.woken)) await this.pause();
    }
  }

  private async attempt(): Promise<boolean> {
    try {
      const more = await this.work();
      if (this.failing) this.log.info(`${this.name}: working again`);
      this.failing = false;
      return more;
    } catch (error) {
      if (!this.failing) this.log.warn({ err: error }, `${this.name} failed. It is retried by itself.`);
      this.failing = true;
      return false;
    }
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.everyMs);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
