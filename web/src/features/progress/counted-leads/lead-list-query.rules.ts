import { progressKind, type ProgressKind } from '@lead-finder/contracts';
import { statusLabel } from '../../../ui/lead-status';
import { nameOfSpan, type Span } from '../calendar.rules';

/** Which number's leads to list. It is part of the address, so that a mail can link to the list. */
export interface LeadListQuery extends Partial<Span> {
  kind: ProgressKind;
  /** Undefined for the whole team. */
  userId?: number;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const inTime: readonly ProgressKind[] = ['contacts', 'attempts', 'won', 'lost'];

/** Reads the query of an address; null if it names no list. */
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

/** The title of the list: 'This Week', 'won Last Week', 'overdue follow-ups', 'New leads'. */
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
