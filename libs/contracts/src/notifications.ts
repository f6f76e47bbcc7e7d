import { z } from 'zod';
import { everyRole } from './actor.js';
import { defineRequest } from './message.js';
import { done, id, moment, nothing, page, pageSize } from './wire.js';

export const notification = z.object({
  id: z.int(),
  userId: z.int(),
  title: z.string(),
  message: z.string(),
  type: z.enum(['assigned', 'reassigned', 'import', 'follow_up', 'job']),
  relatedBusinessId: z.int().nullable(),
  relatedUserBusinessId: z.int().nullable(),
  sourceUserId: z.int().nullable(),
  read: z.boolean(),
  createdAt: moment,
});
export type Notification = z.infer<typeof notification>;

/** Newest first. */
export const listNotifications = defineRequest('leads.list-notifications', {
  access: everyRole,
  input: z.object({ page: page.default(1), pageSize: pageSize.default(20) }),
  output: z.object({ notifications: z.array(notification), total: z.int(), unread: z.int() }),
});
/** 404 for somebody else's. */
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
