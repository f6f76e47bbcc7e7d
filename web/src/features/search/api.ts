import type {
  BusinessResult,
  InputOf,
  LeadStatus,
  OutputOf,
  PlacesNotice,
  SelectableUser,
  UserSummary,
  SearchResponse,
  SearchRequest,
  assignBusiness,
  exportRequest,
  getPlacesNotices,
} from '@lead-finder/contracts';
import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request, send } from '../../lib/http';

const searchPath = '/api/search-businesses';
export const searchesKey = [searchPath] as const;
export const areaResultsKey = ['/api/area-searches/:id/results'] as const;

/** Retries once after a second (docs/product/finding.md#search-call). Leaving the page aborts the request. */
const searchQuery = (search: SearchRequest) =>
  queryOptions({
    queryKey: [...searchesKey, search],
    queryFn: ({ signal }) => request<SearchResponse>('POST', searchPath, search, { signal }),
    retry: 1,
    retryDelay: 1_000,
  });

export const useSearchBusinesses = (search: SearchRequest, enabled: boolean) =>
  useQuery({ ...searchQuery(search), enabled });

/** Starts the search while the page still loads, so that the response does not wait for the render. */
export const prefetchSearch = (client: QueryClient, search: SearchRequest): void =>
  void client.prefetchQuery(searchQuery(search));

/** The notice that each search fails, with a text for administrators. Undefined if the provider lacks no setting. */
export const useMissingProvider = (): PlacesNotice | undefined =>
  useQuery<OutputOf<typeof getPlacesNotices>>({ queryKey: ['/api/places-notices'] }).data?.notices.find(
    ({ code }) => code === 'places_provider_missing',
  );

type ExportRequest = z.input<typeof exportRequest>;

export const useExportBusinesses = () =>
  useMutation({
    mutationFn: async ({ search, placeIds }: { search: Partial<SearchRequest>; placeIds: string[] }) => {
      const body: ExportRequest = { ...search, format: 'csv', placeIds };
      return (await send('POST', '/api/export-businesses', body)).blob();
    },
  });

/** Read each time, because a new user can be chosen. */
export const usePeopleToAssign = () => useQuery<SelectableUser[]>({ queryKey: ['/api/admin/users'], staleTime: 0 });

/** The payload of docs/product/finding.md#assign-call. */
export type Assignment = Required<Omit<InputOf<typeof assignBusiness>, 'areaSearchId'>> & {
  areaSearchId?: number | undefined;
  status: LeadStatus;
  viewed: boolean;
  archived: boolean;
  createdBy: number;
  notes: string;
};

export const assign = (assignment: Assignment): Promise<unknown> => request('POST', '/api/assign-business', assignment);

const leadLists = ['/api/admin/all-assignments', '/api/my-businesses'];

/** After an assignment: marks the shown results as taken, and the lead lists as out of date. */
export function notifyOfNewLeads(client: QueryClient, owner: UserSummary, businesses: readonly BusinessResult[]): void {
  const ids = new Set(businesses.map(({ id }) => id));
  const takenBy = { user: owner, status: 'new' as const, existingCustomer: false };
  const answers = [searchesKey, areaResultsKey].flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }));
  for (const { queryKey, state } of answers) {
    const mark = (answer?: SearchResponse) =>
      answer && {
        ...answer,
        businesses: answer.businesses.map((business) =>
          ids.has(business.id) ? { ...business, takenBy: [...business.takenBy, takenBy] } : business,
        ),
      };
    // The result list is unchanged, so its selection stays.
    client.setQueryData<SearchResponse>(queryKey, mark, { updatedAt: state.dataUpdatedAt });
  }
  void client.invalidateQueries({
    predicate: ({ queryKey }) => leadLists.some((path) => String(queryKey[0]).startsWith(path)),
  });
  window.dispatchEvent(new Event('leads-changed'));
}
