/** docs/product/progress.md#percentage-and-bar. Shares of elapsed time are percentages. */

/** Multiplies before it divides, so that a half stays exactly a half and rounds up. */
export const percentComplete = (count: number, target: number) => Math.round((count * 100) / target);

/** Returns the width of the bar in percent, at most 100; `percentComplete` has no maximum. */
export const barPercent = (count: number, target: number) => Math.min(100, percentComplete(count, target));

export const isTargetReached = (count: number, target: number) => count >= target;

/** Far above the error of floating point, far below one contact. */
const tolerance = 1e-6;

export const expectedCount = (elapsed: number, target: number) =>
  Math.max(0, Math.ceil((elapsed * target) / 100 - tolerance));

/** Returns the number of contacts ahead of pace; negative if behind. */
export const pace = (count: number, target: number, elapsed: number) => count - expectedCount(elapsed, target);

/** Replaces a missing `weekProgress`. Takes the weekday of `Date`; Sunday, 0 there, counts as day 7. */
export const elapsedByWeekday = (weekday: number) => ((weekday === 0 ? 7 : weekday) / 7) * 100;

/** Replaces a missing `monthProgress`. */
export const elapsedByMonthDay = (day: number, daysInMonth: number) => (day / daysInMonth) * 100;

export const memberGroups = ['Top Performers', 'On Track', 'Needs Attention', 'Just Started'] as const;
export type MemberGroup = (typeof memberGroups)[number];

/** Compares the month's percentage with the elapsed share of the month (docs/product/progress.md#groups-of-members). */
export function groupOfMember(
  { count, percentage }: { count: number; percentage: number },
  monthElapsed: number,
): MemberGroup {
  if (count === 0) return 'Just Started';
  if (percentage >= monthElapsed + 20) return 'Top Performers';
  return percentage >= monthElapsed - 10 ? 'On Track' : 'Needs Attention';
}
