import type { bounds } from '@lead-finder/contracts';
import type { z } from 'zod';

export type Box = z.output<typeof bounds>;

const world: Box = { west: -180, south: -90, east: 180, north: 90 };
/** A square is a quarter of a map tile wide: about 64 pixels. */
const squaresPerTile = 4;

/** The side of a square in degrees of longitude. */
export const squareDegrees = (zoom: number) => 360 / 2 ** zoom / squaresPerTile;

/** No screen shows more squares: 5,000 by 3,000 pixels have about 1,000. */
const maxSquares = 2_000;

/** Whether a box has no more squares than a screen shows, so that its result may be cached. */
export function isScreenful({ west, south, east, north }: Box, zoom: number): boolean {
  const side = squareDegrees(zoom);
  const width = east >= west ? east - west : east - west + 360;
  return (width / side) * ((north - south) / side) <= maxSquares;
}

/** Wraps a box that was dragged across the date line to -180 to 180 degrees, at most the whole world. */
export function boxOnEarth(box: Box = world): Box {
  const onEarth = (latitude: number) => Math.min(90, Math.max(-90, latitude));
  const [south, north] = [onEarth(box.south), onEarth(box.north)];
  if (box.east - box.west >= 360) return { ...world, south, north };
  const turned = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const isInside = Math.abs(box.west) <= 180 && Math.abs(box.east) <= 180;
  return { west: isInside ? box.west : turned(box.west), east: isInside ? box.east : turned(box.east), south, north };
}

/** Splits a box at the date line. */
export const partsOf = (box: Box): Box[] =>
  box.west <= box.east
    ? [box]
    : [
        { ...box, east: 180 },
        { ...box, west: -180 },
      ];

/** Zooms of the stored squares. A zoom in between joins squares of the next finer level. */
export const levels = [3, 6, 9, 12] as const;
export const finestLevel = 12;

/** Returns undefined above the finest level: there a screen has few enough leads to scan. */
export const levelFor = (zoom: number): number | undefined => levels.find((level) => level >= zoom);
