import type { Notification, NotificationSettings } from '@lead-finder/contracts';
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, requestWithHeaders } from '../../lib/http';
import { announceLeadsChanged } from '../../lib/lead-changes';
import { addressOf } from '../../lib/query-client';
import type { Snooze } from '../../ui/snooze-buttons';

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
