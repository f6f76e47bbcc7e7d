import { DateTime } from 'luxon';

/** A day of the calendar as YYYY-MM-DD. */
export type Day = string;
/** A period that includes both days. */
export interface Period {
  from: Day;
  to: Day;
}

const local = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone });
/** A clock that goes back to midnight has it twice, as in Havana. */
const startOf = (moment: DateTime, unit: 'day' | 'week' | 'month') => moment.startOf(unit).getPossibleOffsets()[0]!;
const day = (moment: DateTime): Day => moment.toFormat('yyyy-MM-dd');
const period = (moment: DateTime, unit: 'week' | 'month'): Period => ({
  from: day(moment.startOf(unit)),
  to: day(moment.endOf(unit)),
});

export function daysOf({ from, to }: Period): Day[] {
  const days: Day[] = [];
  for (let each = DateTime.fromISO(from); day(each) <= to; each = each.plus({ days: 1 })) days.push(day(each));
  return days;
}

export const dayOf = (at: Date, zone: string): Day => day(local(at, zone));

/** Weeks begin on Monday, as in ISO 8601 (docs/product/progress.md#days-weeks-and-months). */
export const weekOf = (at: Date, zone: string) => period(local(at, zone), 'week');
export const weekBefore = (at: Date, zone: string) => period(local(at, zone).minus({ weeks: 1 }), 'week');
export const monthOf = (at: Date, zone: string) => period(local(at, zone), 'month');
export const monthName = (at: Date, zone: string) => local(at, zone).setLocale('en-US').toFormat('LLLL');

/** Returns 0 to 100 with one decimal. An hour that a clock change adds or removes counts. */
export function elapsedPercent(at: Date, zone: string, unit: 'week' | 'month'): number {
  const start = startOf(local(at, zone), unit);
  const end = start.plus({ [unit]: 1 });
  return Math.round(((at.getTime() - start.toMillis()) / (end.toMillis() - start.toMillis())) * 1_000) / 10;
}

/** Returns when that share reaches its next tenth, or when the day ends, because targets apply to a day. */
export function nextChange(at: Date, zone: string, unit: 'week' | 'month'): Date {
  const start = startOf(local(at, zone), unit);
  const length = start.plus({ [unit]: 1 }).toMillis() - start.toMillis();
  const tenths = Math.round(((at.getTime() - start.toMillis()) / length) * 1_000);
  const endOfDay = startOf(local(at, zone).plus({ days: 1 }), 'day').toMillis();
  return new Date(Math.min(Math.ceil(start.toMillis() + (length * (tenths + 0.5)) / 1_000), endOfDay));
}

/** ceil(monthlyGoal × 7 / days in the month of that day) (docs/product/progress.md#targets). */
export const weeklyTarget = (monthlyGoal: number, on: Day) =>
  Math.ceil((monthlyGoal * 7) / DateTime.fromISO(on).daysInMonth!);

/** The week or month that contains a day. Days have no time zone. */
export const weekContaining = (on: Day) => period(DateTime.fromISO(on), 'week');
export const monthContaining = (on: Day) => period(DateTime.fromISO(on), 'month');
export const nameOfMonth = (on: Day) => DateTime.fromISO(on).setLocale('en-US').toFormat('LLLL');
export const weeksBefore = (on: Day, weeks: number) => weekContaining(day(DateTime.fromISO(on).minus({ weeks })));
export const dayBefore = (on: Day) => day(DateTime.fromISO(on).minus({ days: 1 }));

/** Returns the first moment of the period in that time zone, and the first moment after it. */
export const momentsOf = ({ from, to }: Period, zone: string) => ({
  from: startOf(DateTime.fromISO(from, { zone }), 'day').toUTC().toISO()!,
  to: startOf(DateTime.fromISO(to, { zone }).plus({ days: 1 }), 'day')
    .toUTC()
    .toISO()!,
});
