export { dayIn } from '../../lib/dates';

/** A day in the server's format: '2026-11-18'. */
type Day = string;

const dayLength = 24 * 60 * 60 * 1_000;

const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);
const addDays = (day: Day, days: number): Day => dayOf(new Date(dateOf(day).getTime() + days * dayLength));

/** Sunday is 0, as in `Date`. */
export const weekdayOf = (day: Day): number => dateOf(day).getUTCDay();

/** The days from the first to the last, both included. */
export const daysOf = ({ from, to }: Span): Day[] =>
  Array.from({ length: (dateOf(to).getTime() - dateOf(from).getTime()) / dayLength + 1 }, (_, index) =>
    addDays(from, index),
  );

export const daysInMonth = (day: Day): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();

export const dayOfMonth = (day: Day): number => Number(day.slice(8));

export const periods = { week: 'This Week', lastWeek: 'Last Week', month: 'This Month' } as const;
export type Period = keyof typeof periods;

/** First and last day, both included. */
export interface Span {
  from: Day;
  to: Day;
}

/** How many weeks and months back from today the page shows. */
export interface PeriodOffset {
  weeks: number;
  months: number;
}
export const present: PeriodOffset = { weeks: 0, months: 0 };

/** The days of a period. Weeks start on Monday. The last week is the one before the shown week. */
export function spanOf(period: Period, today: Day, { weeks, months }: PeriodOffset = present): Span {
  if (period === 'month') {
    const first = dayOf(new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - months, 1)));
    return { from: first, to: `${first.slice(0, 8)}${daysInMonth(first)}` };
  }
  const back = weeks + (period === 'lastWeek' ? 1 : 0);
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7) - 7 * back);
  return { from: monday, to: addDays(monday, 6) };
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const yearFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

export const monthWords = (day: Day): string => monthFormat.format(dateOf(day));
export const dayWords = (day: Day): string => dayFormat.format(dateOf(day));
export const dateWords = (day: Day): string => yearFormat.format(dateOf(day));
export const spanWords = ({ from, to }: Span): string => `${dayWords(from)} to ${dayWords(to)}`;

/** 'This Week' for the current period, otherwise its days. */
export function nameOfSpan(span: Span, today: Day): string {
  const named = (Object.keys(periods) as Period[]).find(
    (period) => spanOf(period, today).from === span.from && spanOf(period, today).to === span.to,
  );
  if (named) return periods[named];
  return span.from.endsWith('-01') && span.to === spanOf('month', span.from).to
    ? monthWords(span.from)
    : spanWords(span);
}
