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
  /** Not capped; the bar is. */
  percent: number;
  /** 0 to 100: how much of the week or month has passed. */
  elapsed: number;
  /** So many should be there by now. */
  expected: number;
  side: 'ahead' | 'behind' | 'done' | 'plain';
  /** '3 ahead', for the header's narrow place. */
  short: string;
  /** '3 ahead of pace', '3 behind pace', 'on pace', 'target reached'. */
  words: string;
}

/** Specification section 9, progress arithmetic. */
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

/** `today` stands in where the server supplies no share of what has passed. */
export const readWeek = (week: Pick<WeeklyContacts, 'count' | 'target'> & { weekProgress?: number }, today: string) =>
  readMeter(week, week.weekProgress ?? elapsedByWeekday(weekdayOf(today)));

export const readMonth = (
  month: Pick<MonthlyContacts, 'count' | 'target'> & { monthProgress?: number },
  today: string,
) => readMeter(month, month.monthProgress ?? elapsedByMonthDay(dayOfMonth(today), daysInMonth(today)));
