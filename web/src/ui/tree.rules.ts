export interface TreeNode<N> {
  id: number;
  name: string;
  /** 1 at the top. */
  level: number;
  parent: N | null;
  children: readonly N[];
}

export interface TreeForest<N> {
  roots: readonly N[];
  /** Each node after its parent. */
  all: readonly N[];
  byId: ReadonlyMap<number, N>;
}

/** A single root is open at first, so that the page shows more than its name. */
export function ancestorsOf<N extends TreeNode<N>>({ roots, byId }: TreeForest<N>, id: number | undefined): number[] {
  const ids = roots.length === 1 ? [roots[0]!.id] : [];
  for (let each = byId.get(id ?? 0)?.parent; each; each = each.parent) ids.push(each.id);
  return ids;
}

/** The rows that a tree shows: below expanded nodes, or the matches of a search with all nodes above them. */
export function visibleNodes<N extends TreeNode<N>>(
  forest: TreeForest<N>,
  expanded: ReadonlySet<number>,
  search: string,
): N[] {
  const wanted = search.trim().toLowerCase();
  if (wanted !== '') {
    const shown = new Set<N>();
    for (const node of forest.all.filter(({ name }) => name.toLowerCase().includes(wanted)))
      for (let each: N | null = node; each; each = each.parent) shown.add(each);
    return forest.all.filter((node) => shown.has(node));
  }
  const isShown = ({ parent }: N): boolean => parent === null || (expanded.has(parent.id) && isShown(parent));
  return forest.all.filter(isShown);
}
