type Moment = Date | string | number;

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const calendarDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
const relativeDay = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

const minute = 60_000;
const hour = 60 * minute;

export const formatDate = (moment: Moment): string => day.format(new Date(moment));

/**
 * 'YYYY-MM-DD' of a moment, in the user's time zone (docs/product/progress.md#days-weeks-and-months). Uses the
 * browser's zone until that has loaded.
 */
export function dayIn(timeZone: string | undefined, moment: Moment): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const part = Object.fromEntries(parts.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}`;
}

/** 'Nov 18, 2026' for 'YYYY-MM-DD', independent of the browser's zone. */
export const formatDay = (isoDay: string): string => calendarDay.format(new Date(`${isoDay}T00:00:00Z`));

/** 'November 18' for 'YYYY-MM-DD'. */
export const formatMonthDay = (isoDay: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${isoDay}T00:00:00Z`),
  );

/** '2:41 PM', with a plain space in place of the narrow one of newer engines, which does not wrap or copy well. */
export const formatTime = (moment: Moment, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
    .format(new Date(moment))
    .replace(/\u202f/g, ' ');

export const formatDateTime = (moment: Moment): string => `${formatDate(moment)}, ${formatTime(moment)}`;

/** 'just now', '12 minutes ago', 'yesterday', '2 weeks ago', 'in 3 days', by calendar days. */
export function formatRelative(moment: Moment, now: Moment = Date.now()): string {
  const then = new Date(moment);
  const today = new Date(now);
  const passed = then.getTime() - today.getTime();
  const span = Math.abs(passed);
  if (span < minute) return 'just now';
  if (span < hour) return relative.format(Math.trunc(passed / minute), 'minute');
  const days = calendarDays(then) - calendarDays(today);
  if (days === 0 || span < 6 * hour) return relative.format(Math.trunc(passed / hour), 'hour');
  if (Math.abs(days) < 7) return relativeDay.format(days, 'day');
  if (Math.abs(days) < 30) return relative.format(Math.trunc(days / 7), 'week');
  if (Math.abs(days) < 365) return relative.format(Math.trunc(days / 30.44) || Math.sign(days), 'month');
  return relative.format(Math.trunc(days / 365), 'year');
}

/** How long a relative time stays correct, in milliseconds. */
export function relativeLifetime(moment: Moment): number {
  const span = Math.abs(new Date(moment).getTime() - Date.now());
  return span < hour ? minute / 2 : 10 * minute;
}

/** Counts calendar days, because daylight saving time moves midnight. */
const calendarDays = (date: Date): number =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (24 * hour));
