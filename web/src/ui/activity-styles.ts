import type { ContactActivity } from '@lead-finder/contracts';

/** In the order of the type select. */
export const activityStyles: Record<ContactActivity['type'], { label: string; icon: string }> = {
  call: { label: 'Call', icon: 'telephone' },
  email: { label: 'Email', icon: 'envelope' },
  meeting: { label: 'Meeting', icon: 'people' },
  note: { label: 'Note', icon: 'sticky' },
};
