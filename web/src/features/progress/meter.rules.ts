import {
  elapsedByMonthDay,
  elapsedByWeekday,
  expectedCount,
  isTargetReached,
  pace,
  percentComplete,
  type WorkingTime,
  worksOn,
} from '@lead-finder/contracts';
import { dayOfMonth, daysInMonth, daysOf, type Span, spanOf, weekdayOf } from './calendar.rules';

export interface Reading {
  count: number;
  target: number;
  /** May exceed 100; the bar does not. */
  percent: number;
  /** How much of the week or month has passed, 0 to 100. */
  elapsed: number;
  /** How much of its working days has passed. Without known working days the same as `elapsed`. */
  worked: number;
  byWorkingDays: boolean;
  /** The number of contacts expected by now. */
  expected: number;
  side: 'ahead' | 'behind' | 'done' | 'plain';
  /** '3 ahead', for the narrow header. */
  short: string;
  /** '3 ahead of pace', '3 behind pace', 'on pace', 'target reached'. */
  words: string;
}

/**
 * The share of the working days that has passed, if `elapsed` percent of all days has (docs/product/progress.md#pace).
 * Nothing is expected in a period without any.
 */
export function workedShare(span: Span, elapsed: number, time: WorkingTime): number {
  const days = daysOf(span);
  const passed = (elapsed * days.length) / 100;
  const shares = days.flatMap((day, index) => (worksOn(day, time) ? [Math.min(1, Math.max(0, passed - index))] : []));
  if (shares.length === 0) return 0;
  return (shares.reduce((sum, share) => sum + share, 0) * 100) / shares.length;
}

/** docs/product/progress.md#pace */
export function readMeter(
  { count, target }: { count: number; target: number },
  elapsed: number,
  worked?: number,
): Reading {
  const paced = worked ?? elapsed;
  const ahead = pace(count, target, paced);
  const expected = expectedCount(paced, target);
  const byWorkingDays = worked !== undefined;
  const percent = percentComplete(count, target);
  const reading = { count, target, percent, elapsed, worked: paced, byWorkingDays, expected };
  if (isTargetReached(count, target)) return { ...reading, side: 'done', short: 'reached', words: 'target reached' };
  if (ahead === 0) return { ...reading, side: 'plain', short: 'on pace', words: 'on pace' };
  return ahead > 0
    ? { ...reading, side: 'ahead', short: `${ahead} ahead`, words: `${ahead} ahead of pace` }
    : { ...reading, side: 'behind', short: `${-ahead} behind`, words: `${-ahead} behind pace` };
}

interface Shown extends Partial<WorkingTime> {
  count: number;
  target: number;
}

function readPeriod(shown: Shown, span: Span, elapsed: number): Reading {
  const { workingDays, daysOff } = shown;
  return readMeter(shown, elapsed, workingDays && workedShare(span, elapsed, { workingDays, daysOff }));
}

/** `today` gives the elapsed share if the server sends none. */
export const readWeek = (week: Shown & { weekProgress?: number }, today: string) =>
  readPeriod(week, spanOf('week', today), week.weekProgress ?? elapsedByWeekday(weekdayOf(today)));

export const readMonth = (month: Shown & { monthProgress?: number }, today: string) =>
  readPeriod(
    month,
    spanOf('month', today),
    month.monthProgress ?? elapsedByMonthDay(dayOfMonth(today), daysInMonth(today)),
  );
