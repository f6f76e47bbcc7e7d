import type {
  addActivity,
  ContactActivity,
  CustomFieldValue,
  HistoryEntry,
  InputOf,
  LeadContact,
  LeadProfile,
  LeadStatus,
  PoolReason,
  SelectableUser,
  UserBusiness,
} from '@lead-finder/contracts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HttpError, request } from '../../lib/http';
import { callPath, type LeadAddress, readKey } from '../../lib/lead-address';
import { type DevicePosition, useDevicePosition } from '../../lib/use-device-position';
import { announceLeadsChanged } from '../../lib/lead-changes';
import type { FollowUpDecision } from '../../ui/follow-up-dialog';
import { useToast } from '../../ui/toasts';
import { reasonOf, staleOf } from './calls.rules';

export type { ContactActivity, HistoryEntry, LeadProfile, LeadStatus, UserBusiness };

/** Names this page as the source of a change, so that it does not read again what its own call returned. */
export const profilePage = 'lead-profile';

export const profileKey = (lead: LeadAddress) => readKey(lead, 'business-profile');
const historyKey = (lead: LeadAddress) => readKey(lead, 'assignment-history');

/** Read at each opening, because an edit of an old note would have an old version. */
export const useProfile = (lead: LeadAddress) =>
  useQuery<LeadProfile>({ queryKey: profileKey(lead), gcTime: 0, refetchOnMount: 'always' });

export const useHistory = (lead: LeadAddress) => useQuery<HistoryEntry[]>({ queryKey: historyKey(lead), gcTime: 0 });

export const useAllTags = () => useQuery<string[]>({ queryKey: ['/api/all-tags'] });

/** Read when the dialog opens, because a deactivated user is not a target. */
export const useReassignmentTargets = () =>
  useQuery<SelectableUser[]>({ queryKey: ['/api/users-for-reassignment'], gcTime: 0 });

/** Refreshes both reads of the profile page, as a request that the user did not make. */
export const refreshProfile = (client: QueryClient, lead: LeadAddress): void => {
  void client.invalidateQueries({ queryKey: profileKey(lead) });
  void client.invalidateQueries({ queryKey: historyKey(lead) });
};

interface Changed {
  userBusiness: UserBusiness;
}

interface ToastTexts {
  /**
   * The titles of the toasts (docs/product/one-lead.md#texts-of-lead-actions). Without them the change shows no toast.
   */
  done?: string;
  failed?: string;
  /** The sentence below `failed`, for a failure that needs its own. */
  because?: (error: unknown) => string | undefined;
}

/** Changes the lead of this page. */
const useChange = <V, A>(lead: LeadAddress, call: (values: V) => Promise<A>, words: ToastTexts) =>
  useMutation({ mutationFn: call, ...useProfileEffects(lead, words) });

/** After a change it shows the response at once and marks the lists as out of date. */
export function useProfileEffects(lead: LeadAddress, words: ToastTexts) {
  const client = useQueryClient();
  const toast = useToast();
  return {
    onSuccess: (answer: unknown) => {
      const changed = (answer as Partial<Changed> | undefined)?.userBusiness;
      if (changed) putLead(client, lead, changed);
      else refreshProfile(client, lead);
      announceLeadsChanged(client, profilePage);
      if (words.done) toast.success(words.done);
    },
    onError: (error: Error) => {
      if (words.failed) toast.error(words.failed, words.because?.(error) ?? reasonOf(error), error);
      refreshIfOutdated(client, lead, error);
    },
  };
}

/** The lead may have been reassigned, deleted or changed, so the page reads it again to say so. */
function refreshIfOutdated(client: QueryClient, lead: LeadAddress, error: unknown): void {
  if (error instanceof HttpError && [403, 404, 409].includes(error.status)) refreshProfile(client, lead);
}

function putLead(client: QueryClient, lead: LeadAddress, userBusiness: UserBusiness): void {
  client.setQueryData<LeadProfile>(profileKey(lead), (profile) => profile && { ...profile, userBusiness });
}

const leavingKey = ['lead-profile', 'farewell'];

/** True while a change runs that ends with the page being left. */
export const isLeaving = (client: QueryClient): boolean => client.isMutating({ mutationKey: leavingKey }) > 0;

/** A change that ends with the page being left, so it reads nothing again. */
function useLeavingChange<V>(
  lead: LeadAddress,
  call: (values: V) => Promise<unknown>,
  words: { done: string; failed: string },
  leave: () => void,
) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: leavingKey,
    mutationFn: call,
    onSuccess: () => {
      leave();
      announceLeadsChanged(client, profilePage);
      toast.success(words.done);
    },
    onError: (error) => {
      toast.error(words.failed, reasonOf(error), error);
      refreshIfOutdated(client, lead, error);
    },
  });
}

export const useMarkViewed = (lead: LeadAddress) =>
  useChange(lead, () => request<Changed>('PATCH', callPath(lead, 'business-viewed')), {});

export interface FieldEdit {
  customFields: Record<string, CustomFieldValue | null>;
  version: number;
}

/** `what` is the name of the field in the toasts, `shown` the text of a value. */
export const useSetCustomField = (
  lead: LeadAddress,
  field: string,
  what: string,
  shown: (value: unknown) => string = String,
) =>
  useChange(lead, (edit: FieldEdit) => request<Changed>('PATCH', callPath(lead, 'business-custom-fields'), edit), {
    done: `${what} updated`,
    failed: `${what} update failed`,
    because: (error) => {
      const current = staleOf(error);
      const theirs = current?.customFields?.[field];
      const change = theirs === undefined ? 'removed it' : `changed it to ${shown(theirs)}`;
      return current && `Somebody ${change} meanwhile. What you typed is kept: save again to put it in its place.`;
    },
  });

export const useSetContacts = (lead: LeadAddress) =>
  useChange(
    lead,
    (change: { contacts: LeadContact[]; version: number }) =>
      request<Changed>('PUT', callPath(lead, 'business-contacts'), change),
    {
      failed: 'Contacts update failed',
      because: (error) => staleOf(error) && 'Somebody changed the contact details meanwhile. Try again.',
    },
  );

export const useSetNotes = (lead: LeadAddress) =>
  useChange(
    lead,
    (note: { notes: string; version: number }) => request<Changed>('PATCH', callPath(lead, 'business-notes'), note),
    {
      done: 'Notes updated',
      failed: 'Notes update failed',
      because: (error) => staleOf(error) && 'Somebody else saved this note meanwhile. Choose which text to keep.',
    },
  );

export type NewActivity = Omit<InputOf<typeof addActivity>, 'ref'>;

export const useAddActivity = (lead: LeadAddress) =>
  useChange(
    lead,
    ({ key, ...activity }: NewActivity & { key: string }) =>
      request<void>('POST', callPath(lead, 'contact-activity'), activity, { headers: { 'Idempotency-Key': key } }),
    { done: 'Activity added', failed: 'Failed to add activity' },
  );

/** Records a meeting at the device's position. The toast reports the distance and can take the meeting back. */
export function useCheckIn(lead: LeadAddress) {
  const toast = useToast();
  const { mutate: remove } = useDeleteActivity(lead);
  const { mutate, isPending } = useChange(
    lead,
    (position: DevicePosition) =>
      request<{ activity: ContactActivity }>('POST', callPath(lead, 'contact-activity'), {
        type: 'meeting',
        notes: 'Checked in',
        position,
      }),
    { failed: 'Failed to check in' },
  );
  const record = (position: DevicePosition) =>
    mutate(position, {
      onSuccess: ({ activity }) => toast.success(activity.description, undefined, () => remove(activity.id)),
    });
  const { isAsking, ask } = useDevicePosition(record);
  return { checkIn: ask, isPending: isAsking || isPending };
}

export const useDecideFollowUp = (lead: LeadAddress) =>
  useChange(
    lead,
    async ({ id, decision }: { id: number; decision: FollowUpDecision }) => {
      await request<unknown>('PATCH', `/api/contact-activity/${id}`, decision);
    },
    { done: 'Follow-up updated', failed: 'The follow-up could not be saved' },
  );

export const useDeleteActivity = (lead: LeadAddress) =>
  useChange(
    lead,
    async (id: number) => {
      await request<unknown>('DELETE', `/api/contact-activity/${id}`);
    },
    { done: 'Activity deleted', failed: 'Failed to delete activity' },
  );

export const useAddTag = (lead: LeadAddress) =>
  useChange(lead, (tag: string) => request<Changed>('POST', callPath(lead, 'business-tag'), { tag }), {
    done: 'Tag added',
    failed: 'Failed to add tag',
  });

export const useRemoveTag = (lead: LeadAddress) =>
  useChange(
    lead,
    (tag: string) => request<Changed>('DELETE', `${callPath(lead, 'business-tag')}/${encodeURIComponent(tag)}`),
    { done: 'Tag removed', failed: 'Failed to remove tag' },
  );

const businessCall = (lead: LeadAddress, action: string) => () =>
  request<Changed>(action === 'delete' ? 'DELETE' : 'POST', `${callPath(lead, 'business')}/${action}`);

export const useRestore = (lead: LeadAddress) =>
  useChange(lead, businessCall(lead, 'restore'), { done: 'Business restored', failed: 'Restore failed' });

export const useMarkCustomer = (lead: LeadAddress) =>
  useChange(lead, businessCall(lead, 'mark-existing-customer'), {
    done: 'Marked as existing customer',
    failed: 'Operation failed',
  });

export const useUnmarkCustomer = (lead: LeadAddress) =>
  useChange(lead, businessCall(lead, 'unmark-existing-customer'), {
    done: 'Existing customer mark removed',
    failed: 'Operation failed',
  });

export const useArchive = (lead: LeadAddress, leave: () => void) =>
  useLeavingChange(lead, businessCall(lead, 'archive'), { done: 'Business archived', failed: 'Archive failed' }, leave);

export const useDelete = (lead: LeadAddress, leave: () => void) =>
  useLeavingChange(lead, businessCall(lead, 'delete'), { done: 'Business deleted', failed: 'Deletion failed' }, leave);

export const useReturnToPool = (lead: LeadAddress, leave: () => void) =>
  useLeavingChange(
    lead,
    (why: { reason: PoolReason; notes?: string }) =>
      request('POST', `${callPath(lead, 'business')}/return-to-pool`, why),
    { done: 'Business returned to the pool', failed: 'The business could not be returned' },
    leave,
  );

export const useReassign = (lead: LeadAddress, leave: () => void) =>
  useLeavingChange(
    lead,
    (to: { newUserId: number; notes?: string }) => request('POST', callPath(lead, 'reassign-business'), to),
    { done: 'Business reassigned', failed: 'Reassignment failed' },
    leave,
  );
