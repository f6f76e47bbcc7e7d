import { dayIn, formatDay } from '../../../lib/dates';

export interface FollowUp {
  tone: 'good' | 'warn' | 'bad' | 'accent';
  text: string;
}

/** The text of an activity's follow-up in the deployment's time zone; null if none is planned. */
export function followUpOf(
  activity: { scheduledAt: string | null; completedAt: string | null },
  timeZone: string | undefined,
  now: Date = new Date(),
): FollowUp | null {
  const { scheduledAt, completedAt } = activity;
  if (!scheduledAt) return null;
  if (completedAt) return { tone: 'good', text: `Follow-up done ${formatDay(dayIn(timeZone, completedAt))}` };
  const [due, today] = [dayIn(timeZone, scheduledAt), dayIn(timeZone, now)];
  if (due === today) return { tone: 'warn', text: 'Follow-up due today' };
  if (due < today) return { tone: 'bad', text: `Follow-up was due ${formatDay(due)}` };
  return { tone: 'accent', text: `Follow-up on ${formatDay(due)}` };
}
