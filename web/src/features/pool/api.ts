import type { claimLead, listPool, OutputOf } from '@lead-finder/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http';
import { announceLeadsChanged } from '../../lib/lead-changes';
import { addressOf } from '../../lib/query-client';
import type { DevicePosition } from '../../lib/use-device-position';

export type PoolPage = OutputOf<typeof listPool>;
export type Claimed = OutputOf<typeof claimLead>;

const address = '/api/pool';
const pageSize = 20;

/** The pool of the user's team, page by page: the newest first, or the nearest to the device. */
export const usePool = (q: string, near: DevicePosition | null) =>
  useInfiniteQuery({
    queryKey: [address, { q, near }],
    queryFn: ({ pageParam, signal }) => {
      const order = near ? { sort: 'nearest', near: `${near.latitude},${near.longitude}` } : {};
      const query = { ...order, ...pageParam, q: q.trim() || undefined, pageSize };
      return request<PoolPage>('GET', addressOf([address, query]), undefined, { signal });
    },
    initialPageParam: {} as { cursor?: string; page?: number },
    getNextPageParam: ({ nextCursor, total }, pages) => {
      if (!near) return nextCursor ? { cursor: nextCursor } : undefined;
      return pages.length * pageSize < total ? { page: pages.length + 1 } : undefined;
    },
    refetchOnMount: 'always',
  });

export function useClaim() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request<Claimed>('POST', `${address}/${id}/claim`),
    onSuccess: () => announceLeadsChanged(client),
  });
}
