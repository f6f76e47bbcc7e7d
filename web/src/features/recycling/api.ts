import type { listRecycling, OutputOf } from '@lead-finder/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http';
import { announceLeadsChanged } from '../../lib/lead-changes';

export type RecyclingPage = OutputOf<typeof listRecycling>;

const address = '/api/recycling';
export const pageSize = 20;

/** The leads that move tonight, or the user's own that were reminded of. */
export const useRecycling = (own: boolean, page: number) =>
  useQuery<RecyclingPage>({
    queryKey: [address, { own, page, pageSize }],
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export function useVeto() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request<unknown>('POST', `${address}/${id}/veto`),
    onSuccess: () => announceLeadsChanged(client),
  });
}
