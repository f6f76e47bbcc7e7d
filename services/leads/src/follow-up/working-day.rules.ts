import { DateTime } from 'luxon';

/** Returns the day of `at` as YYYY-MM-DD, with its start and end. A clock change makes it longer or shorter. */
export function workingDay(at: Date, zone: string): { today: string; start: Date; end: Date } {
  const start = DateTime.fromJSDate(at, { zone }).startOf('day');
  return { today: start.toISODate()!, start: start.toJSDate(), end: start.plus({ days: 1 }).startOf('day').toJSDate() };
}

/** A follow-up for a day is due at nine in the morning in `zone`. */
export const morningOf = (day: string, zone: string): Date =>
  DateTime.fromISO(day, { zone }).set({ hour: 9 }).toJSDate();
