import { DateTime } from 'luxon';

/** Returns the day of `at` as YYYY-MM-DD, with its start and end. A clock change makes it longer or shorter. */
export function workingDay(at: Date, zone: string): { today: string; start: Date; end: Date } {
  const start = DateTime.fromJSDate(at, { zone }).startOf('day');
  return { today: start.toISODate()!, start: start.toJSDate(), end: start.plus({ days: 1 }).startOf('day').toJSDate() };
}

/** Returns the moment at which the clock of another zone shows the same. */
export const sameClock = (at: Date, zone: string, other: string): Date =>
  DateTime.fromJSDate(at, { zone }).setZone(other, { keepLocalTime: true }).toJSDate();

/** Returns the day of a follow-up, and how many days ago it was. */
export function lateness(plan: Date, now: Date, zone: string): { day: string; daysLate: number } {
  const startOf = (at: Date) => DateTime.fromJSDate(at, { zone }).startOf('day');
  const late = Math.round(startOf(now).diff(startOf(plan), 'days').days);
  return { day: startOf(plan).toISODate()!, daysLate: Math.max(0, late) };
}

/** A follow-up for a day without a time ('HH:MM') is due at nine in the morning in `zone`. */
export const momentOf = (day: string, zone: string, time = '09:00'): Date =>
  DateTime.fromISO(`${day}T${time}`, { zone }).toJSDate();

/** An hour from now, or tomorrow or in a week at the time of day of the plan. */
export function snoozed(by: 'hour' | 'tomorrow' | 'week', plan: Date, now: Date, zone: string): Date {
  const present = DateTime.fromJSDate(now, { zone });
  if (by === 'hour') return present.plus({ hours: 1 }).toJSDate();
  const { hour, minute } = DateTime.fromJSDate(plan, { zone });
  return present
    .startOf('day')
    .plus({ days: by === 'week' ? 7 : 1 })
    .set({ hour, minute })
    .toJSDate();
}

/** The next of a plan that repeats every so many days, after `now` and at the same time of day. */
export function repeated(plan: Date, everyDays: number, now: Date, zone: string): Date {
  const first = DateTime.fromJSDate(plan, { zone });
  const late = Math.floor(DateTime.fromJSDate(now, { zone }).diff(first, 'days').days / everyDays);
  return first.plus({ days: everyDays * (Math.max(0, late) + 1) }).toJSDate();
}
