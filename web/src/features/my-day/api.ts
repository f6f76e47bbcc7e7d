import type {
  DueFollowUp,
  getCalendarState,
  getNextLead,
  MyDay,
  OutputOf,
  QueuedLead,
  renewCalendar,
} from '@lead-finder/contracts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../lib/http';
import { announceLeadsChanged } from '../../lib/lead-changes';
import { addressOf } from '../../lib/query-client';
import { useReadAgain } from '../../lib/use-read-again';
import type { FollowUpDecision } from '../../ui/follow-up-dialog';
import { useToast } from '../../ui/toasts';

export type { DueFollowUp, MyDay };

const address = '/api/my-day';

/** The due leads, page by page. The first page has the counts and the new leads. */
export const useMyDay = () =>
  useInfiniteQuery({
    queryKey: [address, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      request<MyDay>('GET', addressOf([address, { cursor: pageParam, pageSize: 50 }]), undefined, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchOnMount: 'always',
  });

/** Only the counts, for the home page. */
export const useMyDayCounts = () => useQuery<MyDay>({ queryKey: [address, { pageSize: 1 }], refetchOnMount: 'always' });

export function useDecideFollowUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision }: { id: number; decision: FollowUpDecision }) =>
      request<{ message: string }>('PATCH', `/api/contact-activity/${id}`, decision),
    onSettled: () => announceLeadsChanged(client),
  });
}

interface Skipped {
  day: MyDay;
  lead: QueuedLead;
  /** The cursor of the lead before. The queue starts after it. */
  after: string;
  /** Position in the queue of the day, from 1. */
  position: number;
}

const nextLead = async (cursor?: string) => {
  const query = { from: 'my-day', cursor };
  return (await request<OutputOf<typeof getNextLead>>('GET', addressOf(['/api/next-lead', query]))).next;
};

/**
 * Where the queue of the day starts: at its first lead, or after the skipped ones. It restarts at the end and on
 * another day.
 */
export function useSkip(day: MyDay) {
  const toast = useToast();
  const [last, setLast] = useState<Skipped>();
  const skipped = last?.day === day ? last : undefined;
  const { mutate, isPending } = useMutation({
    mutationFn: async (): Promise<Skipped | undefined> => {
      const from = skipped?.lead ?? (await nextLead());
      const lead = from && (await nextLead(from.cursor));
      return lead ? { day, lead, after: from.cursor, position: (skipped?.position ?? 1) + 1 } : undefined;
    },
    onSuccess: setLast,
    onError: (error) => toast.failure(error, 'The next lead could not be read', 'Lead Finder did not answer.'),
  });
  return { skipped, skip: () => mutate(), isBusy: isPending };
}

const calendarKey = '/api/calendar';

/** Whether the user has a calendar address, and since when. Its token is not stored. */
export const useCalendar = () =>
  useQuery<OutputOf<typeof getCalendarState>>({ queryKey: [calendarKey], staleTime: 0, gcTime: 0 });

const useCalendarChange = <Answer>(method: 'POST' | 'DELETE') =>
  useMutation<Answer>({
    mutationFn: () => request<Answer>(method, calendarKey),
    onSettled: useReadAgain([calendarKey]),
  });

export const useRenewCalendar = () => useCalendarChange<OutputOf<typeof renewCalendar>>('POST');
export const useEndCalendar = () => useCalendarChange<{ message: string }>('DELETE');
