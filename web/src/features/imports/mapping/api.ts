import type { findMappings, ImportSettings, OutputOf, SavedMapping } from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/http';
import { useReadAgain } from '../../../lib/use-read-again';
import { mappingsKey } from '../api';

/** The settings of the last file with these columns, and the saved ones for it. */
export const useFoundMappings = (headers: readonly string[]) =>
  useQuery<OutputOf<typeof findMappings>>({
    queryKey: [mappingsKey, 'find', headers],
    staleTime: Infinity,
    queryFn: ({ signal }) => request('POST', `${mappingsKey}/find`, { headers }, { signal, automatic: true }),
  });

export const useSavedMappings = () => useQuery<SavedMapping[]>({ queryKey: [mappingsKey] });

interface NewMapping {
  name: string;
  fileName: string;
  headers: readonly string[];
  settings: ImportSettings;
}

const useChange = <T>(mutationFn: (input: T) => Promise<unknown>) =>
  useMutation({ mutationFn, onSuccess: useReadAgain([mappingsKey]) });

export const useSaveMapping = () =>
  useChange((mapping: NewMapping) => request<SavedMapping>('POST', mappingsKey, mapping));
export const useRenameMapping = () =>
  useChange(({ id, name }: Pick<SavedMapping, 'id' | 'name'>) => request('PATCH', `${mappingsKey}/${id}`, { name }));
export const useRemoveMapping = () => useChange((id: number) => request('DELETE', `${mappingsKey}/${id}`));
