import type { Notification } from '@lead-finder/contracts';

/** The page of a notification that is not about a single lead. */
export const notificationPages: Record<Notification['type'], string> = {
  assigned: '/crm',
  reassigned: '/crm',
  comment: '/crm',
  overdue: '/progress?kind=overdue',
  follow_up: '/my-day',
  security: '/audit',
  webhook: '/integrations#webhooks',
  import: '/import',
  job: '/crm',
  search: '/search',
  export: '/exports',
  recycling: '/recycling',
};
