import type { addLeave, InputOf, Leave, leaveForm, SelectableUser } from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../lib/http';
import { useReadAgain } from '../../lib/use-read-again';

export type { Leave };
export type LeaveForm = z.output<typeof leaveForm>;

const key = '/api/leaves';
const peopleKey = '/api/users-for-reassignment';

export const useLeaves = (userId: number) =>
  useQuery<Leave[]>({ queryKey: [key, { userId }], staleTime: 0, gcTime: 0 });
/** The people whose leave a manager or an administrator enters. */
export const usePeople = (enabled: boolean) => useQuery<SelectableUser[]>({ queryKey: [peopleKey], enabled });
export const useStandIns = () => useQuery<SelectableUser[]>({ queryKey: [peopleKey, { canStandIn: true }] });

const useLeaveChange = <Change, Answer>(mutationFn: (change: Change) => Promise<Answer>) =>
  useMutation({ mutationFn, onSettled: useReadAgain([key], [peopleKey], ['/api/admin/users']) });

/** Adds a leave, or changes the one with this id. */
export const useSaveLeave = (userId: number) =>
  useLeaveChange(({ id, ...form }: LeaveForm & { id: number | undefined }) =>
    id === undefined
      ? request<{ message: string }>('POST', key, { ...form, userId } satisfies InputOf<typeof addLeave>)
      : request<{ message: string }>('PUT', `${key}/${id}`, form),
  );

export const useRemoveLeave = () => useLeaveChange((id: number) => request<void>('DELETE', `${key}/${id}`));
