import type {
  getProgressLeads,
  MonthlyContacts,
  OutputOf,
  ProgressRecord,
  WeeklyContacts,
} from '@lead-finder/contracts';
import { keepPreviousData, type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { request, requestWithHeaders } from '../../lib/http';
import { addressOf } from '../../lib/query-client';
import type { Period } from './calendar.rules';

export const weeklyKey = ['/api/weekly-contacts'] as const;
export const monthlyKey = ['/api/today-contacts'] as const;

/** No person asks for these, not even the first time: while the answer fails, too, they keep no session alive. */
const readUnasked = <T>({ queryKey, signal }: QueryFunctionContext): Promise<T> =>
  request('GET', addressOf(queryKey), undefined, { signal, automatic: true });

/** Specification section 9. */
const polling = { refetchInterval: 5_000, staleTime: 2_000 };

export const useWeek = () => useQuery<WeeklyContacts>({ queryKey: weeklyKey, queryFn: readUnasked, ...polling });
export const useMonth = () => useQuery<MonthlyContacts>({ queryKey: monthlyKey, queryFn: readUnasked, ...polling });

const teamPaths: Record<Period, string> = {
  week: '/api/team-progress-weekly',
  lastWeek: '/api/team-progress-last-week',
  month: '/api/team-progress',
};

/** Every active person's contacts of a period; tried again once (specification section 9). */
export const useTeam = (period: Period) =>
  useQuery<ProgressRecord[]>({
    queryKey: [teamPaths[period]],
    retry: 1,
    retryDelay: 1_000,
    refetchOnMount: 'always',
  });

export type CountedLead = OutputOf<typeof getProgressLeads>['leads'][number];

export interface LeadsQuery {
  userId: number;
  from: string;
  to: string;
  page: number;
  pageSize: number;
}

/** The leads behind a number, newest first. */
export const useCountedLeads = (query: LeadsQuery) =>
  useQuery<{ leads: CountedLead[]; total: number }>({
    queryKey: ['/api/progress/leads', { ...query, kind: 'contacts' }],
    queryFn: async ({ queryKey, signal }) => {
      const address = addressOf(queryKey);
      const { data, headers } = await requestWithHeaders<CountedLead[]>('GET', address, undefined, { signal });
      return { leads: data, total: Number(headers.get('X-Total-Count') ?? data.length) };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
