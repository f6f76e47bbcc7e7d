import type { Notification } from '@lead-finder/contracts';
import { paths } from '../../lib/paths';

/** Where a click leads: the lead, where there is one; else the screen that it is about. */
export function linkOf({ type, relatedUserBusinessId }: Pick<Notification, 'type' | 'relatedUserBusinessId'>): string {
  if (relatedUserBusinessId !== null) return paths.lead({ id: relatedUserBusinessId });
  return { import: paths.import, follow_up: paths.myDay }[type as string] ?? paths.crm;
}

interface Look {
  icon: string;
  /** Its colours; none where there is no side to take. */
  side?: 'good' | 'bad' | 'accent';
}

const looks: Record<Notification['type'], Look> = {
  assigned: { icon: 'person-plus', side: 'accent' },
  reassigned: { icon: 'arrow-left-right', side: 'accent' },
  import: { icon: 'check2-circle', side: 'good' },
  follow_up: { icon: 'calendar-event' },
  job: { icon: 'list-check' },
};

/** An import's end is told by its title alone. */
export function lookOf({ type, title }: Pick<Notification, 'type' | 'title'>): Look {
  return type === 'import' && title.includes('failed') ? { icon: 'exclamation-triangle', side: 'bad' } : looks[type];
}

/** '99+' beyond that: the badge has room for no more. */
export const badgeText = (unread: number): string => (unread > 99 ? '99+' : String(unread));
