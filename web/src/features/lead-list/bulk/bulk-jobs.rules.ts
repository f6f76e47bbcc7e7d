import type { BulkJob } from '@lead-finder/contracts';
import { formatDateTime } from '../../../lib/dates';
import { businesses, counted, formatNumber } from '../../../lib/numbers';
import { statusLabel } from '../../../ui/lead-status';

const activeStatuses: readonly BulkJob['status'][] = ['running', 'cancelling', 'undoing'];
export const isActive = ({ status }: BulkJob): boolean => activeStatuses.includes(status);

/** The progress in percent. An undo covers what the job had done. */
export function progressOf({ status, total, done, failed, undone, kept }: BulkJob): number {
  const [reached, all] = status === 'undoing' ? [undone + kept, done] : [done + failed, total];
  return all === 0 ? 100 : Math.min(100, Math.round((100 * reached) / all));
}

const planText = ({ name, version }: NonNullable<BulkJob['plan']>, { live, createdAt }: BulkJob) =>
  live ? `Live by ${name} v${version} from ${formatDateTime(createdAt)}` : `Distribute by ${name} v${version}`;

const actionText = (job: BulkJob): string => {
  const { action, toStatus, newUser, newUsers, plan, removedTags = [], addedTags = [] } = job;
  return {
    delete: 'Delete',
    archive: 'Archive',
    restore: 'Restore',
    'update-status': `Set to ${toStatus ? statusLabel(toStatus) : ''}`,
    reassign: plan
      ? planText(plan, job)
      : `Reassign to ${newUsers ? counted(newUsers, 'user') : (newUser?.fullName ?? '')}`,
    'return-to-pool': 'Return to the pool',
    'add-tags': `Add ${addedTags.join(', ')}`,
    'remove-tags': `Remove ${removedTags.join(', ')}`,
    'replace-tags': `Replace ${removedTags.join(', ')} with ${addedTags.join(', ')}`,
  }[action];
};

export function textOf(job: BulkJob): string {
  const left = job.failed > 0 ? `, ${formatNumber(job.failed)} left as before` : '';
  const kept = job.kept > 0 ? `, ${formatNumber(job.kept)} kept as somebody changed them since` : '';
  const outcome: Record<BulkJob['status'], string> = {
    running: `${formatNumber(job.done)} done`,
    cancelling: 'stopping',
    cancelled: `stopped after ${formatNumber(job.done)}`,
    completed: `${formatNumber(job.done)} done${left}`,
    failed: `stopped after ${formatNumber(job.done)}: somebody in it is gone or may not do it any more`,
    undoing: `${formatNumber(job.undone)} given back`,
    undone: `${formatNumber(job.undone)} given back${kept}`,
  };
  return `${actionText(job)}, ${businesses(job.total)}: ${outcome[job.status]}`;
}
