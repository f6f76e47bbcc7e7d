import type {
  BulkJob,
  countLeadsOfUser,
  editedUser,
  endAllSessionsOfUser,
  inviteUser,
  newUser,
  SelectableUser,
  setUserActive,
  resetSecondFactor,
  unlockUser,
  User,
  userFilter,
} from '@lead-finder/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { InvalidResponseError, messageOf, request } from '../../lib/http';
import { announceLeadsChanged } from '../../lib/lead-changes';
import { readWithHeaders } from '../../lib/query-client';
import { useReadAgain } from '../../lib/use-read-again';
import type { ListedSession } from '../../ui/session-list';
import { useToast } from '../../ui/toasts';

export type { User };
export type UserFilter = z.input<typeof userFilter>;

const usersKey = '/api/users';
const peopleKey = '/api/admin/users';
/** The reads that show users and are out of date after an account changed. */
const readsWithUsers = [
  usersKey,
  peopleKey,
  '/api/users-for-reassignment',
  '/api/user',
  '/api/teams',
  '/api/holiday-lists',
  '/api/recycling-rules',
];

/** A page of accounts with the count of all matches. The previous page stays until the next one has loaded. */
export const useUsers = (filter: UserFilter) =>
  useQuery({
    queryKey: [usersKey, filter],
    queryFn: async (context) => {
      const { data, headers } = await readWithHeaders<User[]>(context);
      return { users: data, total: Number(headers.get('X-Total-Count') ?? data.length) };
    },
    placeholderData: keepPreviousData,
  });

export const usePeople = () => useQuery<SelectableUser[]>({ queryKey: [peopleKey] });

/** The number of leads that a deletion would remove. Read each time the dialog opens. */
export const useLeadCount = (userId: number, enabled = true) =>
  useQuery<z.infer<(typeof countLeadsOfUser)['output']>>({
    queryKey: ['/api/users/:id/lead-count', userId],
    staleTime: 0,
    gcTime: 0,
    enabled,
  });

/**
 * The server's message or the fallback; a response that is not JSON has its own text
 * (docs/product/accounts.md#texts-of-user-management).
 */
export const failureText = (error: unknown, fallback: string): string =>
  error instanceof InvalidResponseError ? `${fallback}: ${error.message}` : messageOf(error, fallback);

/** Changes accounts, then reads the lists again. A failure shows a toast. */
export function useUserChange<Change, Answer>(
  fallback: string,
  mutationFn: (change: Change) => Promise<Answer>,
  { takesLeads = false } = {},
) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const key of readsWithUsers) void client.invalidateQueries({ queryKey: [key] });
      if (takesLeads) announceLeadsChanged(client);
    },
    onError: (error) => toast.error('Error', failureText(error, fallback), error),
  });
}

export const useCreateUser = () =>
  useUserChange('Failed to create user', (user: z.output<typeof newUser>) => request<User>('POST', usersKey, user));

export const useUpdateUser = (id: number) =>
  useUserChange('Failed to update user', (user: z.output<typeof editedUser> & { currentPassword?: string }) =>
    request<User>('PUT', `${usersKey}/${id}`, user),
  );

export const useResetUserPassword = (id: number) =>
  useUserChange('Failed to reset password', (newPassword: string) =>
    request<void>('POST', `${usersKey}/${id}/reset-password`, { newPassword }),
  );

export const useUnlockUser = (id: number) =>
  useUserChange('Failed to unlock account', () =>
    request<z.infer<(typeof unlockUser)['output']>>('POST', `${usersKey}/${id}/unlock`),
  );

export const useResetSecondFactor = (id: number) =>
  useUserChange('Failed to reset the second factor', () =>
    request<z.infer<(typeof resetSecondFactor)['output']>>('POST', `${usersKey}/${id}/reset-second-factor`),
  );

export const useInviteUser = (id: number) =>
  useUserChange('Failed to send the invitation', () =>
    request<z.infer<(typeof inviteUser)['output']>>('POST', `${usersKey}/${id}/invite`),
  );

export const useSetUserActive = (id: number) =>
  useUserChange('Failed to change account status', (active: boolean) =>
    request<z.infer<(typeof setUserActive)['output']>>('POST', `${usersKey}/${id}/set-active-status`, { active }),
  );

export const useDeleteUser = (id: number) =>
  useUserChange('Failed to delete user', () => request<void>('DELETE', `${usersKey}/${id}`), {
    takesLeads: true,
  });

const sessionsKey = '/api/users/:id/sessions';

/** Read each time the dialog opens, because sessions come and go. */
export const useUserSessions = (userId: number) =>
  useQuery<ListedSession[]>({ queryKey: [sessionsKey, userId], staleTime: 0, gcTime: 0 });

/** Reads the list again in any case, because the session may have ended by itself. */
function useSessionsChange<Change, Answer>(userId: number, mutationFn: (change: Change) => Promise<Answer>) {
  const toast = useToast();
  return useMutation({
    mutationFn,
    onSettled: useReadAgain([sessionsKey, userId]),
    onError: (error) => toast.error('Error', failureText(error, 'Failed to sign out'), error),
  });
}

export const useEndUserSession = (userId: number) =>
  useSessionsChange(userId, (id: string) => request<void>('DELETE', `${usersKey}/${userId}/sessions/${id}`));

export const useEndAllUserSessions = (userId: number) =>
  useSessionsChange(userId, () =>
    request<z.infer<(typeof endAllSessionsOfUser)['output']>>('POST', `${usersKey}/${userId}/sessions/end-all`),
  );

const jobsKey = '/api/bulk-jobs';

/** The job with this id. Polls while it runs, and marks the lead lists as out of date when it has ended. */
export function useReassignment(userId: number, jobId: number | null) {
  const client = useQueryClient();
  const found = useQuery({
    queryKey: [jobsKey],
    enabled: jobId !== null,
    meta: { automatic: true },
    refetchInterval: ({ state }) => (state.data?.find(({ id }) => id === jobId)?.finishedAt ? false : 1_000),
    select: (jobs: BulkJob[]) => jobs.find(({ id }) => id === jobId),
  });
  const hasEnded = Boolean(found.data?.finishedAt);
  useEffect(() => {
    if (!hasEnded) return;
    announceLeadsChanged(client);
    void client.invalidateQueries({ queryKey: ['/api/users/:id/lead-count', userId] });
  }, [client, hasEnded, userId]);
  return found.data;
}

type Receivers = { newUserId: number } | { newUserIds: number[] };

/** Moves all leads of a user, also archived ones and existing customers, as one job that can be undone. */
export function useReassignAll(userId: number) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (to: Receivers | 'pool') =>
      request<BulkJob>('POST', jobsKey, {
        filter: { userId, archived: 'any', existingCustomers: true },
        ...(to === 'pool' ? { action: 'return-to-pool', reason: 'owner_left' } : { action: 'reassign', ...to }),
      }),
    onSuccess: (job) => client.setQueryData<BulkJob[]>([jobsKey], (jobs = []) => [job, ...jobs]),
    onError: (error) => toast.error('Error', failureText(error, 'Failed to reassign leads'), error),
  });
}

export const useStopReassignment = () =>
  useMutation({ mutationFn: (jobId: number) => request<BulkJob>('POST', `${jobsKey}/${jobId}/cancel`) });

interface Colleagues {
  /** Those who can share the leads. */
  present: readonly SelectableUser[];
  onLeave: readonly SelectableUser[];
}

/** The other active people of a user's team (docs/product/teams.md#when-a-user-leaves). */
export function useColleagues({ id, teamId }: User): Colleagues {
  const people = usePeople();
  const { data } = useQuery<User[]>({
    queryKey: [usersKey, { teamId, status: 'active' }],
    enabled: Boolean(teamId),
  });
  const ids = new Set((data ?? []).map((user) => user.id));
  const others = (people.data ?? []).filter((person) => ids.has(person.id) && person.id !== id);
  return {
    present: others.filter(({ leave }) => !leave).slice(0, 500),
    onLeave: others.filter(({ leave }) => leave),
  };
}
