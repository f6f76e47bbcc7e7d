import { cancelBulkJob, listBulkJobs, startBulkJob, undoBulkJob, type ParsedInputOf } from '@lead-finder/contracts';
import { Database, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';
import { BulkJobProcessor } from './bulk-job.processor.js';
import { BulkJobRepository } from './bulk-job.repository.js';

@Controller()
export class BulkJobHandlers {
  constructor(
    private readonly database: Database,
    private readonly jobs: BulkJobRepository,
    private readonly processor: BulkJobProcessor,
    private readonly userReplica: UserReplica,
  ) {}

  @Handle(startBulkJob)
  async start(input: ParsedInputOf<typeof startBulkJob>, context: ActorContext) {
    const { action, newUserIds, newUserId } = input;
    if (action === 'reassign')
      await this.userReplica.targets(newUserIds ?? [newUserId!], newUserIds ? 'newUserIds' : 'newUserId', context);
    await this.userReplica.addActor(context.actor);
    return this.wakeWorker(await this.jobs.add(input, context.actor));
  }

  @Handle(listBulkJobs)
  async list(input: ParsedInputOf<typeof listBulkJobs>, { actor }: ActorContext) {
    return { jobs: await this.jobs.list(input, actor) };
  }

  @Handle(cancelBulkJob)
  async cancel({ jobId }: ParsedInputOf<typeof cancelBulkJob>, { actor }: ActorContext) {
    return this.wakeWorker(await this.jobs.cancel(jobId, actor));
  }

  /** Undoes a direct action at once, because it has at most 1,000 leads. */
  @Handle(undoBulkJob)
  undo({ jobId }: ParsedInputOf<typeof undoBulkJob>, { actor }: ActorContext) {
    return this.database.transaction(async () => {
      if (!(await this.jobs.undo(jobId, actor)).direct) return this.wakeWorker(await this.jobs.one(jobId, actor));
      await this.processor.finish(jobId);
      return this.jobs.one(jobId, actor);
    });
  }

  private wakeWorker<T extends { id: number }>(job: T): T {
    this.database.afterCommit(() => void this.processor.wake(job.id));
    return job;
  }
}
