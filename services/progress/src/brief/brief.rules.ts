import type { Brief, MemberWork } from '@lead-finder/contracts';
import type { Day, Period } from '../calendar/calendar.rules.js';

/** A user's last week, with the work that may explain its count. */
export interface MemberBrief {
  userId: number;
  name: string;
  count: number;
  target: number;
  before: number;
  work: MemberWork | undefined;
}

type Reason = Brief['behind'][number]['reasons'][number];

const maxNamed = 10;
const lacking = ({ target, count }: { target: number; count: number }) => target - count;

/** True if the user joined after the week began and has no contact in it, so that its target does not apply. */
export const isNewIn = ({ from }: Period, { since, count }: { since: Day; count: number }): boolean =>
  since > from && count === 0;

/** Returns the reasons in the data: untouched leads, overdue follow-ups, fewer attempts than the target. */
export function reasonsOf({ target, work }: Pick<MemberBrief, 'target' | 'work'>): Reason[] {
  if (!work) return [];
  const reasons: Reason[] = [];
  if (work.newLeads > 0) reasons.push({ kind: 'new', count: work.newLeads });
  if (work.overdue > 0) reasons.push({ kind: 'overdue', count: work.overdue });
  if (work.attempts < target) reasons.push({ kind: 'attempts', count: work.attempts });
  return reasons;
}

/** Returns the team's sums and the users who missed last week's target, furthest behind first. */
export function briefOf(
  members: readonly MemberBrief[],
): Pick<Brief, 'contacts' | 'won' | 'lost' | 'overdue' | 'behind' | 'behindTotal'> {
  const sum = (numberOf: (member: MemberBrief) => number) =>
    members.reduce((total, member) => total + numberOf(member), 0);
  const behind = members.filter((member) => lacking(member) > 0);
  const named = [...behind].sort((a, b) => lacking(b) - lacking(a) || a.name.localeCompare(b.name)).slice(0, maxNamed);
  return {
    contacts: {
      count: sum(({ count }) => count),
      target: sum(({ target }) => target),
      before: sum(({ before }) => before),
    },
    won: sum(({ work }) => work?.won ?? 0),
    lost: sum(({ work }) => work?.lost ?? 0),
    overdue: sum(({ work }) => work?.overdue ?? 0),
    behind: named.map(({ userId, name, count, target, work }) => ({
      userId,
      name,
      count,
      target,
      reasons: reasonsOf({ target, work }),
    })),
    behindTotal: behind.length,
  };
}
