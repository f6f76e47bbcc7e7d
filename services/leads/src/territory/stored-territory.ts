import { partsOfShape, type ParsedInputOf, type TerritoryShape, type updateTerritory } from '@lead-finder/contracts';
import type { Placed } from './territory-tree.rules.js';

type Update = Omit<ParsedInputOf<typeof updateTerritory>, 'id' | 'version'>;
export type TerritoryChange = { [K in keyof Update]?: Update[K] | undefined };
export type TerritoryFields = Omit<TerritoryChange, 'priority'>;

export interface StoredTerritory extends Placed {
  name: string;
  shape: TerritoryShape | null;
  zips: string[];
  counties: string[];
  states: string[];
  userIds: number[];
  teamIds: number[];
  version: number;
}

export const areaFields = ['shape', 'zips', 'counties', 'states'] as const;
export const storedColumns = `id, name, parent_id as "parentId", priority, shape, zips, counties, states, version,
  array(select user_id from territory_people where territory_id = territories.id order by user_id) as "userIds",
  array(select team_id from territory_teams where territory_id = territories.id order by team_id) as "teamIds"`;

export const areaOf = (given: TerritoryFields) =>
  Object.fromEntries(areaFields.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));

const maxNamed = 50;
const few = (values: readonly unknown[] = []) =>
  values.length > maxNamed ? [...values.slice(0, maxNamed), `and ${values.length - maxNamed} more`] : values;

/** What an entry of the audit trail says of a territory: of a shape its corners, and a few of many places. */
export const auditable = ({
  name,
  parentId,
  priority,
  shape,
  zips,
  counties,
  states,
  userIds,
  teamIds,
}: TerritoryFields & { priority?: number | null | undefined }) => ({
  name,
  parentId,
  priority,
  shape: shape ? `${partsOfShape(shape).flat().length} corners from ${partsOfShape(shape)[0]![0]!.join(', ')}` : null,
  zips: few(zips),
  counties: few(counties),
  states: few(states),
  userIds: few(userIds),
  teamIds: few(teamIds),
});
