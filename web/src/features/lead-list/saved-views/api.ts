import type { changeView, InputOf, SavedView, saveView, TeamTree } from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/http';
import { isAdmin, useUser } from '../../../lib/session';
import { useReadAgain } from '../../../lib/use-read-again';

export type { SavedView };
export type ViewToSave = InputOf<typeof saveView>;

const key = '/api/saved-views';

/** The counts are of the moment of reading, so the menu reads them again when it opens. */
export const useSavedViews = () => useQuery<SavedView[]>({ queryKey: [key] });

/** Saves a new view, or changes the one with this key. */
export const useSaveView = () =>
  useMutation({
    mutationFn: ({ key: viewKey, ...view }: Partial<ViewToSave> & Partial<Pick<InputOf<typeof changeView>, 'key'>>) =>
      viewKey ? request<SavedView>('PATCH', `${key}/${viewKey}`, view) : request<SavedView>('POST', key, view),
    onSettled: useReadAgain([key]),
  });

/** The teams that a view can be for: those of a manager, all teams for an administrator, undefined while they load. */
export function useViewTeams(): readonly { id: number; name: string }[] | undefined {
  const user = useUser();
  const { data } = useQuery<TeamTree>({ queryKey: ['/api/teams'], enabled: isAdmin(user) });
  return isAdmin(user) ? data?.teams : (user.teams ?? []);
}

export const useRemoveView = () =>
  useMutation({
    mutationFn: (viewKey: string) => request<{ message: string }>('DELETE', `${key}/${viewKey}`),
    onSettled: useReadAgain([key]),
  });
