import type { TeamDay } from '../api';
import { daysInMonth } from '../calendar.rules';

/** One day of the month with the sum up to it; undefined for a future day. */
export interface ChartDay {
  day: string;
  number: number;
  count?: number;
  total?: number;
  pace: number;
  /** The month before, up to the same day. */
  before?: number;
}

const sums = (days: readonly TeamDay[]): number[] => {
  let total = 0;
  return days.map(({ count }) => (total += count));
};

export function chartOf(
  month: readonly TeamDay[],
  before: readonly TeamDay[],
  target: number,
  today: string,
  worked?: (elapsed: number) => number,
): ChartDay[] {
  const [first] = month;
  if (!first) return [];
  const length = daysInMonth(first.day);
  const totals = sums(month);
  const earlier = sums(before);
  return month.map(({ day, count }, index) => {
    const hasCome = day <= today;
    return {
      day,
      number: index + 1,
      ...(hasCome && { count, total: totals[index] }),
      pace: Math.round(
        worked ? (target * worked(((index + 1) * 100) / length)) / 100 : (target * (index + 1)) / length,
      ),
      ...(earlier[index] !== undefined && { before: earlier[index] }),
    };
  });
}

/** '+34%' against the same day of the month before; undefined if that month had no contacts by then. */
export function againstBefore(days: readonly ChartDay[]): { percent: number; words: string } | undefined {
  const last = days.findLast(({ total }) => total !== undefined);
  if (!last?.before) return undefined;
  const percent = Math.round(((last.total! - last.before) * 100) / last.before);
  return { percent, words: `${percent > 0 ? '+' : ''}${percent}%`.replace('-', '−') };
}

/** Round numbers from 0 to just above the maximum, at most five steps. */
export function ticksUpTo(highest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  const steps = [power / 5, power / 4, power / 2, power, 2 * power].filter(Number.isInteger);
  const step = steps.find((each) => highest <= 5 * each)!;
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, index) => index * step);
}
