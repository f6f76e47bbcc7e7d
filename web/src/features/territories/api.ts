import type {
  createTerritory,
  importTerritories,
  InputOf,
  listTerritoryOverlaps,
  OutputOf,
  Territory,
  TerritoryTree,
  updateTerritory,
  SelectableUser,
  TeamTree,
} from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http';
import { geoJsonPath } from '../../lib/territories';
import { useToast } from '../../ui/toasts';

export type { Territory, TerritoryTree };
export type Change = Omit<InputOf<typeof updateTerritory>, 'id' | 'version'>;

export const useTerritories = () => useQuery<TerritoryTree>({ queryKey: ['/api/territories'] });
export const useOverlaps = (territory: Territory) =>
  useQuery<OutputOf<typeof listTerritoryOverlaps>>({
    queryKey: [`/api/territories/${territory.id}/overlaps`],
    enabled: territory.overlaps.length > 0,
  });
export const usePeople = () => useQuery<SelectableUser[]>({ queryKey: ['/api/admin/users'] });
export const useTeams = () => useQuery<TeamTree>({ queryKey: ['/api/teams'] });

function useTerritoryChange<V, A>(failure: string, call: (values: V) => Promise<A>) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: call,
    onError: (error) => toast.failure(error, failure),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/territories') }),
  });
}

export const useCreateTerritory = () =>
  useTerritoryChange('The territory was not added', (form: InputOf<typeof createTerritory>) =>
    request<Territory>('POST', '/api/territories', form),
  );

/** Rejects if another administrator changed it since it was loaded. */
export const useUpdateTerritory = () =>
  useTerritoryChange('The territory was not saved', ({ of, ...change }: Change & { of: Territory }) =>
    request<Territory>('PATCH', `/api/territories/${of.id}`, { ...change, version: of.version }),
  );

export const useRemoveTerritory = () =>
  useTerritoryChange('The territory was not removed', (id: number) =>
    request<void>('DELETE', `/api/territories/${id}`),
  );

export const useImportTerritories = () =>
  useTerritoryChange('The file was not loaded', (geojson: string) =>
    request<OutputOf<typeof importTerritories>>('POST', geoJsonPath, { geojson }),
  );
