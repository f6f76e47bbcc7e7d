import { progressKind, type ProgressKind } from '@lead-finder/contracts';
import { statusLabel } from '../../ui/lead-status';
import { nameOfSpan, type Span } from './calendar.rules';

/** The number whose leads are asked for; its list stands in the address, so that a mail can lead to it. */
export interface LeadListQuery extends Partial<Span> {
  kind: ProgressKind;
  /** The whole team's without it. */
  userId?: number;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const inTime: readonly ProgressKind[] = ['contacts', 'attempts', 'won', 'lost'];

/** What an address asks for; nothing where it does not name a list. */
export function leadListQueryIn(query: URLSearchParams): LeadListQuery | null {
  const kind = progressKind.safeParse(query.get('kind'));
  if (!kind.success) return null;
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const span = day.test(from) && day.test(to) ? { from, to } : {};
  const userId = Number(query.get('userId'));
  const whose = Number.isInteger(userId) && userId > 0 ? { userId } : {};
  if (inTime.includes(kind.data) && !('from' in span)) return null;
  return kind.data === 'attempts' && !('userId' in whose) ? null : { kind: kind.data, ...whose, ...span };
}

export function queryOf({ kind, userId, from, to }: LeadListQuery): string {
  const query = new URLSearchParams({ kind });
  if (userId !== undefined) query.set('userId', String(userId));
  if (from && to) {
    query.set('from', from);
    query.set('to', to);
  }
  return query.toString();
}

/** What the list is of: 'This Week', 'won Last Week', 'overdue follow-ups', 'New leads'. */
export function subjectOf({ kind, from, to }: LeadListQuery, today: string): string {
  const time = from && to ? nameOfSpan({ from, to }, today) : '';
  switch (kind) {
    case 'contacts':
      return time;
    case 'attempts':
      return `Leads tried, ${time}`;
    case 'won':
    case 'lost':
      return `${statusLabel(`closed_${kind}`)}, ${time}`;
    case 'overdue':
      return 'Overdue follow-ups';
    default:
      return statusLabel(kind);
  }
}
