import { PeriodicTask } from '../jobs/periodic-task.js';
import type { Clock } from '../clock/clock.js';
import type { Logger } from '../logging/logger.js';
import type { RetentionContext, RetentionRule } from './retention-rule.js';

const everyMs = 10 * 60_000;
/** The maximum per rule, so that the others get their turn. */
const maxBatches = 100;

/** Deletes expired data of a service in small batches, at start and every ten minutes. */
export class Janitor {
  private readonly task: PeriodicTask;
  private stopping = false;

  constructor(
    private readonly rules: readonly RetentionRule[],
    private readonly context: Omit<RetentionContext, 'now'>,
    private readonly clock: Clock,
    log: Logger,
  ) {
    this.task = new PeriodicTask('Deletion of expired data', () => this.runOnce(), everyMs, log);
  }

  start(): void {
    this.task.start();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.task.stop();
  }

  /** Returns whether there may be more. A failure of one rule does not stop the others. */
  async runOnce(): Promise<boolean> {
    const context = { ...this.context, now: this.clock.now() };
    const problems: unknown[] = [];
    let more = false;
    for (const each of this.rules) {
      try {
        more = (await this.exhaust(each, context)) || more;
      } catch (error) {
        problems.push(error);
      }
    }
    if (problems.length > 0) throw problems.length === 1 ? problems[0] : new AggregateError(problems);
    return more;
  }

  private async exhaust(rule: RetentionRule, context: RetentionContext): Promise<boolean> {
    for (let done = 0; done < maxBatches && !this.stopping; done++) if (!(await rule.forget(context))) return false;
    return true;
  }
}
