import { memo, useState } from 'react';
import { phone, useMediaQuery } from '../../../lib/use-media-query';
import type { LeadListRecord } from '../api';
import { LeadCard } from './lead-card';
import { LeadSheet } from './lead-sheet';
import { selectable, type Selection } from '../use-selection';

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
  ({ leads, address, selection, returnedId, isStale, onMarkViewed, markingId }: LeadsProps) => {
    const isPhone = useMediaQuery(phone);
    const [opened, setOpened] = useState<LeadListRecord | null>(null);
    const isSelecting = isPhone && selection.isSelecting;
    const classes = ['lf-list', isSelecting && 'selecting', isStale && 'lf-stale'];
    return (
      <>
        <ul key={address} className={classes.filter(Boolean).join(' ')} aria-busy={isStale}>
          {leads.map((lead) => {
            const { id } = lead.userBusiness;
            return (
              <LeadCard
                key={id}
                lead={lead}
                isSelected={selection.selected.has(id)}
                isReturned={id === returnedId}
                isMarking={id === markingId}
                isPhone={isPhone}
                isSelecting={isSelecting}
                onSelect={selection.set}
                onBeginSelecting={selection.begin}
                onMarkViewed={onMarkViewed}
                onOpenMenu={setOpened}
              />
            );
          })}
        </ul>
        {opened && (
          <LeadSheet
            lead={opened}
            onClose={() => setOpened(null)}
            onMarkViewed={onMarkViewed}
            onSelect={() => {
              selection.begin();
              selection.set([selectable(opened)], true);
            }}
          />
        )}
      </>
    );
  },
);
LeadListView.displayName = 'LeadListView';
