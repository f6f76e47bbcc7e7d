import { formatNumber } from './numbers';

/** 'the sum of its people', '50 above the sum of its people, 900' (docs/product/teams.md#goals). */
export function againstSum(goal: number | null | undefined, sum: number): string {
  if (goal === null || goal === undefined) return 'the sum of its people';
  if (goal === sum) return 'as the sum of its people';
  const side = goal > sum ? 'above' : 'below';
  return `${formatNumber(Math.abs(goal - sum))} ${side} the sum of its people, ${formatNumber(sum)}`;
}
