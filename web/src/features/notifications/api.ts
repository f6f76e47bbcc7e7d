import type { Notification, NotificationSettings } from '@lead-finder/contracts';
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, requestWithHeaders } from '../../lib/http';
import { announceLeadsChanged } from '../../lib/lead-changes';
import { pushOwner } from '../../lib/push-owner';
import { addressOf } from '../../lib/query-client';
import { useUser } from '../../lib/session';
import type { Snooze } from '../../ui/snooze-buttons';
import { devicesKey, pushManager, subscribe, unsubscribe, type PushDevices } from './push-subscription';

export const notificationsKey = ['/api/notifications'] as const;

interface NotificationPage {
  notifications: Notification[];
  total: number;
  unread: number;
}

type Pages = InfiniteData<NotificationPage, number>;

const pageSize = 20;

/** Newest first. The first page has the count of all unread ones. */
export function useNotifications() {
  const query = useInfiniteQuery({
    queryKey: notificationsKey,
    queryFn: async ({ pageParam: page, signal }): Promise<NotificationPage> => {
      const address = addressOf([...notificationsKey, { page, pageSize }]);
      const { data, headers } = await requestWithHeaders<Notification[]>('GET', address, undefined, { signal });
      const number = (name: string) => Number(headers.get(name) ?? 0);
      return { notifications: data, total: number('X-Total-Count'), unread: number('X-Unread-Count') };
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
  });
  const pages = query.data?.pages ?? [];
  // A notification that arrived between two reads moves the last one of a page to the next page, so duplicates are
  // removed.
  const byId = new Map(pages.flatMap(({ notifications }) => notifications).map((one) => [one.id, one]));
  return { ...query, notifications: [...byId.values()], unread: pages[0]?.unread ?? 0 };
}

const markRead = (pages: Pages | undefined, isMeant: (one: Notification) => boolean): Pages | undefined => {
  if (!pages) return undefined;
  const marked = pages.pages.flatMap(({ notifications }) => notifications).filter((one) => !one.read && isMeant(one));
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      notifications: page.notifications.map((one) => (isMeant(one) ? { ...one, read: true } : one)),
      unread: Math.max(0, page.unread - marked.length),
    })),
  };
};

/** Marks as read on the page at once. It then reads the server's state again, also after a failure. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number | 'all') =>
      request('POST', id === 'all' ? '/api/notifications/read-all' : `/api/notifications/${id}/read`),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: notificationsKey });
      client.setQueryData<Pages>(notificationsKey, (pages) => markRead(pages, (one) => id === 'all' || one.id === id));
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationsKey }),
  });
}

/** Moves the due follow-up that a notification is about. */
export function useSnooze() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ followUpId, snooze }: { followUpId: number; snooze: Snooze }) =>
      request('PATCH', `/api/contact-activity/${followUpId}`, { snooze }),
    onSettled: () => {
      announceLeadsChanged(client);
      return client.invalidateQueries({ queryKey: notificationsKey });
    },
  });
}

const settingsKey = ['/api/notifications/settings'] as const;

export const useNotificationSettings = () =>
  useQuery<NotificationSettings>({ queryKey: settingsKey, refetchOnMount: 'always' });

/** Changes on the page at once. It then reads the server's state again, also after a failure. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: Partial<NotificationSettings>) =>
      request<NotificationSettings>('PATCH', '/api/notifications/settings', changes),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey: settingsKey });
      client.setQueryData<NotificationSettings>(settingsKey, (settings) => settings && { ...settings, ...changes });
    },
    onSettled: () => client.invalidateQueries({ queryKey: settingsKey }),
  });
}

export type PushState = 'on' | 'off' | 'blocked' | 'unsupported' | 'not installed';

/** Whether this browser shows notifications while the page is closed, and its id on the server. */
export function usePush() {
  const user = useUser();
  return useQuery({
    queryKey: [...devicesKey, 'this browser'],
    queryFn: async (): Promise<{ state: PushState; deviceId?: number }> => {
      const manager = await pushManager();
      if (!manager) return { state: /iP(hone|ad)/.test(navigator.userAgent) ? 'not installed' : 'unsupported' };
      if (Notification.permission === 'denied') return { state: 'blocked' };
      const device = (await request<PushDevices>('GET', devicesKey[0])).devices.find(({ current }) => current);
      const isOn = Notification.permission === 'granted' && pushOwner.read() === user.id && device;
      return isOn ? { state: 'on', deviceId: device.id } : { state: 'off' };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

export function useSwitchPush() {
  const user = useUser();
  const client = useQueryClient();
  const queryKey = [...devicesKey, 'this browser'];
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      // The browser asks only right after a click, so nothing comes before it.
      if (isOn && (await Notification.requestPermission()) !== 'granted') return;
      const manager = (await pushManager())!;
      if (isOn) {
        const { publicKey } = await request<PushDevices>('GET', devicesKey[0]);
        await subscribe(manager, publicKey);
        pushOwner.write(user.id);
      } else {
        const { deviceId } = client.getQueryData<{ deviceId: number }>(queryKey)!;
        await unsubscribe(manager);
        await request('DELETE', `${devicesKey[0]}/${deviceId}`);
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
