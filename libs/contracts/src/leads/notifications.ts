import { z } from 'zod';
import { everyRole } from '../actor.js';
import { defineEvent, defineRequest } from '../message.js';
import { mailsComposed } from '../progress/progress.js';
import { done, id, moment, nothing, page, pageSize } from '../wire.js';

const notificationTypes = [
  'assigned',
  'reassigned',
  'import',
  'follow_up',
  'job',
  'search',
  'export',
  'recycling',
] as const;

export const notification = z.object({
  id: z.int(),
  userId: z.int(),
  title: z.string(),
  message: z.string(),
  type: z.enum([...notificationTypes, 'comment', 'overdue', 'security', 'webhook']),
  relatedBusinessId: z.int().nullable(),
  relatedUserBusinessId: z.int().nullable(),
  dueFollowUpId: z.int().nullable().optional(),
  sourceUserId: z.int().nullable(),
  read: z.boolean(),
  createdAt: moment,
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = defineRequest('leads.list-notifications', {
  access: everyRole,
  input: z.object({ page: page.default(1), pageSize: pageSize.default(20) }),
  output: z.object({ notifications: z.array(notification), total: z.int(), unread: z.int() }),
});
/** Rejects with 404 another user's notification. */
export const readNotification = defineRequest('leads.read-notification', {
  access: everyRole,
  input: z.object({ id }),
  output: done,
  idempotent: true,
});
export const readAllNotifications = defineRequest('leads.read-all-notifications', {
  access: everyRole,
  input: nothing,
  output: done,
  idempotent: true,
});

export const notificationSwitch = z.enum([...notificationTypes, 'daily_summary', 'monday_brief', 'job_mail']);
export type NotificationSwitch = z.infer<typeof notificationSwitch>;
export const notificationSettings = z.record(notificationSwitch, z.boolean());
export type NotificationSettings = z.infer<typeof notificationSettings>;
export const getNotificationSettings = defineRequest('leads.get-notification-settings', {
  access: everyRole,
  input: nothing,
  output: notificationSettings,
});
export const setNotificationSettings = defineRequest('leads.set-notification-settings', {
  access: everyRole,
  input: z.partialRecord(notificationSwitch, z.boolean('Must be true or false')),
  output: notificationSettings,
});

/** Reports the end of the caller's export of more than 1,000 leads (docs/product/notifications.md#what-notifies-a-user). */
export const reportExport = defineRequest('leads.report-export', {
  access: everyRole,
  input: z.object({ leads: z.int(), failed: z.boolean() }),
  output: nothing,
});

export const jobMailsComposed = defineEvent('leads.mails-composed', {
  consumers: ['users'],
  payload: mailsComposed.payload,
});
