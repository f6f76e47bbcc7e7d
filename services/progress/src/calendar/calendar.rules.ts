import { DateTime } from 'luxon';

/** A day of the calendar as YYYY-MM-DD. */
export type Day = string;
/** Both days belong to it. */
export interface Period {
  from: Day;
  to: Day;
}

const local = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone });
const day = (moment: DateTime): Day => moment.toFormat('yyyy-MM-dd');
const period = (moment: DateTime, unit: 'week' | 'month'): Period => ({
  from: day(moment.startOf(unit)),
  to: day(moment.endOf(unit)),
});

export const dayOf = (at: Date, zone: string): Day => day(local(at, zone));

/** Weeks begin on Monday, as luxon's and ISO 8601's do (decisions, section 7). */
export const weekOf = (at: Date, zone: string) => period(local(at, zone), 'week');
export const weekBefore = (at: Date, zone: string) => period(local(at, zone).minus({ weeks: 1 }), 'week');
export const monthOf = (at: Date, zone: string) => period(local(at, zone), 'month');
export const monthName = (at: Date, zone: string) => local(at, zone).setLocale('en-US').toFormat('LLLL');

/** How much of the week or month has passed: 0 to 100, to one decimal. An hour that a clock change adds or drops counts. */
export function elapsedPercent(at: Date, zone: string, unit: 'week' | 'month'): number {
  const start = local(at, zone).startOf(unit);
  const end = start.plus({ [unit]: 1 });
  return Math.round(((at.getTime() - start.toMillis()) / (end.toMillis() - start.toMillis())) * 1_000) / 10;
}

/** ceil(monthlyGoal × 7 / days in the month of that day) (decisions, sections 7 and 9). */
export const weeklyTarget = (monthlyGoal: number, on: Day) => Math.ceil((monthlyGoal * 7) / DateTime.fromISO(on).daysInMonth!);
