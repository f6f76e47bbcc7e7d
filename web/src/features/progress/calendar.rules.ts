/** A day as the server's calendar writes it: '2026-11-18'. */
type Day = string;

const dayLength = 24 * 60 * 60 * 1_000;

/** Days are those of the deployment's `TIME_ZONE`, wherever the browser is (decisions, section 7). */
export function dayIn(timeZone: string | undefined, now: Date): Day {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const part = Object.fromEntries(parts.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}`;
}

const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);
const plus = (day: Day, days: number): Day => dayOf(new Date(dateOf(day).getTime() + days * dayLength));

/** As `Date` counts it: Sunday is 0. */
export const weekdayOf = (day: Day): number => dateOf(day).getUTCDay();

export const daysInMonth = (day: Day): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();

export const dayOfMonth = (day: Day): number => Number(day.slice(8));

export const periods = { week: 'This Week', lastWeek: 'Last Week', month: 'This Month' } as const;
export type Period = keyof typeof periods;

/** First and last day, both belonging to it. Weeks begin on Monday. */
export function spanOf(period: Period, today: Day): { from: Day; to: Day } {
  if (period === 'month') {
    const month = today.slice(0, 8);
    return { from: `${month}01`, to: `${month}${daysInMonth(today)}` };
  }
  const monday = plus(today, -((weekdayOf(today) + 6) % 7) - (period === 'lastWeek' ? 7 : 0));
  return { from: monday, to: plus(monday, 6) };
}
