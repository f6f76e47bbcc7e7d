import { useState } from 'react';
import type { BusinessResult } from '@lead-finder/contracts';

export interface Selection {
  chosen: readonly BusinessResult[];
  has: (business: BusinessResult) => boolean;
  toggle: (business: BusinessResult) => void;
  /** Selects every result of the list, or none if all are selected. */
  toggleAll: () => void;
  drop: (businesses: readonly BusinessResult[]) => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * The selection of one list of results. Another list starts with none (docs/product/finding.md#selection-of-results).
 */
export function useSelection(businesses: readonly BusinessResult[], listKey: string): Selection {
  const [selected, setSelected] = useState({ listKey, ids: none });
  const ids = selected.listKey === listKey ? selected.ids : none;
  const select = (next: Iterable<string>) => setSelected({ listKey, ids: new Set(next) });
  return {
    chosen: businesses.filter(({ placeId }) => ids.has(placeId)),
    has: ({ placeId }) => ids.has(placeId),
    toggle: ({ placeId }) => select(ids.has(placeId) ? [...ids].filter((id) => id !== placeId) : [...ids, placeId]),
    toggleAll: () => select(ids.size === businesses.length ? [] : businesses.map(({ placeId }) => placeId)),
    drop: (dropped) => {
      const gone = new Set(dropped.map(({ placeId }) => placeId));
      select([...ids].filter((id) => !gone.has(id)));
    },
  };
}
