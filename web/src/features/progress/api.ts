import type {
  Brief,
  BulkResult,
  getOwnWeek,
  getProgressLeads,
  getStatusFunnel,
  getTeamDays,
  MemberWeeks,
  MonthlyContacts,
  OutputOf,
  ProgressKind,
  ProgressRecord,
  TeamGoal,
  WeeklyContacts,
} from '@lead-finder/contracts';
import {
  keepPreviousData,
  type QueryFunctionContext,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { request } from '../../lib/http';
import { requestUnlessCached } from '../../lib/etag-cache';
import { announceLeadsChanged } from '../../lib/lead-changes';
import { addressOf, readWithHeaders } from '../../lib/query-client';
import type { UserOption } from '../../ui/user-select';
import type { Span } from './calendar.rules';

export const weeklyKey = ['/api/weekly-contacts'] as const;
export const monthlyKey = ['/api/today-contacts'] as const;

/** Counts as automatic even the first time, so that a failing poll does not extend the session. */
const readAutomatically = <T>({ queryKey, signal }: QueryFunctionContext): Promise<T> =>
  requestUnlessCached(addressOf(queryKey), { signal, automatic: true });

/** docs/product/progress.md#refresh-of-the-meters */
const polling = { refetchInterval: 5_000, staleTime: 2_000 };

export const useWeek = () => useQuery<WeeklyContacts>({ queryKey: weeklyKey, queryFn: readAutomatically, ...polling });
export const useMonth = () =>
  useQuery<MonthlyContacts>({ queryKey: monthlyKey, queryFn: readAutomatically, ...polling });

export const useOwnWeek = () =>
  useQuery<OutputOf<typeof getOwnWeek>>({ queryKey: ['/api/progress/my-week'], refetchOnMount: 'always' });

/**
 * The contacts of every active user in one period, with one retry (docs/product/progress.md#team-progress-page). `on`
 * selects an earlier period.
 */
const useRecords = (path: string, on: string | undefined) =>
  useQuery<ProgressRecord[]>({
    queryKey: on === undefined ? [path] : [path, { on }],
    retry: 1,
    retryDelay: 1_000,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

export const useTeamMonth = (on?: string) => useRecords('/api/team-progress', on);
export const useTeamWeek = (on?: string) => useRecords('/api/team-progress-weekly', on);
/** The week before the one that contains `on`. */
export const useTeamLastWeek = (on?: string) => useRecords('/api/team-progress-last-week', on);

const fresh = { refetchOnMount: 'always' } as const;

export type TeamDay = OutputOf<typeof getTeamDays>[number];
export type FunnelStep = OutputOf<typeof getStatusFunnel>[number];

export const useTeamWeeks = (on?: string) =>
  useQuery<MemberWeeks[]>({ queryKey: ['/api/progress/weeks', { on }], ...fresh, placeholderData: keepPreviousData });
export const useTeamDays = (span: Span) =>
  useQuery<TeamDay[]>({ queryKey: ['/api/progress/days', span], ...fresh, placeholderData: keepPreviousData });
export const useFunnel = () => useQuery<FunnelStep[]>({ queryKey: ['/api/progress/funnel'], ...fresh });
/** The goals that held on that day, of the teams that the user leads. */
export const useTeamGoals = (on: string) => useQuery<TeamGoal[]>({ queryKey: ['/api/teams/goals', { on }], ...fresh });
export const useBrief = () => useQuery<Brief>({ queryKey: ['/api/progress/brief'], ...fresh });

export type CountedLead = OutputOf<typeof getProgressLeads>['leads'][number];

export interface LeadsQuery extends Partial<Span> {
  kind: ProgressKind;
  /** Undefined for the whole team. */
  userId?: number;
  page: number;
  pageSize: number;
}

const leadsPath = '/api/progress/leads';

/** The leads behind a number. */
export const useCountedLeads = (query: LeadsQuery) =>
  useQuery<{ leads: CountedLead[]; total: number }>({
    queryKey: [leadsPath, query],
    queryFn: async (context) => {
      const { data, headers } = await readWithHeaders<CountedLead[]>(context);
      return { leads: data, total: Number(headers.get('X-Total-Count') ?? data.length) };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const useReassignmentTargets = () =>
  useQuery<UserOption[]>({ queryKey: ['/api/users-for-reassignment'], ...fresh });

/** Reassigns leads of the list. Pages that list leads read again. */
export function useReassignAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { ids: number[]; newUserId: number }) => request<BulkResult>('POST', '/api/bulk/reassign', body),
    onSuccess: () => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/progress/') });
      announceLeadsChanged(client);
    },
  });
}
