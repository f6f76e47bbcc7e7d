import { distanceBetween, extent, type Box, type Point } from '../location/geometry.rules.js';

export interface Circle {
  centre: Point;
  radius: number;
}

/** A part of the area that one search asks for; its path tells the halves that lead to it: '' is the whole, '0' a half. */
export interface Cell {
  path: string;
  box: Box;
}

/** What a cell's search came to. */
export interface CellOutcome {
  /** Places that it found; as many as the provider gives for one search means that there may be more. */
  count: number;
  isFull: boolean;
  /** Where they are; of a full cell only. */
  points: Point[];
}

/** So few known places say little about where a cell is best cut. */
const FEW = 4;
/** Where a cell probably holds more than this part of the most that can be told, asking it before cutting wastes calls. */
const LIKELY_FULL = 0.85;
/** Of each side a cut leaves at least this much. */
const LEAST_PART = 0.02;
/** Smaller than a house: what is still full there cannot be told apart. */
const SMALLEST_METRES = 20;
const MOST_CUTS = 200;

interface Known {
  /** Places known from a larger cell that was full. */
  points: readonly Point[];
  /** How many there are, as far as the neighbours let it be guessed; null where nothing does. */
  guess: number | null;
}

/**
 * Walks over an area and yields each cell that has to be searched; it is told the outcome, and returns how many places
 * there are. A full cell is cut in two where the places that it told of have their middle, so that both halves hold about as
 * many: once the first half is known, the second is guessed, and a cell that is surely full is cut without being asked.
 * Nothing is left out by that: the halves cover the whole. The same outcomes always lead to the same cells, which is how
 * an interrupted search is taken up again.
 */
export function walkArea(area: Circle, whole: Box, most: number): Generator<Cell, number, CellOutcome> {
  return walk(area, { path: '', box: whole }, { points: [], guess: null }, most);
}

function* walk(area: Circle, cell: Cell, known: Known, most: number): Generator<Cell, number, CellOutcome> {
  if (!meets(area, cell.box)) return 0;
  let { points, guess } = known;
  const isSmall = extent(cell.box) <= SMALLEST_METRES || cell.path.length >= MOST_CUTS;
  if (isSmall || guess === null || guess <= most * LIKELY_FULL) {
    const outcome = yield cell;
    if (!outcome.isFull || isSmall) return outcome.count;
    [points, guess] = [outcome.points, null];
  }
  const { halves, isByPoints } = cut(cell, points);
  const [first, second] = halves;
  const part = (half: readonly Point[]) => (isByPoints ? half.length / points.length : 0.5);
  const firstGuess = guess === null ? null : guess * part(first.points);
  const ofFirst = yield* walk(area, first.cell, { points: first.points, guess: firstGuess }, most);
  const secondGuess = !meets(area, first.cell.box)
    ? guess
    : isByPoints && first.points.length > 0
      ? (ofFirst * second.points.length) / first.points.length
      : firstGuess === null
        ? null
        : (ofFirst + firstGuess) / 2;
  return ofFirst + (yield* walk(area, second.cell, { points: second.points, guess: secondGuess }, most));
}

type Side = 'latitude' | 'longitude';

function cut({ path, box }: Cell, points: readonly Point[]) {
  const isByPoints = points.length >= FEW;
  const side = (isByPoints && widest(points, box)) || longest(box);
  const [from, to] = [box.low[side], box.high[side]];
  const least = (to - from) * LEAST_PART;
  const middle = isByPoints ? medianOf(points.map((point) => point[side])) : (from + to) / 2;
  const at = Math.min(to - least, Math.max(from + least, middle));
  const half = (number: 0 | 1) => ({
    cell: {
      path: `${path}${number}`,
      box:
        number === 0
          ? { low: box.low, high: { ...box.high, [side]: at } }
          : { low: { ...box.low, [side]: at }, high: box.high },
    },
    points: points.filter((point) => (point[side] < at ? 0 : 1) === number),
  });
  return { halves: [half(0), half(1)] as const, isByPoints };
}

const metresOf = (box: Box, side: Side, degrees: number): number =>
  side === 'latitude' ? degrees : degrees * Math.cos((box.low.latitude * Math.PI) / 180);

/** The side along which most of the places lie apart, a tenth at either end may be strays; null where they lie on one spot. */
function widest(points: readonly Point[], box: Box): Side | null {
  const spread = (side: Side) => {
    const sorted = points.map((point) => point[side]).sort((a, b) => a - b);
    const strays = Math.floor(sorted.length / 10);
    return metresOf(box, side, sorted.at(-1 - strays)! - sorted[strays]!);
  };
  const [east, north] = [spread('longitude'), spread('latitude')];
  if (east === 0 && north === 0) return null;
  return east >= north ? 'longitude' : 'latitude';
}

const longest = (box: Box): Side =>
  metresOf(box, 'longitude', box.high.longitude - box.low.longitude) >= box.high.latitude - box.low.latitude
    ? 'longitude'
    : 'latitude';

function medianOf(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Whether any of the box is in the circle. */
function meets({ centre, radius }: Circle, { low, high }: Box): boolean {
  const nearest = {
    latitude: Math.max(low.latitude, Math.min(centre.latitude, high.latitude)),
    longitude: Math.max(low.longitude, Math.min(centre.longitude, high.longitude)),
  };
  return distanceBetween(centre, nearest) <= radius;
}

/** The part of the whole that a box covers, from 0 to 1. */
export const shareOf = (box: Box, whole: Box): number => size(box) / size(whole);
const size = ({ low, high }: Box): number => (high.latitude - low.latitude) * (high.longitude - low.longitude);
