import type { DueFollowUp, MyDay } from '@lead-finder/contracts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http';
import { announceLeadsChanged } from '../../lib/lead-changes';
import { addressOf } from '../../lib/query-client';
import type { FollowUpDecision } from '../../ui/follow-up-dialog';

export type { DueFollowUp, MyDay };

const address = '/api/my-day';

/** Page after page of what is due; the first page has the counts and the new leads. */
export const useMyDay = () =>
  useInfiniteQuery({
    queryKey: [address, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      request<MyDay>('GET', addressOf([address, { cursor: pageParam, pageSize: 50 }]), undefined, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchOnMount: 'always',
  });

/** The counts alone, for the word on the home page. */
export const useMyDayCounts = () => useQuery<MyDay>({ queryKey: [address, { pageSize: 1 }], refetchOnMount: 'always' });

export function useDecideFollowUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision }: { id: number; decision: FollowUpDecision }) =>
      request<{ message: string }>('PATCH', `/api/contact-activity/${id}`, decision),
    onSettled: () => announceLeadsChanged(client),
  });
}
