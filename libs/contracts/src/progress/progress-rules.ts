import type { WorkingTime } from '../users/users-fields.js';

/** Multiplies before it divides, so that a half stays exactly a half and rounds up. */
export const percentComplete = (count: number, target: number) => Math.round((count * 100) / target);

export const barPercent = (count: number, target: number) => Math.min(100, percentComplete(count, target));

export const isTargetReached = (count: number, target: number) => count >= target;

const tolerance = 1e-6;

export const expectedCount = (elapsed: number, target: number) =>
  Math.max(0, Math.ceil((elapsed * target) / 100 - tolerance));

export const pace = (count: number, target: number, elapsed: number) => count - expectedCount(elapsed, target);

export const elapsedByWeekday = (weekday: number) => ((weekday === 0 ? 7 : weekday) / 7) * 100;

export const elapsedByMonthDay = (day: number, daysInMonth: number) => (day / daysInMonth) * 100;

export const memberGroups = ['Top Performers', 'On Track', 'Needs Attention', 'Just Started'] as const;
export type MemberGroup = (typeof memberGroups)[number];

export function groupOfMember(
  { count, percentage }: { count: number; percentage: number },
  monthElapsed: number,
): MemberGroup {
  if (count === 0) return 'Just Started';
  if (percentage >= monthElapsed + 20) return 'Top Performers';
  return percentage >= monthElapsed - 10 ? 'On Track' : 'Needs Attention';
}

export const worksOn = (day: string, { workingDays, daysOff = [] }: WorkingTime): boolean =>
  workingDays.includes(new Date(day).getUTCDay() || 7) && !daysOff.includes(day);
