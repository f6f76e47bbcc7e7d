import { DateTime } from 'luxon';

export const scheduleKinds = ['monday_brief', 'daily_summary'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

/** Local hours in `TIME_ZONE`. */
const hours: Record<ScheduleKind, number> = { monday_brief: 8, daily_summary: 7 };
const lifetimes: Record<ScheduleKind, { hours: number }> = {
  monday_brief: { hours: 72 },
  daily_summary: { hours: 12 },
};
const monday = 1;

/** Returns the first time after that moment at which mails of this kind are due. */
export function nextDue(kind: ScheduleKind, after: Date, zone: string): Date {
  const at = (day: DateTime) => day.startOf('day').set({ hour: hours[kind] });
  let day = DateTime.fromJSDate(after, { zone });
  while (at(day).toMillis() <= after.getTime() || (kind === 'monday_brief' && day.weekday !== monday))
    day = day.plus({ days: 1 });
  return at(day).toJSDate();
}

/** Returns whether the mail is too late to be useful, for example after an outage. */
export const isStale = (kind: ScheduleKind, due: Date, now: Date): boolean =>
  DateTime.fromJSDate(due).plus(lifetimes[kind]).toMillis() < now.getTime();
