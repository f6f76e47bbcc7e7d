import { isPool } from '@lead-finder/contracts';
import type { Database } from '@lead-finder/platform';
import type { ListCursor } from './lead-cursors.rules.js';
import type { Owners } from '../lead/lead.policy.js';
import { isCounted, type ScopedFilter } from './lead-filter.rules.js';
import { Parameters } from './parameters.js';

/** Where a lead is in the order of the list. */
export interface Position {
  assignedAt: string;
  id: number;
}
export interface Wanted {
  limit: number;
  offset: number;
}

export const orderOf = ({ sort }: ScopedFilter): string =>
  sort === 'newest' ? 'assigned_at desc, id desc' : 'assigned_at, id';

/** The conditions on leads behind a position. */
export function after(from: ListCursor | undefined, filter: ScopedFilter, parameters: Parameters): string[] {
  const conditions: string[] = [];
  if (from) {
    const position = `(${parameters.add(from.assignedAt)}::timestamptz, ${parameters.add(from.id)}::bigint)`;
    conditions.push(`(assigned_at, id) ${filter.sort === 'newest' ? '<' : '>'} ${position}`);
    // Newest first, later assignments come before the position anyway.
    if (filter.sort === 'oldest') conditions.push(`assigned_at <= ${parameters.add(from.began)}`);
  }
  return conditions;
}

/** Without a search, planning takes as long as reading, and one index has the leads of any user in order. */
const isPlain = (filter: ScopedFilter): boolean => isCounted(filter) && !filter.status?.length && !filter.hideClosed;

/**
 * Among the leads of one user, the same index serves any status and state. A pool may have so many leads that another one
 * finds a rare state sooner.
 */
export function isPlannedOnce(filter: ScopedFilter, whose: Owners): boolean {
  if (isPlain(filter)) return true;
  const isOfOne = whose !== 'all' && whose.length === 1 && !isPool(whose[0]!);
  const hasOneStatus = (filter.status?.length ?? 0) < 2;
  return isOfOne && hasOneStatus && isPlain({ ...filter, status: undefined, state: undefined });
}

export function readPositions(
  database: Database,
  leads: string,
  filter: ScopedFilter,
  { offset, limit }: Wanted,
  values: unknown[],
  { beforehand = '', whose = 'all' }: { beforehand?: string; whose?: Owners } = {},
): Promise<Position[]> {
  const order = orderOf(filter);
  // Inside, PostgreSQL would format the date of each lead before the page too, which takes longer than to read it.
  const sql = `${beforehand} select assigned_at::text as "assignedAt", id from (
      select assigned_at, id from ${leads} order by ${order} limit ${limit} offset ${offset}
    ) as shown order by ${order}`;
  return offset === 0 && isPlannedOnce(filter, whose)
    ? database.prepared<Position>(sql, values)
    : database.query<Position>(sql, values);
}
