/** Progress arithmetic of specification sections 4 and 9. Shares of elapsed time are percentages, 0 to 100. */

/** Multiplied before it is divided, so that a half stays exactly a half and rounds up. */
export const percentComplete = (count: number, target: number) => Math.round((count * 100) / target);

/** The width of the bar; the percentage itself is not capped. */
export const barPercent = (count: number, target: number) => Math.min(100, percentComplete(count, target));

export const isTargetReached = (count: number, target: number) => count >= target;

/** Far above what floating point gets wrong, far below a contact. */
const tolerance = 1e-6;

export const expectedCount = (elapsed: number, target: number) =>
  Math.max(0, Math.ceil((elapsed * target) / 100 - tolerance));

/** So many contacts ahead of pace; below zero behind it. */
export const pace = (count: number, target: number, elapsed: number) => count - expectedCount(elapsed, target);

/** Where the server supplies no `weekProgress`. Takes the weekday as `Date` counts it: Sunday, 0 there, is day 7 here. */
export const elapsedByWeekday = (weekday: number) => ((weekday === 0 ? 7 : weekday) / 7) * 100;

/** Where the server supplies no `monthProgress`. */
export const elapsedByMonthDay = (day: number, daysInMonth: number) => (day / daysInMonth) * 100;

export const memberGroups = ['Top Performers', 'On Track', 'Needs Attention', 'Just Started'] as const;
export type MemberGroup = (typeof memberGroups)[number];

/** By the month's record, against the share of the month that has passed. */
export function groupOfMember(
  { count, percentage }: { count: number; percentage: number },
  monthElapsed: number,
): MemberGroup {
  if (count === 0) return 'Just Started';
  if (percentage >= monthElapsed + 20) return 'Top Performers';
  return percentage >= monthElapsed - 10 ? 'On Track' : 'Needs Attention';
}
