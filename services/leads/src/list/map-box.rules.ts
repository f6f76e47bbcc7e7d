import type { bounds } from '@lead-finder/contracts';
import type { z } from 'zod';

export type Box = z.output<typeof bounds>;

const world: Box = { west: -180, south: -90, east: 180, north: 90 };
/** A tile of the map is four cells wide: about 64 pixels a cluster. */
const squaresPerTile = 4;

/** The side of a cluster's square, in degrees of longitude. */
export const squareDegrees = (zoom: number) => 360 / 2 ** zoom / squaresPerTile;

/** More squares than this no screen shows at once: 5,000 by 3,000 points have about 1,000. */
const maxSquares = 2_000;

/** Whether a box holds no more squares than a screen does, so that what was drawn for it may be kept. */
export function isScreenful({ west, south, east, north }: Box, zoom: number): boolean {
  const side = squareDegrees(zoom);
  const width = east >= west ? east - west : east - west + 360;
  return (width / side) * ((north - south) / side) <= maxSquares;
}

/** A dragged map says where it is beyond the date line; one that shows more than the world shows it whole. */
export function boxOnEarth(box: Box = world): Box {
  const south = Math.max(-90, box.south);
  const north = Math.min(90, box.north);
  if (box.east - box.west >= 360) return { ...world, south, north };
  const turned = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const isInside = box.west >= -180 && box.east <= 180;
  return { west: isInside ? box.west : turned(box.west), east: isInside ? box.east : turned(box.east), south, north };
}

/** The parts without the date line inside: one, or two where a box lies across it. */
export const partsOf = (box: Box): Box[] =>
  box.west <= box.east
    ? [box]
    : [
        { ...box, east: 180 },
        { ...box, west: -180 },
      ];

/** Squares are kept at these zooms; a zoom between takes the next finer one and joins its squares. */
export const levels = [3, 6, 9, 12] as const;
export const finestLevel = 12;

/** Undefined below the finest: there a screen shows few enough leads to look at each. */
export const levelFor = (zoom: number): number | undefined => levels.find((level) => level >= zoom);
