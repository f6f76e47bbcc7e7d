import type { Brief, ProgressKind } from '@lead-finder/contracts';
import { counted } from '../../../lib/numbers';

type Member = Brief['behind'][number];
type Reason = Member['reasons'][number];

export function changeWords({ count, before }: Brief['contacts']): string {
  const change = count - before;
  if (change === 0) return 'as many as the week before';
  return `${Math.abs(change)} ${change > 0 ? 'more' : 'fewer'} than the week before`;
}

/** The text around a reason's figure. The figure itself links to its list. */
export function reasonWords({ kind, count }: Reason): { before: string; figure: string; after: string } {
  switch (kind) {
    case 'new':
      return { before: 'holds ', figure: counted(count, 'untouched lead'), after: '' };
    case 'overdue':
      return { before: 'has ', figure: counted(count, 'overdue follow-up'), after: '' };
    case 'attempts':
      return { before: 'tried ', figure: counted(count, 'lead'), after: ' last week' };
  }
}

/** The list behind a figure of the brief. Figures of a past week include its days. */
export const isOfWeek = (kind: ProgressKind): boolean => ['contacts', 'won', 'lost', 'attempts'].includes(kind);
