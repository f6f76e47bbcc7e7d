import {
  type listTerritoryNames,
  noTerritory,
  type OutputOf,
  type territoryGeoJson,
  type TerritoryName,
} from '@lead-finder/contracts';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';

export const geoJsonPath = '/api/territories/geojson';

const none: TerritoryName[] = [];

/** The territories that this user can filter by; none while they load (docs/product/territories.md#names). */
export const useTerritoryNames = (enabled = true): TerritoryName[] =>
  useQuery<OutputOf<typeof listTerritoryNames>>({
    queryKey: ['/api/territories/names'],
    staleTime: 60_000,
    enabled,
  }).data?.territories ?? none;

/** The shapes of all, for an administrator. They are large, so they are read on their own. */
export const useTerritoryShapes = (enabled = true) =>
  useQuery<z.infer<typeof territoryGeoJson>>({ queryKey: [geoJsonPath], enabled });

const colours = 8;
/** From 0 to 7. The colour only helps: the priority is the number in the ring. */
export const colourOf = (id: number): number => id % colours;

/** 'Arkansas › Little Rock'. */
export function territoryPath(all: readonly TerritoryName[], id: number): string {
  const found = all.find((each) => each.id === id);
  if (!found) return `Territory ${id}`;
  return found.parentId === null ? found.name : `${territoryPath(all, found.parentId)} › ${found.name}`;
}

export const territoryText = (all: readonly TerritoryName[], choice: string | number): string =>
  choice === noTerritory
    ? 'No territory'
    : (all.find(({ id }) => id === Number(choice))?.name ?? `Territory ${choice}`);
