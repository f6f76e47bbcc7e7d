import type { Notification } from '@lead-finder/contracts';
import { paths } from '../../lib/paths';

interface NotificationStyle {
  icon: string;
  /** The icon and colour; neutral kinds have no colour. */
  side?: 'good' | 'bad' | 'accent';
}

interface TypeOnPage extends NotificationStyle {
  /** The page of a notification that is not about a single lead. */
  page: string;
  /** The texts of its switch in the settings; absent if it cannot be switched off. */
  label?: string;
  hint?: string;
}

export const notificationTypes: Record<Notification['type'], TypeOnPage> = {
  assigned: {
    icon: 'person-plus',
    side: 'accent',
    page: paths.crm,
    label: 'New leads',
    hint: 'A business is assigned to you',
  },
  reassigned: {
    icon: 'arrow-left-right',
    side: 'accent',
    page: paths.crm,
    label: 'Reassigned leads',
    hint: 'Somebody hands a lead on to you',
  },
  comment: { icon: 'chat-left-text', side: 'accent', page: paths.crm },
  security: { icon: 'shield-lock', side: 'bad', page: paths.audit },
  webhook: { icon: 'broadcast', side: 'bad', page: paths.webhooks },
  overdue: { icon: 'calendar-event', page: `${paths.progress}?kind=overdue` },
  follow_up: {
    icon: 'calendar-event',
    page: paths.myDay,
    label: 'Follow-ups',
    hint: 'A follow-up that you planned is due',
  },
  import: {
    icon: 'check2-circle',
    side: 'good',
    page: paths.import,
    label: 'Imports',
    hint: 'An import of yours ended',
  },
  job: {
    icon: 'list-check',
    side: 'good',
    page: paths.crm,
    label: 'Bulk actions and exports',
    hint: 'A bulk action or an export of yours ended',
  },
  search: {
    icon: 'search',
    side: 'good',
    page: paths.search,
    label: 'Area searches',
    hint: 'A search of a whole area ended',
  },
  export: {
    icon: 'download',
    side: 'accent',
    page: paths.exports,
    label: 'Exports that wait',
    hint: 'An export waits for you, or yours was decided',
  },
  recycling: {
    icon: 'hourglass-split',
    side: 'accent',
    page: paths.recycling,
    label: 'Untouched leads',
    hint: 'Leads of yours or of your teams go back to the pool',
  },
};

/** The target of a click: the lead, or the page that the notification is about. */
export const linkOf = ({
  type,
  relatedUserBusinessId,
}: Pick<Notification, 'type' | 'relatedUserBusinessId'>): string =>
  relatedUserBusinessId === null ? notificationTypes[type].page : paths.lead({ id: relatedUserBusinessId });

/** The title says whether work in the background failed. */
export function styleOf({ type, title }: Pick<Notification, 'type' | 'title'>): NotificationStyle {
  const style = notificationTypes[type];
  return style.side === 'good' && title.endsWith('failed') ? { icon: 'exclamation-triangle', side: 'bad' } : style;
}

/** The unread count; '99+' above 99. */
export const badgeText = (unread: number): string => (unread > 99 ? '99+' : String(unread));
