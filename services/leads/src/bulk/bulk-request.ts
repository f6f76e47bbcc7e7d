import type { Actor, bulkArchive, KnownUser, OutputOf } from '@lead-finder/contracts';
import { counted, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadAudit } from '../lead/lead-audit.js';
import { alreadyAssigned, maxTags } from '../lead/lead.entity.js';
import { mayToOthers } from '../lead/lead.policy.js';
import { foreignLead, pooledLead, rejectDuplicate } from '../lead/lead.repository.js';
import { Notifications } from '../notification/notifications.js';
import type { Action, BulkOrder } from './bulk-actions.js';
import { BulkChange, type Outcome } from './bulk-change.js';
import type { ChangedLead } from './bulk-records.js';

const messages: Record<Action, (count: string) => string> = {
  delete: (count) => `${count} deleted`,
  archive: (count) => `${count} archived`,
  restore: (count) => `${count} restored`,
  'update-status': (count) => `Status updated for ${count}`,
  reassign: (count) => `${count} reassigned`,
  'return-to-pool': (count) => `${count} returned to the pool`,
  'add-tags': (count) => `Tags added to ${count}`,
  'remove-tags': (count) => `Tags removed from ${count}`,
  'replace-tags': (count) => `Tags replaced for ${count}`,
};

/** A status change cannot be undone, because it has counted as a contact; a deletion has nothing to restore. */
const isUndoable = ({ action, actor }: BulkOrder) =>
  action === 'reassign' ? mayToOthers(actor, 'reassign') : action !== 'update-status' && action !== 'delete';

/** Changes up to 1,000 leads at once. Partial success is a normal result (docs/product/lead-list.md#bulk-results). */
@Injectable()
export class BulkRequest {
  constructor(
    private readonly database: Database,
    private readonly change: BulkChange,
    private readonly notifications: Notifications,
    private readonly audit: LeadAudit,
  ) {}

  async run(order: BulkOrder, ids: number[], newUser?: KnownUser): Promise<OutputOf<typeof bulkArchive>> {
    return this.database.transaction(async () => {
      const outcome = await this.change
        .apply(order, ids, isUndoable(order) ? 'new' : null)
        .catch((error: unknown) => rejectDuplicate(error, newUser?.username ?? ''));
      await this.announce(order, outcome, newUser);
      const { done, refused, jobId } = outcome;
      const reasons = {
        gone: 'Lead not found',
        foreign: foreignLead().message,
        pooled: pooledLead().message,
        duplicate: newUser ? alreadyAssigned(newUser.username).message : 'This business is already in the pool',
        full: `At most ${maxTags} tags`,
      };
      const errors = refused.map(({ id, why }) => ({ id, message: reasons[why] }));
      const message = messages[order.action](`${done} ${done === 1 ? 'business' : 'businesses'}`);
      return { message, results: { success: done, failed: errors.length, errors }, jobId };
    });
  }

  private async announce({ action, actor }: BulkOrder, { changed, jobId }: Outcome, newUser?: KnownUser) {
    if (changed.length === 0) return;
    const ids = changed.map(({ id }) => id);
    if (action === 'return-to-pool') await this.announceReturn(changed, actor, jobId);
    if (action === 'delete') await this.audit.record('leads_deleted', actor, counted(ids.length, 'lead'), { ids });
    if (!newUser) return;
    await this.notifications.reassigned(newUser.id, changed, actor);
    const details = { to: newUser.id, ids, job: jobId };
    await this.audit.record(
      'leads_reassigned',
      actor,
      `${counted(ids.length, 'lead')} to ${newUser.username}`,
      details,
    );
  }

  private async announceReturn(changed: readonly ChangedLead[], actor: Actor, jobId: number | null): Promise<void> {
    const owners = new Map<number, ChangedLead[]>();
    for (const lead of changed) owners.set(lead.previousUserId, [...(owners.get(lead.previousUserId) ?? []), lead]);
    await this.notifications.returned(
      [...owners].map(([userId, leads]) => ({ userId, leads: leads.length, lead: leads[0] })),
      actor,
    );
    const details = { ids: changed.map(({ id }) => id), job: jobId };
    await this.audit.record('leads_returned', actor, counted(changed.length, 'lead'), details);
  }
}
