import { AppError, BackgroundTask, Clock, Database, LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ProviderLog } from '../provider/provider-log.js';

export type TaskKind = 'place' | 'hand_over';
export interface Task {
  id: number;
  kind: TaskKind;
  userId: number;
  provider: string;
  failures: number;
}

const atOnce = 50;
const everyMs = 10_000;
/** A task whose process stopped in the middle is due again after it. */
const leaseSeconds = 60;
const passing: unknown[] = ['unavailable', 'timed_out', 'limited', 'internal'];

/**
 * What follows from a request of a provider and may take longer than it: the roles of a group's members, and where the leads
 * of a leaver go. A task is stored in the transaction of its cause and runs at least once.
 */
@Injectable()
export class ProvisioningTasks extends BackgroundTask {
  protected readonly task: PeriodicTask;
  private readonly workers = new Map<TaskKind, (task: Task) => Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entries: ProviderLog,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super();
    this.task = new PeriodicTask('Tasks of provisioning', () => this.work(), everyMs, log);
  }

  /** The worker calls `finish` first in its transaction, or after work that no transaction covers. */
  register(kind: TaskKind, worker: (task: Task) => Promise<void>): void {
    this.workers.set(kind, worker);
  }

  async add(kind: TaskKind, userIds: readonly number[], provider: string): Promise<void> {
    if (userIds.length === 0) return;
    await this.database.query(
      `insert into provisioning_tasks (kind, user_id, provider, due_at) select $1, unnest($2::bigint[]), $3, $4
       on conflict (user_id, kind) do update set due_at = excluded.due_at, provider = excluded.provider`,
      [kind, userIds, provider, this.clock.now()],
    );
    this.database.afterCommit(() => this.task.wake());
  }

  async cancel(kind: TaskKind, userId: number): Promise<void> {
    await this.database.query('delete from provisioning_tasks where kind = $1 and user_id = $2', [kind, userId]);
  }

  /** Ends the task in the transaction of its work. Work that was added until now is covered, later work is a new task. */
  async finish({ id }: Pick<Task, 'id'>): Promise<void> {
    await this.database.query('delete from provisioning_tasks where id = $1', [id]);
  }

  /** Returns whether there may be more. */
  private async work(): Promise<boolean> {
    const now = this.clock.now();
    const tasks = await this.database.query<Task>(
      `update provisioning_tasks set due_at = $1::timestamptz + make_interval(secs => ${leaseSeconds}) where id in (
         select id from provisioning_tasks where due_at <= $1 order by due_at, id limit ${atOnce} for update skip locked
       ) returning id, kind, user_id as "userId", provider, failures`,
      [now],
    );
    for (const task of tasks.sort((one, other) => one.id - other.id)) await this.attempt(task);
    return tasks.length === atOnce;
  }

  private async attempt(task: Task): Promise<void> {
    try {
      await this.workers.get(task.kind)!(task);
    } catch (error) {
      const isPassing = !(error instanceof AppError) || passing.includes(error.kind);
      this.log.warn(
        { err: error, task },
        `Task of provisioning failed.${isPassing ? ' It is retried by itself.' : ''}`,
      );
      if (!isPassing) return this.giveUp(task, error);
      const seconds = 10 * Math.min(task.failures + 1, 30);
      await this.database.query('update provisioning_tasks set failures = failures + 1, due_at = $2 where id = $1', [
        task.id,
        new Date(this.clock.now().getTime() + seconds * 1_000),
      ]);
    }
  }

  private giveUp(task: Task, { message }: AppError): Promise<void> {
    const { userId, provider } = task;
    return this.database.transaction(async () => {
      await this.finish(task);
      await this.entries.add({
        kind: 'scim',
        provider,
        userId,
        username: '',
        outcome: 'refused',
        problem: null,
        details: message,
      });
    });
  }
}
