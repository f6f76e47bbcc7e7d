import { useCallback, useMemo, useState } from 'react';
import type { LeadListRecord } from './api';

interface SelectedLead {
  id: number;
  userId: number | null;
  name: string;
}

export type SelectedLeads = ReadonlyMap<number, SelectedLead>;

export const selectable = ({ userBusiness: { id, userId }, business: { name } }: LeadListRecord): SelectedLead => ({
  id,
  userId,
  name,
});

const none: SelectedLeads = new Map();

/**
 * The selection lasts over pages and filters. Another view or Show Existing Customers clears it
 * (docs/product/lead-list.md#selection). On phones the cards have checkboxes only while the user is selecting.
 */
export function useSelection(scope: string) {
  const [selected, setSelected] = useState(none);
  const [isSelecting, setSelecting] = useState(false);
  const [seenScope, setSeenScope] = useState(scope);
  if (seenScope !== scope) {
    setSeenScope(scope);
    setSelected(none);
    setSelecting(false);
  }

  const set = useCallback((leads: readonly SelectedLead[], isSelected: boolean) => {
    setSelected((current) => {
      const next = new Map(current);
      for (const lead of leads) {
        if (isSelected) next.set(lead.id, lead);
        else next.delete(lead.id);
      }
      return next;
    });
  }, []);
  const drop = useCallback((ids: readonly number[]) => {
    setSelected((current) => new Map([...current].filter(([id]) => !ids.includes(id))));
  }, []);
  const clear = useCallback(() => {
    setSelected(none);
    setSelecting(false);
  }, []);
  const begin = useCallback(() => setSelecting(true), []);
  return useMemo(
    () => ({ selected, isSelecting, begin, set, drop, clear }),
    [selected, isSelecting, begin, set, drop, clear],
  );
}

export type Selection = ReturnType<typeof useSelection>;
