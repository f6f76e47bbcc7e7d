import type {
  AreaSearch,
  InputOf,
  SearchResponse,
  listAreaSearches,
  OutputOf,
  startAreaSearch,
} from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/http';
import { areaResultsKey } from '../api';

const areaSearches = '/api/area-searches';
const pollMs = 2_000;

export const isRunning = ({ status }: AreaSearch): boolean => status === 'running' || status === 'stopping';

/** Polls every two seconds while one of them runs. */
export const useAreaSearches = () =>
  useQuery<OutputOf<typeof listAreaSearches>>({
    queryKey: [areaSearches],
    staleTime: 0,
    meta: { automatic: true },
    refetchInterval: ({ state }) => (state.data?.searches.some(isRunning) ? pollMs : false),
  });

/** A page of the businesses found so far. Read each time, because a search may have found more. */
export const useAreaResults = (searchId: number, page: number, pageSize: number) =>
  useQuery<SearchResponse>({
    queryKey: [...areaResultsKey, searchId, { page, pageSize }],
    staleTime: 0,
  });

type Order =
  | { do: 'start'; search: InputOf<typeof startAreaSearch> }
  | { do: 'stop'; id: number }
  | { do: 'continue'; id: number; budget: number };

/** Starts, stops or continues an area search, then reads the list again. */
export function useAreaOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) => {
      if (order.do === 'start') return request<AreaSearch>('POST', areaSearches, order.search);
      const body = order.do === 'continue' ? { budget: order.budget } : undefined;
      return request<AreaSearch>('POST', `${areaSearches}/${order.id}/${order.do}`, body);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [areaSearches] }),
  });
}
