import {
  bulkAddTags,
  bulkArchive,
  bulkDelete,
  bulkReassign,
  bulkRemoveTags,
  bulkRestore,
  bulkReturn,
  bulkSetStatus,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { distinctTags } from '../lead/lead.entity.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { nothingMore } from './bulk-actions.js';
import { BulkRequest } from './bulk-request.js';

@Controller()
export class BulkHandlers {
  constructor(
    private readonly requests: BulkRequest,
    private readonly userReplica: UserReplica,
  ) {}

  @Handle(bulkDelete)
  delete({ ids }: ParsedInputOf<typeof bulkDelete>, { actor }: ActorContext) {
    return this.requests.run({ ...nothingMore, action: 'delete', actor }, ids);
  }

  @Handle(bulkArchive)
  archive({ ids }: ParsedInputOf<typeof bulkArchive>, { actor }: ActorContext) {
    return this.requests.run({ ...nothingMore, action: 'archive', actor }, ids);
  }

  @Handle(bulkRestore)
  restore({ ids }: ParsedInputOf<typeof bulkRestore>, { actor }: ActorContext) {
    return this.requests.run({ ...nothingMore, action: 'restore', actor }, ids);
  }

  @Handle(bulkSetStatus)
  setStatus({ ids, status }: ParsedInputOf<typeof bulkSetStatus>, { actor }: ActorContext) {
    return this.requests.run({ ...nothingMore, action: 'update-status', actor, toStatus: status }, ids);
  }

  @Handle(bulkAddTags)
  addTags({ ids, tags }: ParsedInputOf<typeof bulkAddTags>, { actor }: ActorContext) {
    return this.requests.run({ ...nothingMore, action: 'add-tags', actor, addedTags: distinctTags(tags) }, ids);
  }

  @Handle(bulkRemoveTags)
  removeTags({ ids, tags }: ParsedInputOf<typeof bulkRemoveTags>, { actor }: ActorContext) {
    return this.requests.run({ ...nothingMore, action: 'remove-tags', actor, removedTags: tags }, ids);
  }

  @Handle(bulkReturn)
  returnToPool({ ids, reason, notes }: ParsedInputOf<typeof bulkReturn>, { actor }: ActorContext) {
    const order = { ...nothingMore, action: 'return-to-pool' as const, actor, reason, notes: notes || null };
    return this.requests.run(order, ids);
  }

  @Handle(bulkReassign)
  async reassign({ ids, newUserId, notes }: ParsedInputOf<typeof bulkReassign>, context: ActorContext) {
    const newUser = await this.userReplica.target(newUserId, 'newUserId', context);
    const order = {
      ...nothingMore,
      action: 'reassign' as const,
      actor: context.actor,
      newUserId,
      notes: notes || null,
    };
    return this.requests.run(order, ids, newUser);
  }
}
