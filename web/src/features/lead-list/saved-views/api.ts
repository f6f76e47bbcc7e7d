import type { changeView, InputOf, SavedView, saveView } from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/http';

export type { SavedView };
export type ViewToSave = InputOf<typeof saveView>;

const key = '/api/saved-views';

/** The counts are of the moment of reading, so the menu reads them again when it opens. */
export const useSavedViews = () => useQuery<SavedView[]>({ queryKey: [key] });

/** Saves a new view, or changes the one with this key. */
export function useSaveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key: viewKey, ...view }: Partial<ViewToSave> & Partial<Pick<InputOf<typeof changeView>, 'key'>>) =>
      viewKey ? request<SavedView>('PATCH', `${key}/${viewKey}`, view) : request<SavedView>('POST', key, view),
    onSettled: () => client.invalidateQueries({ queryKey: [key] }),
  });
}

export function useRemoveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (viewKey: string) => request<{ message: string }>('DELETE', `${key}/${viewKey}`),
    onSettled: () => client.invalidateQueries({ queryKey: [key] }),
  });
}
