import { maxTerritoryLevels } from '@lead-finder/contracts';

export interface Placed {
  id: number;
  parentId: number | null;
  priority: number;
}

export interface Arranged extends Placed {
  /** The ids from the top to the territory. */
  path: number[];
  rank: number;
}

const childrenOf = (all: readonly Placed[], parentId: number | null): Placed[] =>
  all.filter((each) => each.parentId === parentId).sort((a, b) => a.priority - b.priority || a.id - b.id);

/** Puts a territory among those with this parent, last without a priority. The others make room. */
export function put(all: readonly Placed[], id: number, parentId: number | null, priority: number | null): Placed[] {
  const others = all.filter((each) => each.id !== id);
  const siblings = childrenOf(others, parentId);
  const at = priority === null ? siblings.length : Math.min(priority - 1, siblings.length);
  siblings.splice(at, 0, { id, parentId, priority: 0 });
  const numbered = new Map(siblings.map((each, index) => [each.id, { ...each, priority: index + 1 }]));
  return [...others.map((each) => numbered.get(each.id) ?? each), numbered.get(id)!];
}

/**
 * Numbers the children of each parent from 1, and ranks all: by priority at each level, those below before their parent
 * (docs/product/territories.md#which-territory-wins).
 */
export function arrange(all: readonly Placed[]): Arranged[] {
  const arranged: Arranged[] = [];
  const walk = (parentId: number | null, above: readonly number[]): void => {
    for (const [index, { id }] of childrenOf(all, parentId).entries()) {
      const path = [...above, id];
      walk(id, path);
      arranged.push({ id, parentId, priority: index + 1, path, rank: arranged.length + 1 });
    }
  };
  walk(null, []);
  return arranged;
}

export const isTooDeep = (arranged: readonly Arranged[]): boolean =>
  arranged.some(({ path }) => path.length > maxTerritoryLevels);

/** True if the first that has a place, or what is above it, may be another for any lead. */
export function isOrderChanged(before: readonly Arranged[], after: readonly Arranged[]): boolean {
  const known = (all: readonly Arranged[], others: readonly Arranged[]) => {
    const ids = new Set(others.map(({ id }) => id));
    return all
      .filter(({ id }) => ids.has(id))
      .map(({ path }) => path.join('/'))
      .join();
  };
  return known(before, after) !== known(after, before);
}
