import type { LeadStatus } from '@lead-finder/contracts';

export interface Outcome {
  key: string;
  /** The activity's text if the user typed none. */
  label: string;
  status: LeadStatus;
  icon: string;
  /** Working days until the next step; null if there is none. */
  nextIn: number | null;
}

/** The usual outcomes of a call, one key each. */
export const outcomes: readonly Outcome[] = [
  { key: '1', label: 'No answer', status: 'recontact', icon: 'telephone-x', nextIn: 1 },
  { key: '2', label: 'Call back', status: 'recontact', icon: 'telephone-forward', nextIn: 3 },
  { key: '3', label: 'Interested', status: 'in_progress', icon: 'hand-thumbs-up', nextIn: 2 },
  { key: '4', label: 'Won', status: 'closed_won', icon: 'check-circle', nextIn: null },
  { key: '5', label: 'Not interested', status: 'closed_lost', icon: 'x-circle', nextIn: null },
];

/** The other keys of the page, for '?' and the tooltips. */
export const otherKeys = [
  { key: 'N', does: 'Write notes (Escape: back to the keys)' },
  { key: 'D', does: 'Choose another next date' },
  { key: 'J', does: 'Skip this lead' },
  { key: 'U', does: 'Undo the last outcome' },
  { key: 'O', does: 'Open the profile' },
  { key: '?', does: 'Show the keys' },
] as const;

/** Adds working days, which exclude Saturday and Sunday. `today` and the result are 'YYYY-MM-DD'. */
export function workingDayAfter(today: string, days: number): string {
  const date = new Date(`${today}T00:00:00Z`);
  for (let left = days; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (![0, 6].includes(date.getUTCDay())) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}
