import type { Notification } from '@lead-finder/contracts';
import { paths } from '../../lib/paths';

/** The target of a click: the lead, or the page that the notification is about. */
export function linkOf({ type, relatedUserBusinessId }: Pick<Notification, 'type' | 'relatedUserBusinessId'>): string {
  if (relatedUserBusinessId !== null) return paths.lead({ id: relatedUserBusinessId });
  return { import: paths.import, follow_up: paths.myDay }[type as string] ?? paths.crm;
}

interface NotificationStyle {
  icon: string;
  /** The icon and colour; neutral kinds have no colour. */
  side?: 'good' | 'bad' | 'accent';
}

const styles: Record<Notification['type'], NotificationStyle> = {
  assigned: { icon: 'person-plus', side: 'accent' },
  reassigned: { icon: 'arrow-left-right', side: 'accent' },
  import: { icon: 'check2-circle', side: 'good' },
  follow_up: { icon: 'calendar-event' },
};

/** Notifications of an import show only their title. */
export function styleOf({ type, title }: Pick<Notification, 'type' | 'title'>): NotificationStyle {
  return type === 'import' && title.includes('failed') ? { icon: 'exclamation-triangle', side: 'bad' } : styles[type];
}

/** The unread count; '99+' above 99. */
export const badgeText = (unread: number): string => (unread > 99 ? '99+' : String(unread));
