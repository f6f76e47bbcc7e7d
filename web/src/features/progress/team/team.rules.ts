import {
  groupOfMember,
  type MemberGroup,
  memberGroups,
  type MemberWeeks,
  type ProgressRecord,
  type WorkingTime,
} from '@lead-finder/contracts';
import type { Period, Span } from '../calendar.rules';
import { workedShare } from '../meter.rules';

export type Score = Pick<ProgressRecord, 'count' | 'target' | 'percentage'>;

/** A member's three numbers. The week is missing for a user who was created between two reads. */
export interface Member {
  user: ProgressRecord['user'];
  name: string;
  scores: { month: Score & Partial<WorkingTime> } & Partial<Record<Exclude<Period, 'month'>, Score>>;
}

type Records = readonly ProgressRecord[];

export function teamOf({ month, week, lastWeek }: Record<Period, Records>): Member[] {
  const byUser = (records: Records) => new Map(records.map((record) => [record.user.id, record]));
  const weeks = byUser(week);
  const lastWeeks = byUser(lastWeek);
  return month.map((record) => ({
    user: record.user,
    name: record.user.fullName || record.user.username,
    scores: { month: record, week: weeks.get(record.user.id), lastWeek: lastWeeks.get(record.user.id) },
  }));
}

/** The members with a percentage above 0 (docs/product/progress.md#team-summary). */
export function summaryOf(members: readonly Member[]) {
  const months = members.map(({ scores }) => scores.month);
  const sum = (numberOf: (score: Score) => number) => months.reduce((total, score) => total + numberOf(score), 0);
  return {
    members: members.length,
    active: months.filter(({ percentage }) => percentage > 0).length,
    contacts: sum(({ count }) => count),
    target: sum(({ target }) => target),
  };
}

/**
 * Returns the share of the team's target that is expected if `elapsed` percent of the month has passed; undefined if
 * no member has working days.
 */
export function workedByTeam(members: readonly Member[], month: Span): ((elapsed: number) => number) | undefined {
  const targets = new Map<string, Partial<WorkingTime> & { target: number }>();
  for (const { target, workingDays, daysOff } of members.map(({ scores }) => scores.month)) {
    const key = `${workingDays} ${daysOff}`;
    targets.set(key, { workingDays, daysOff, target: (targets.get(key)?.target ?? 0) + target });
  }
  const groups = [...targets.values()];
  if (groups.every(({ workingDays }) => !workingDays)) return undefined;
  const whole = groups.reduce((sum, { target }) => sum + target, 0);
  return (elapsed) =>
    groups.reduce((sum, { workingDays, daysOff, target }) => {
      const share = workingDays ? workedShare(month, elapsed, { workingDays, daysOff }) : elapsed;
      return sum + share * target;
    }, 0) / whole;
}

/** In the order of docs/product/progress.md#groups-of-members, without empty groups. */
export function groupsOf(members: readonly Member[], elapsed: number): { group: MemberGroup; members: Member[] }[] {
  const placed = members.map((member) => ({ member, group: groupOfMember(member.scores.month, elapsed) }));
  return memberGroups
    .map((group) => ({ group, members: placed.filter((one) => one.group === group).map(({ member }) => member) }))
    .filter((one) => one.members.length > 0);
}

/**
 * A bar's colour, by the thresholds of the groups against the elapsed share of its period. A reached target is never
 * late, and neither is a past period.
 */
export function sideOf(score: Score, elapsed: number | undefined): 'ahead' | 'behind' | 'plain' {
  if (score.count >= score.target) return 'ahead';
  if (elapsed === undefined) return 'plain';
  const group = groupOfMember(score, elapsed);
  if (group === 'Top Performers') return 'ahead';
  return group === 'Needs Attention' ? 'behind' : 'plain';
}

export const sortings = {
  highest: 'Highest percentage',
  lowest: 'Lowest percentage',
  contacts: 'Most contacts',
  name: 'Name, A to Z',
} as const;
export type Sorting = keyof typeof sortings;

const byName = (a: Member, b: Member) => a.name.localeCompare(b.name);
const orders: Record<Sorting, (a: Member, b: Member) => number> = {
  highest: (a, b) => b.scores.month.percentage - a.scores.month.percentage || byName(a, b),
  lowest: (a, b) => a.scores.month.percentage - b.scores.month.percentage || byName(a, b),
  contacts: (a, b) => b.scores.month.count - a.scores.month.count || byName(a, b),
  name: byName,
};

export function findMembers(members: readonly Member[], words: string, sorting: Sorting): Member[] {
  const wanted = words.trim().toLowerCase();
  const isFound = ({ user: { fullName, username, email } }: Member) =>
    [fullName, username, email].some((text) => text.toLowerCase().includes(wanted));
  return members.filter(isFound).sort(orders[sorting]);
}

/** The count of the best week of all members. */
export const highestOf = (members: readonly MemberWeeks[]): number =>
  members.reduce((highest, { weeks }) => Math.max(highest, ...weeks.map(({ count }) => count)), 0);
