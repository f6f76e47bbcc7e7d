import type { bulkReassign, listLeads } from '@lead-finder/contracts';
import type { z } from 'zod';
import { request, requestWithHeaders } from '../../lib/http';
import { addressOf } from '../../lib/query-client';

type LeadPage = z.infer<(typeof listLeads)['output']>['leads'];
type BulkAnswer = z.infer<(typeof bulkReassign)['output']>;

export interface HandedOver {
  moved: number;
  /** Leads that stay because the receiver already has the same business. */
  left: number;
}

interface HandOver {
  from: number;
  to: number;
  onProgress: (soFar: HandedOver) => void;
  /** Stops after the current page. */
  signal: AbortSignal;
}

/**
 * Moves all leads of a user to another one, including archived ones and existing customers, one page of ids at a time.
 * The pages exclude leads that moved since the start, so leads that stay are not returned again.
 */
export async function handOver({ from, to, onProgress, signal }: HandOver): Promise<HandedOver> {
  const soFar: HandedOver = { moved: 0, left: 0 };
  let cursor: string | undefined;
  do {
    const query = { userId: from, archived: 'any', existingCustomers: true, pageSize: 100, cursor };
    const address = addressOf(['/api/admin/all-assignments', query]);
    const { data, headers } = await requestWithHeaders<LeadPage>('GET', address);
    if (data.length === 0) break;
    const ids = data.map(({ userBusiness }) => userBusiness.id);
    const { results } = await request<BulkAnswer>('POST', '/api/bulk/reassign', { ids, newUserId: to });
    soFar.moved += results.success;
    soFar.left += results.failed;
    onProgress({ ...soFar });
    cursor = headers.get('X-Next-Cursor') ?? undefined;
  } while (cursor && !signal.aborted);
  return soFar;
}
