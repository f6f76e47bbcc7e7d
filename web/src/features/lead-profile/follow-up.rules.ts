import { formatDate } from '../../lib/dates';

const pad = (value: number): string => String(value).padStart(2, '0');

/** 'YYYY-MM-DD' as a date field has it, in the calendar of whoever looks at it. */
export const dayOf = (moment: Date | string): string => {
  const date = new Date(moment);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};

export interface FollowUp {
  tone: 'good' | 'warn' | 'bad' | 'accent';
  text: string;
}

/** What to say about an activity's follow-up; null where none was planned. */
export function followUpOf(
  activity: { scheduledAt: string | null; completedAt: string | null },
  now: Date = new Date(),
): FollowUp | null {
  const { scheduledAt, completedAt } = activity;
  if (!scheduledAt) return null;
  if (completedAt) return { tone: 'good', text: `Follow-up done ${formatDate(completedAt)}` };
  const [due, today] = [dayOf(scheduledAt), dayOf(now)];
  if (due === today) return { tone: 'warn', text: 'Follow-up due today' };
  if (due < today) return { tone: 'bad', text: `Follow-up was due ${formatDate(scheduledAt)}` };
  return { tone: 'accent', text: `Follow-up on ${formatDate(scheduledAt)}` };
}
