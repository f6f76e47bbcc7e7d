import { countOpenLeads, startBulkJob } from '@lead-finder/contracts';
import { AppError, asService, Bus, currentRequestId, Database } from '@lead-finder/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ProviderLog } from '../provider/provider-log.js';
import { UserRepository } from '../user/user.repository.js';
import { AdminNotices } from './admin-notices.js';
import { LeaverRule, type HandOverAction } from './leaver-rule.js';
import { ProvisioningTasks, type Task } from './provisioning-tasks.js';

/** Starts the job that moves the leads of a leaver by the organisation's rule, or asks the administrators. */
@Injectable()
export class HandOver implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly users: UserRepository,
    private readonly rule: LeaverRule,
    private readonly tasks: ProvisioningTasks,
    private readonly notices: AdminNotices,
    private readonly entries: ProviderLog,
  ) {}

  onModuleInit(): void {
    this.tasks.register('hand_over', (task) => this.run(task));
  }

  private async run(task: Task): Promise<void> {
    const { userId, provider } = task;
    const user = await this.users.find(userId);
    if (!user || user.active) return this.tasks.finish(task);
    const action = await this.rule.handOverOf(userId);
    const jobId = action ? await this.move(task, action) : null;
    const isAsked = jobId === null && (await this.hasLeads(userId));
    await this.database.transaction(async () => {
      await this.tasks.finish(task);
      if (isAsked) await this.notices.add('leads_left', provider, user);
      if (!isAsked && (jobId === null || !action)) return;
      const details = isAsked
        ? 'An administrator must choose where the leads go'
        : `The leads move to ${receiversText(action!)}, as bulk job ${jobId}`;
      const { username } = user;
      await this.entries.add({ kind: 'scim', provider, userId, username, outcome: 'done', problem: null, details });
    });
  }

  /** The key of the task makes a second attempt return the first job. Returns null if nothing can move. */
  private async move({ id, userId }: Task, action: HandOverAction): Promise<number | null> {
    const caller = {
      actor: await this.rule.administrator(),
      requestId: currentRequestId(),
      idempotencyKey: `hand-over-${id}`,
    };
    const filter = { userId, archived: 'any' as const, existingCustomers: true };
    try {
      return (await this.bus.call(startBulkJob, { ...action, filter }, caller)).id;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') return null;
      throw error;
    }
  }

  private async hasLeads(userId: number): Promise<boolean> {
    const [count] = await this.bus.call(countOpenLeads, { userIds: [userId] }, asService());
    return (count?.leads ?? 0) > 0;
  }
}

function receiversText(to: HandOverAction): string {
  if (to.action === 'return-to-pool') return 'the pool';
  return to.newUserIds.length === 1 ? 'one user' : `${to.newUserIds.length} users`;
}
