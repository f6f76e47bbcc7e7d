import {
  elapsedByMonthDay,
  elapsedByWeekday,
  expectedCount,
  isTargetReached,
  type MonthlyContacts,
  pace,
  percentComplete,
  type WeeklyContacts,
} from '@lead-finder/contracts';
import { dayOfMonth, daysInMonth, weekdayOf } from './calendar.rules';

export interface Reading {
  count: number;
  target: number;
  /** May exceed 100; the bar does not. */
  percent: number;
  /** How much of the week or month has passed, 0 to 100. */
  elapsed: number;
  /** The number of contacts expected by now. */
  expected: number;
  side: 'ahead' | 'behind' | 'done' | 'plain';
  /** '3 ahead', for the narrow header. */
  short: string;
  /** '3 ahead of pace', '3 behind pace', 'on pace', 'target reached'. */
  words: string;
}

/** docs/product/progress.md#pace */
export function readMeter({ count, target }: { count: number; target: number }, elapsed: number): Reading {
  const ahead = pace(count, target, elapsed);
  const expected = expectedCount(elapsed, target);
  const reading = { count, target, percent: percentComplete(count, target), elapsed, expected };
  if (isTargetReached(count, target)) return { ...reading, side: 'done', short: 'reached', words: 'target reached' };
  if (ahead === 0) return { ...reading, side: 'plain', short: 'on pace', words: 'on pace' };
  return ahead > 0
    ? { ...reading, side: 'ahead', short: `${ahead} ahead`, words: `${ahead} ahead of pace` }
    : { ...reading, side: 'behind', short: `${-ahead} behind`, words: `${-ahead} behind pace` };
}

/** `today` gives the elapsed share if the server sends none. */
export const readWeek = (week: Pick<WeeklyContacts, 'count' | 'target'> & { weekProgress?: number }, today: string) =>
  readMeter(week, week.weekProgress ?? elapsedByWeekday(weekdayOf(today)));

export const readMonth = (
  month: Pick<MonthlyContacts, 'count' | 'target'> & { monthProgress?: number },
  today: string,
) => readMeter(month, month.monthProgress ?? elapsedByMonthDay(dayOfMonth(today), daysInMonth(today)));
