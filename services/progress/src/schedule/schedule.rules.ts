import { DateTime } from 'luxon';
import type { Day } from '../calendar/calendar.rules.js';

export const scheduleKinds = ['monday_brief', 'daily_summary'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

/** Local hours of each user. */
const hours: Record<ScheduleKind, number> = { monday_brief: 8, daily_summary: 7 };
const lifetimes: Record<ScheduleKind, { hours: number }> = {
  monday_brief: { hours: 72 },
  daily_summary: { hours: 12 },
};
const monday = 1;

/** A day whose mails are due at a moment. A user gets at most one mail of a kind for a day. */
export interface DueDay {
  day: Day;
  at: Date;
}

/** Returns the newest time up to that moment at which mails of this kind are due. */
export function lastDue(kind: ScheduleKind, now: Date, zone: string): DueDay {
  const at = (day: DateTime) => day.startOf('day').set({ hour: hours[kind] });
  let day = DateTime.fromJSDate(now, { zone });
  while (at(day).toMillis() > now.getTime() || (kind === 'monday_brief' && day.weekday !== monday))
    day = day.minus({ days: 1 });
  return { day: day.toISODate()!, at: at(day).toJSDate() };
}

/** Returns whether the mail is too late to be useful, for example after an outage. */
export const isStale = (kind: ScheduleKind, at: Date, now: Date): boolean =>
  DateTime.fromJSDate(at).plus(lifetimes[kind]).toMillis() < now.getTime();
