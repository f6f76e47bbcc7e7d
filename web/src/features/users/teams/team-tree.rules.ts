import { maxTeamLevels, type Sight, type Team, type TeamTree, type UserSummary } from '@lead-finder/contracts';
import type { TreeForest } from '../../../ui/tree.rules';

export interface TeamNode extends Team {
  /** 1 at the top. */
  level: number;
  /** The names from the top to this team. */
  names: readonly string[];
  /** The people of this team and of all below. */
  people: number;
  /** The sum of the goals of these people. */
  goals: number;
  /** Those of the branch; undefined if they are not known. */
  openLeads: number | undefined;
  /** The own one, or that of the nearest team above. */
  zone: string | null;
  days: readonly number[] | null;
  holidays: number | null;
  parent: TeamNode | null;
  children: TeamNode[];
}

export type Forest = TreeForest<TeamNode>;

/** A team whose parent is not in the list stands at the top. */
export function growForest(teams: readonly Team[]): Forest {
  const known = new Set(teams.map(({ id }) => id));
  const below = new Map<number | null, Team[]>();
  for (const team of teams) {
    const parentId = team.parentId !== null && known.has(team.parentId) ? team.parentId : null;
    const siblings = below.get(parentId);
    if (siblings) siblings.push(team);
    else below.set(parentId, [team]);
  }
  const all: TeamNode[] = [];
  const grow = (team: Team, parent: TeamNode | null): TeamNode => {
    const node: TeamNode = {
      ...team,
      level: (parent?.level ?? 0) + 1,
      names: [...(parent?.names ?? []), team.name],
      people: team.members,
      goals: team.goalOfMembers ?? 0,
      openLeads: team.openLeads,
      zone: team.timeZone ?? parent?.zone ?? null,
      days: team.workingDays ?? parent?.days ?? null,
      holidays: team.holidayListId ?? parent?.holidays ?? null,
      parent,
      children: [],
    };
    all.push(node);
    node.children = (below.get(team.id) ?? []).map((child) => grow(child, node));
    for (const child of node.children) {
      node.people += child.people;
      node.goals += child.goals;
      if (node.openLeads !== undefined) node.openLeads += child.openLeads ?? 0;
    }
    return node;
  };
  const roots = (below.get(null) ?? []).map((team) => grow(team, null));
  return { roots, all, byId: new Map(all.map((node) => [node.id, node])) };
}

export const pathOf = ({ names }: Pick<TeamNode, 'names'>): string => names.join(' › ');

const isBelow = (node: TeamNode | null, top: TeamNode): boolean =>
  node !== null && (node.id === top.id || isBelow(node.parent, top));

const heightOf = ({ children }: TeamNode): number => 1 + Math.max(0, ...children.map(heightOf));

/** True if the team can move below that parent, or to the top with null, and is not there yet. */
export function mayMove(team: TeamNode, parent: TeamNode | null): boolean {
  if (team.parentId === (parent?.id ?? null) || isBelow(parent, team)) return false;
  return (parent?.level ?? 0) + heightOf(team) <= maxTeamLevels;
}

export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const usualDays: readonly number[] = [1, 2, 3, 4, 5];

/** 'Monday to Friday', 'Monday, Wednesday, Saturday'. */
export function daysText(days: readonly number[]): string {
  const isRun = days.length > 2 && days.every((day, at) => day === days[0]! + at);
  const name = (day: number) => dayNames[day - 1]!;
  return isRun ? `${name(days[0]!)} to ${name(days.at(-1)!)}` : days.map(name).join(', ');
}

export interface SightChange {
  gains: readonly Sight[];
  losses: readonly Sight[];
}

const maxExamples = 5;

/** Whom managers see, and no longer see, after these people of one team moved to another. Administrators see everybody. */
export function sightAfterMove(
  people: readonly UserSummary[],
  { from, to }: Record<'from' | 'to', TeamNode | null>,
  managers: TeamTree['managers'],
): SightChange {
  const above = (node: TeamNode | null): number[] => (node ? [...node.managerIds, ...above(node.parent)] : []);
  const [before, after] = [above(from), above(to)];
  const sights = (now: readonly number[], other: readonly number[]) =>
    managers
      .filter(({ id, role }) => role !== 'admin' && now.includes(id) && !other.includes(id))
      .map(({ id, username, fullName }) => {
        const names = people.filter((each) => each.id !== id).map((each) => each.fullName);
        return { id, username, fullName, people: names.length, examples: names.slice(0, maxExamples) };
      })
      .filter((sight) => sight.people > 0);
  return { gains: sights(after, before), losses: sights(before, after) };
}
