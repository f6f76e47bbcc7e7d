import { memo } from 'react';
import type { LeadListRecord } from './api';
import { LeadCard } from './lead-card';
import type { Selection } from './use-selection';

export interface LeadsProps {
  leads: readonly LeadListRecord[];
  /** Another page is drawn anew: a lead that both have was not moved, it is somewhere else. */
  address: string;
  selection: Selection;
  /** The lead whose profile was open a moment ago. */
  returnedId?: number;
  /** True while other leads are on their way: what is shown is of the page before. */
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
