import { dayIn, formatDay, formatTime } from '../../../lib/dates';

export interface FollowUp {
  tone: 'good' | 'warn' | 'bad' | 'accent';
  text: string;
}

/** The text of an activity's follow-up in the deployment's time zone; null if none is planned. */
export function followUpOf(
  activity: { scheduledAt: string | null; completedAt: string | null; repeatDays?: number | null },
  timeZone: string | undefined,
  now: Date = new Date(),
): FollowUp | null {
  const { scheduledAt, completedAt, repeatDays } = activity;
  if (!scheduledAt) return null;
  if (completedAt) return { tone: 'good', text: `Follow-up done ${formatDay(dayIn(timeZone, completedAt))}` };
  const [due, today] = [dayIn(timeZone, scheduledAt), dayIn(timeZone, now)];
  const repeat = repeatDays ? `, every ${repeatDays === 1 ? 'day' : `${repeatDays} days`}` : '';
  const at = timeOf(scheduledAt, timeZone);
  if (due === today) return { tone: 'warn', text: `Follow-up due today${at}${repeat}` };
  if (due < today) return { tone: 'bad', text: `Follow-up was due ${formatDay(due)}${at}${repeat}` };
  return { tone: 'accent', text: `Follow-up on ${formatDay(due)}${at}${repeat}` };
}

/** ' at 2:30 PM'; empty for nine, the time of a follow-up without one. */
function timeOf(moment: string, timeZone: string | undefined): string {
  const time = formatTime(moment, timeZone);
  return time === '9:00 AM' ? '' : ` at ${time}`;
}
