import { useCallback, useMemo, useState } from 'react';

/** The selected leads by id, with their names for the dialogs. */
export type SelectedLeads = ReadonlyMap<number, string>;

interface Selectable {
  id: number;
  name: string;
}

const none: SelectedLeads = new Map();

/** Lasts over pages and filters; another scope (view, Show Existing Customers) clears it (specification section 4). */
export function useSelection(scope: string) {
  const [selected, setSelected] = useState(none);
  const [seenScope, setSeenScope] = useState(scope);
  if (seenScope !== scope) {
    setSeenScope(scope);
    setSelected(none);
  }

  const set = useCallback((leads: readonly Selectable[], isSelected: boolean) => {
    setSelected((current) => {
      const next = new Map(current);
      for (const { id, name } of leads) {
        if (isSelected) next.set(id, name);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const drop = useCallback((ids: readonly number[]) => {
    setSelected((current) => new Map([...current].filter(([id]) => !ids.includes(id))));
  }, []);
  const clear = useCallback(() => setSelected(none), []);
  return useMemo(() => ({ selected, set, drop, clear }), [selected, set, drop, clear]);
}

export type Selection = ReturnType<typeof useSelection>;
