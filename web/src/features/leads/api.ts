import type {
  BulkResult,
  leadFacets,
  LeadFilter,
  LeadListRecord,
  leadMap,
  LeadProfile,
  LeadStatus,
  Person,
} from '@lead-finder/contracts';
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request, requestWithHeaders } from '../../lib/http';
import { announceLeadsChanged, announceStatusChanged } from '../../lib/lead-changes';
import { addressOf } from '../../lib/query-client';
import type { BulkAction } from './bulk.rules';

/** Every page of the list begins with it; a hint from the server invalidates by it. */
export const leadListKey = ['/api/admin/all-assignments'] as const;
export const leadMapKey = ['/api/leads/map'] as const;
export const leadFacetsKey = ['/api/lead-facets'] as const;

export type LeadFacets = z.infer<typeof leadFacets>;
/** `sampled`: not every lead was looked at, so that the counts on the map are too low. */
export type LeadMap = z.infer<typeof leadMap> & { sampled: boolean };
export type { LeadListRecord, LeadProfile, Person };

export interface LeadPage {
  leads: LeadListRecord[];
  total: number;
  /** False where the server stopped counting at 10,000 (decisions, section 2). */
  isExact: boolean;
  /** Tells one page of one filter from any other. */
  address: string;
}

interface PageQuery {
  filter: LeadFilter;
  page: number;
  pageSize: number;
  countExactly: boolean;
  enabled: boolean;
}

/** Fetched anew whenever the list opens, since a profile or a colleague may have changed what it shows. */
export const useLeadPage = ({ filter, page, pageSize, countExactly, enabled }: PageQuery) =>
  useQuery<LeadPage>({
    queryKey: [...leadListKey, { ...filter, page, pageSize, count: countExactly ? 'exact' : undefined }],
    queryFn: async ({ queryKey, signal }) => {
      const { data, headers } = await requestWithHeaders<LeadListRecord[]>('GET', addressOf(queryKey), undefined, {
        signal,
      });
      const total = Number(headers.get('X-Total-Count') ?? data.length);
      const isExact = headers.get('X-Total-Count-Exact') !== 'false';
      return { leads: data, total, isExact, address: JSON.stringify({ ...filter, page, pageSize }) };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    enabled,
  });

/** What the filter panel offers; `q` finds values beyond the 50 most frequent. The name filter is no part of it. */
export const useLeadFacets = ({ q: _name, sort: _sort, ...filter }: LeadFilter, enabled: boolean, q = '') =>
  useQuery<LeadFacets>({
    queryKey: [...leadFacetsKey, { ...filter, q }],
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    enabled,
  });

/** `bbox` and `zoom` left out: all leads, for the first view and Reset View. */
export const useLeadMap = ({ sort: _sort, ...filter }: LeadFilter, screen: { bbox: string; zoom: number } | null) =>
  useQuery<LeadMap>({
    queryKey: [...leadMapKey, { ...filter, ...screen }],
    queryFn: async ({ queryKey, signal }) => {
      const { data, headers } = await requestWithHeaders<z.infer<typeof leadMap>>(
        'GET',
        addressOf(queryKey),
        undefined,
        {
          signal,
        },
      );
      return { ...data, sampled: headers.get('X-Sampled') === 'true' };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    // Every move of the map is a key of its own: none is worth keeping long.
    gcTime: 30_000,
  });

/** A popup reads the lead when it opens. */
export const useLeadOfPopup = (uuid: string) =>
  useQuery<LeadProfile>({ queryKey: ['/api/business-profile-by-uuid', uuid], refetchOnMount: 'always' });

export type PeopleList = '/api/admin/users' | '/api/users-for-reassignment';

/** Above this many a dropdown asks for a name (decisions, section 2). */
export const listedPeople = 200;

export const usePeople = (path: PeopleList, enabled = true) =>
  useQuery<Person[]>({ queryKey: [path, { limit: listedPeople + 1 }], refetchOnMount: 'always', enabled });

export const usePeopleByName = (path: PeopleList, q: string) =>
  useQuery<Person[]>({ queryKey: [path, { q, limit: 20 }], placeholderData: keepPreviousData, enabled: q !== '' });

/** What this page shows of leads. */
const shownHere: readonly string[] = [...leadListKey, ...leadMapKey, ...leadFacetsKey];

/**
 * Reads again what the page shows; fails where one of the reads fails. A read that is already under way may be kept:
 * whoever announced a change has mostly begun one.
 */
export const refreshLeads = (client: QueryClient, cancelRefetch = true): Promise<void> =>
  client.invalidateQueries(
    { predicate: ({ queryKey }) => shownHere.includes(String(queryKey[0])) },
    { throwOnError: true, cancelRefetch },
  );

/** Under this name the list tells of its own changes, which it reads again itself. */
export const crmPage = 'crm';

const profileReads = ['/api/business-profile', '/api/assignment-history'];

function useLeadChange<V, R = unknown>(
  change: (input: V) => Promise<R>,
  movesStatus: (input: V) => boolean = () => false,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (_result, input) => {
      if (movesStatus(input)) announceStatusChanged();
      announceLeadsChanged(client, crmPage);
      void client.invalidateQueries({
        predicate: ({ queryKey }) => profileReads.some((path) => String(queryKey[0]).startsWith(path)),
      });
    },
  });
}

export const useMarkViewed = () => useLeadChange((id: number) => request<unknown>('POST', `/api/business-view/${id}`));

export const useSetStatus = () =>
  useLeadChange(
    ({ id, status }: { id: number; status: LeadStatus }) =>
      request<unknown>('PATCH', `/api/business-status/${id}`, { status }),
    () => true,
  );

export const useBulk = () =>
  useLeadChange(
    ({ ids, action: { kind, ...fields } }: { ids: number[]; action: BulkAction }) =>
      request<BulkResult>('POST', `/api/bulk/${kind}`, { ids, ...fields }),
    ({ action }) => action.kind === 'update-status',
  );
