import {
  bulkArchive,
  bulkDelete,
  bulkReassign,
  bulkRestore,
  bulkSetStatus,
  type BulkResult,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { BulkReassign } from './bulk-reassign.js';
import { LeadBulkRepository, type Outcome } from './lead-bulk.repository.js';

/** The five bulk actions. Partial success is a normal result (docs/product/lead-list.md#bulk-results). */
@Controller()
export class LeadBulkHandlers {
  constructor(
    private readonly leads: LeadBulkRepository,
    private readonly reassignment: BulkReassign,
  ) {}

  @Handle(bulkDelete)
  async delete({ ids }: ParsedInputOf<typeof bulkDelete>, { actor }: ActorContext) {
    return resultOf(await this.leads.delete(ids, actor), (count) => `${count} deleted`);
  }

  @Handle(bulkArchive)
  async archive({ ids }: ParsedInputOf<typeof bulkArchive>, { actor }: ActorContext) {
    return resultOf(await this.leads.archive(ids, actor), (count) => `${count} archived`);
  }

  @Handle(bulkRestore)
  async restore({ ids }: ParsedInputOf<typeof bulkRestore>, { actor }: ActorContext) {
    return resultOf(await this.leads.restore(ids, actor), (count) => `${count} restored`);
  }

  @Handle(bulkSetStatus)
  async setStatus({ ids, status }: ParsedInputOf<typeof bulkSetStatus>, { actor }: ActorContext) {
    return resultOf(await this.leads.setStatus(ids, status, actor), (count) => `Status updated for ${count}`);
  }

  @Handle(bulkReassign)
  async reassign(input: ParsedInputOf<typeof bulkReassign>, context: ActorContext) {
    return resultOf(await this.reassignment.run(input, context), (count) => `${count} reassigned`);
  }
}

function resultOf({ done, errors }: Outcome, say: (count: string) => string): BulkResult {
  const count = `${done.length} ${done.length === 1 ? 'business' : 'businesses'}`;
  return { message: say(count), results: { success: done.length, failed: errors.length, errors } };
}
