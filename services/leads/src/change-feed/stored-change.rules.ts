import { isPool, type Change, type ChangedLead, type ChangeType } from '@lead-finder/contracts';
import type { Owners } from '../lead/lead.policy.js';

export interface StoredChange {
  position: number;
  type: ChangeType;
  subjects: number[];
  /** The owner of each lead after the change; the user or the starter of the import. */
  owners: number[];
  previousOwners: number[] | null;
  data: Omit<Change['data'], 'leads'>;
  occurredAt: string;
}

/** A restored database gives a position again, so the id has the time too. */
export const idOfChange = ({ position, occurredAt }: Pick<StoredChange, 'position' | 'occurredAt'>) =>
  `${position}-${Date.parse(occurredAt)}`;

/** Returns what a reader of the leads of `visible` sees of a change, or null if that is nothing. */
export function changeFor(stored: StoredChange, visible: 'all' | ReadonlySet<number>): Change | null {
  const { type, subjects, owners, previousOwners, data, occurredAt } = stored;
  const sees = (owner: number) => visible === 'all' || visible.has(owner);
  const userId = (owner: number) => (isPool(owner) || !sees(owner) ? null : owner);
  const shown = { id: idOfChange(stored), type, timestamp: occurredAt };
  if (!type.startsWith('lead.') && type !== 'activity.added') return sees(owners[0]!) ? { ...shown, data } : null;
  const leads = subjects.flatMap((id, index): ChangedLead[] => {
    const [owner, previous] = [owners[index]!, previousOwners?.[index]];
    if (!sees(owner) && (previous === undefined || !sees(previous))) return [];
    return [{ id, userId: userId(owner), ...(previous !== undefined && { previousUserId: userId(previous) }) }];
  });
  return leads.length > 0 ? { ...shown, data: { leads, ...data } } : null;
}

export const visibleOf = (owners: Owners): 'all' | ReadonlySet<number> => (owners === 'all' ? owners : new Set(owners));
