import { maxTerritoryLevels, type Territory, type TerritoryOverlap, type TerritoryTree } from '@lead-finder/contracts';
import { counted, formatNumber } from '../../lib/numbers';
import type { TreeForest } from '../../ui/tree.rules';

export interface TerritoryNode extends Territory {
  level: number;
  names: readonly string[];
  /** The people on it and on those below, and in their teams. Someone who is on several counts once per team. */
  people: number;
  parent: TerritoryNode | null;
  children: TerritoryNode[];
}

export type Forest = TreeForest<TerritoryNode>;

export function growForest({ territories, teams }: Pick<TerritoryTree, 'territories' | 'teams'>): Forest {
  const all: TerritoryNode[] = [];
  const below = (parentId: number | null) =>
    territories.filter((each) => each.parentId === parentId).sort((a, b) => a.priority - b.priority);
  const grow = (territory: Territory, parent: TerritoryNode | null): TerritoryNode => {
    const node: TerritoryNode = {
      ...territory,
      level: (parent?.level ?? 0) + 1,
      names: [...(parent?.names ?? []), territory.name],
      people: 0,
      parent,
      children: [],
    };
    all.push(node);
    node.children = below(territory.id).map((child) => grow(child, node));
    const branch = branchOf(node);
    const ofTeams = new Set(branch.flatMap(({ teamIds }) => teamIds));
    node.people =
      new Set(branch.flatMap(({ userIds }) => userIds)).size +
      teams.filter(({ id }) => ofTeams.has(id)).reduce((sum, { people }) => sum + people, 0);
    return node;
  };
  const roots = below(null).map((territory) => grow(territory, null));
  return { roots, all, byId: new Map(all.map((node) => [node.id, node])) };
}

const branchOf = (node: TerritoryNode): TerritoryNode[] => [node, ...node.children.flatMap(branchOf)];
const heightOf = ({ children }: TerritoryNode): number => 1 + Math.max(0, ...children.map(heightOf));
const isBelow = (node: TerritoryNode | null, top: TerritoryNode): boolean =>
  node !== null && (node.id === top.id || isBelow(node.parent, top));

export function mayMove(node: TerritoryNode, parent: TerritoryNode | null): boolean {
  if (node.parentId === (parent?.id ?? null) || isBelow(parent, node)) return false;
  return (parent?.level ?? 0) + heightOf(node) <= maxTerritoryLevels;
}

export const siblingsOf = (node: TerritoryNode, { roots }: Forest): readonly TerritoryNode[] =>
  node.parent?.children ?? roots;

/** 'Drawn, 6 corners · 2 ZIP codes'. */
export function areaText({ corners, zips, counties, states }: Territory): string {
  const parts = [
    corners > 0 && `Drawn, ${counted(corners, 'corner')}`,
    zips.length > 0 && counted(zips.length, 'ZIP code'),
    counties.length > 0 && counted(counties.length, 'county', 'counties'),
    states.length > 0 && counted(states.length, 'state'),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : 'No area of its own';
}

/** Names the winner, and how many leads it is about. */
export function overlapText(own: string, { name, wins, leads, leadsAreExact, places }: TerritoryOverlap): string {
  const winner = wins ? own : name;
  const number = leadsAreExact ? formatNumber(leads) : `${formatNumber(leads)} or more`;
  const both = leads === 1 && leadsAreExact ? '1 lead lies in both' : `${number} leads lie in both`;
  const shared = places.length > 0 ? `Both have ${places.slice(0, 5).join(', ')}${places.length > 5 ? '…' : ''}. ` : '';
  return `${shared}${both}; ${winner} comes first.`;
}

/** Texts of a form as a list: separated by commas, semicolons or lines; ZIP codes by spaces too. */
export const listOf = (text: string, separators = /[,;\n]/): string[] =>
  text
    .split(separators)
    .map((each) => each.trim())
    .filter(Boolean);
export const zipsOf = (text: string): string[] => listOf(text, /[\s,;]/);
