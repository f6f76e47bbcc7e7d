import type {
  leadFacets,
  LeadFilter,
  LeadListRecord,
  leadMap,
  LeadProfile,
  SelectableUser,
  UserSummary,
} from '@lead-finder/contracts';
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../lib/http';
import { announceLeadsChanged } from '../../lib/lead-changes';
import { readWithHeaders } from '../../lib/query-client';
import type { PeopleList } from '../../lib/session';

/** The first part of the query key of every list page. A change signal invalidates by it. */
export const leadListKey = ['/api/admin/all-assignments'] as const;
export const leadMapKey = ['/api/leads/map'] as const;
export const leadFacetsKey = ['/api/lead-facets'] as const;

export type LeadFacets = z.infer<typeof leadFacets>;
/** `sampled` means that the clusters have only some of the leads, `totalIsExact: false` that there are more than the totals say. */
export type LeadMap = z.infer<typeof leadMap> & { sampled: boolean; totalIsExact: boolean };
export type { LeadListRecord, LeadProfile, SelectableUser, UserSummary };

export interface LeadPage {
  leads: LeadListRecord[];
  total: number;
  /** False if the server stopped counting at 10,000 (docs/product/lead-list.md#totals). */
  isExact: boolean;
  /** The cursors of the pages beside it. */
  next: string | null;
  previous: string | null;
  /** Identifies one page of one set of filters. */
  address: string;
}

interface PageQuery {
  filter: LeadFilter;
  /** Sorts by the distance from here instead of the filter's sort. */
  near?: string;
  page: number;
  /** Takes precedence over the number of the page. */
  cursor?: string;
  pageSize: number;
  countExactly: boolean;
  enabled: boolean;
}

/** Read each time the list opens, because a profile or another user may have changed the leads. */
export const useLeadPage = ({ filter, near, countExactly, enabled, ...range }: PageQuery) => {
  const query = { ...filter, ...(near && { sort: 'nearest', near }), ...range };
  return useQuery<LeadPage>({
    queryKey: [...leadListKey, { ...query, count: countExactly ? 'exact' : undefined }],
    queryFn: async (context) => {
      const { data, headers } = await readWithHeaders<LeadListRecord[]>(context);
      const total = Number(headers.get('X-Total-Count') ?? data.length);
      const isExact = headers.get('X-Total-Count-Exact') !== 'false';
      return {
        leads: data,
        total,
        isExact,
        next: headers.get('X-Next-Cursor'),
        previous: headers.get('X-Previous-Cursor'),
        address: JSON.stringify(query),
      };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    enabled,
  });
};

/** The options of the filter panel. `q` finds values beyond the 50 most frequent. The name filter does not apply. */
export const useLeadFacets = ({ q: _name, sort: _sort, ...filter }: LeadFilter, enabled: boolean, q = '') =>
  useQuery<LeadFacets>({
    queryKey: [...leadFacetsKey, { ...filter, q }],
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    enabled,
  });

/** Without `bbox` and `zoom` it covers all leads, for the first view and Reset View. */
export const useLeadMap = ({ sort: _sort, ...filter }: LeadFilter, screen: { bbox: string; zoom: number } | null) =>
  useQuery<LeadMap>({
    queryKey: [...leadMapKey, { ...filter, ...screen }],
    queryFn: async (context) => {
      const { data, headers } = await readWithHeaders<z.infer<typeof leadMap>>(context);
      return {
        ...data,
        sampled: headers.get('X-Sampled') === 'true',
        totalIsExact: headers.get('X-Total-Count-Exact') !== 'false',
      };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    // Each move of the map has its own key, so none stays in the cache for long.
    gcTime: 30_000,
  });

/** Read when the popup opens. */
export const useLeadDetails = (uuid: string) =>
  useQuery<LeadProfile>({ queryKey: ['/api/business-profile-by-uuid', uuid], refetchOnMount: 'always' });

/** Above this number a dropdown becomes a search by name (docs/product/lead-list.md#dropdowns-of-users). */
export const maxListedPeople = 200;

export const usePeople = (path: PeopleList | null, enabled = true) =>
  useQuery<SelectableUser[]>({
    queryKey: [path, { limit: maxListedPeople + 1 }],
    refetchOnMount: 'always',
    enabled: enabled && path !== null,
  });

export const usePeopleByName = (path: PeopleList, q: string) =>
  useQuery<SelectableUser[]>({
    queryKey: [path, { q, limit: 20 }],
    placeholderData: keepPreviousData,
    enabled: q !== '',
  });

const listReads: readonly string[] = [...leadListKey, ...leadMapKey, ...leadFacetsKey];

/**
 * Reads again what the page shows. Rejects if one of the reads fails. A running read is not restarted, because the
 * announcement of a change has usually started it.
 */
export const refreshLeads = (client: QueryClient, cancelRefetch = true): Promise<void> =>
  client.invalidateQueries(
    { predicate: ({ queryKey }) => listReads.includes(String(queryKey[0])) },
    { throwOnError: true, cancelRefetch },
  );

/** Names the list as the source of a change. The list refreshes itself after its own changes. */
export const crmPage = 'crm';

const profileReads = ['/api/business-profile', '/api/assignment-history'];

/** Marks the lists as out of date after a change, and the profiles too. */
export function useListEffects() {
  const client = useQueryClient();
  return {
    onSuccess: () => {
      announceLeadsChanged(client, crmPage);
      void client.invalidateQueries({
        predicate: ({ queryKey }) => profileReads.some((path) => String(queryKey[0]).startsWith(path)),
      });
    },
  };
}

export const useMarkViewed = () =>
  useMutation({
    mutationFn: (id: number) => request<unknown>('POST', `/api/business-view/${id}`),
    ...useListEffects(),
  });
