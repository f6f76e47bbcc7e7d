import { memo } from 'react';
import type { LeadListRecord } from '../api';
import { LeadCard } from './lead-card';
import type { Selection } from '../use-selection';

export interface LeadsProps {
  leads: readonly LeadListRecord[];
  /** Renders a new page from scratch: a lead that is on both pages was not moved. */
  address: string;
  selection: Selection;
  /** The lead whose profile was just closed. */
  returnedId?: number;
  /** True while other leads load and the previous page is shown. */
  isStale: boolean;
  onMarkViewed: (id: number) => void;
  markingId?: number;
}

export const LeadListView = memo(
  ({ leads, address, selection, returnedId, isStale, onMarkViewed, markingId }: LeadsProps) => (
    <ul key={address} className={`lf-list ${isStale ? 'lf-stale' : ''}`.trimEnd()} aria-busy={isStale}>
      {leads.map((lead) => {
        const { id } = lead.userBusiness;
        return (
          <LeadCard
            key={id}
            lead={lead}
            isSelected={selection.selected.has(id)}
            isReturned={id === returnedId}
            isMarking={id === markingId}
            onSelect={selection.set}
            onMarkViewed={onMarkViewed}
          />
        );
      })}
    </ul>
  ),
);
LeadListView.displayName = 'LeadListView';
