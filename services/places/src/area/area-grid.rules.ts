import { distanceBetween, extent, type Box, type Point } from '../location/geometry.rules.js';

export interface Circle {
  centre: Point;
  radius: number;
}

/** The path names the halves that lead to the square: '' is the whole. Stored in `area_cells`. */
export interface GridSquare {
  path: string;
  box: Box;
}

export interface SquareOutcome {
  count: number;
  /** The provider returned its maximum, so there may be more places. */
  isFull: boolean;
  /** Only of a full square. */
  points: Point[];
}

/** With fewer known points, a square is cut in its middle. */
const MIN_POINTS = 4;
/** If a square probably has more than this part of the maximum, searching it before the cut wastes calls. */
const LIKELY_FULL = 0.85;
const MIN_PART = 0.02;
/** Smaller than a house: a full square of this size is not cut any more. */
const SMALLEST_METRES = 20;
const MAX_CUTS = 200;

interface Known {
  points: readonly Point[];
  /** The estimated number of places from the neighbours; NaN without an estimate. */
  guess: number;
}

/**
 * A full square is cut in two at the median of its places. After the first half, the second is estimated, and a square
 * that is surely full is cut without a search. The same outcomes lead to the same squares, so a search can continue.
 */
export function scanArea(area: Circle, whole: Box, maxResults: number): Generator<GridSquare, number, SquareOutcome> {
  return scan(area, { path: '', box: whole }, { points: [], guess: NaN }, maxResults);
}

function* scan(
  area: Circle,
  square: GridSquare,
  known: Known,
  maxResults: number,
): Generator<GridSquare, number, SquareOutcome> {
  if (!overlaps(area, square.box)) return 0;
  let { points, guess } = known;
  const isSmall = extent(square.box) <= SMALLEST_METRES || square.path.length >= MAX_CUTS;
  if (isSmall || !(guess > maxResults * LIKELY_FULL)) {
    const outcome = yield square;
    if (!outcome.isFull || isSmall) return outcome.count;
    [points, guess] = [outcome.points, NaN];
  }
  const { halves, isByPoints } = cut(square, points);
  const [first, second] = halves;
  const part = (half: readonly Point[]) => (isByPoints ? half.length / points.length : 0.5);
  const firstGuess = guess * part(first.points);
  const inFirst = yield* scan(area, first.square, { points: first.points, guess: firstGuess }, maxResults);
  const secondGuess = !overlaps(area, first.square.box)
    ? guess
    : isByPoints && first.points.length > 0
      ? (inFirst * second.points.length) / first.points.length
      : (inFirst + firstGuess) / 2;
  return inFirst + (yield* scan(area, second.square, { points: second.points, guess: secondGuess }, maxResults));
}

type Side = 'latitude' | 'longitude';

function cut({ path, box }: GridSquare, points: readonly Point[]) {
  const isByPoints = points.length >= MIN_POINTS;
  const side = (isByPoints && widest(points, box)) || longest(box);
  const [from, to] = [box.low[side], box.high[side]];
  const least = (to - from) * MIN_PART;
  const middle = isByPoints ? medianOf(points.map((point) => point[side])) : (from + to) / 2;
  const at = Math.min(to - least, Math.max(from + least, middle));
  const half = (number: 0 | 1) => ({
    square: {
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

/** How short a degree of longitude is, compared with a degree of latitude. */
const eastScale = ({ low }: Box): number => Math.cos((low.latitude * Math.PI) / 180);

/** Ignores the outer tenth at either end. Returns null if all places are on one spot. */
function widest(points: readonly Point[], box: Box): Side | null {
  const spread = (side: Side) => {
    const sorted = points.map((point) => point[side]).sort((a, b) => a - b);
    const strays = Math.floor(sorted.length / 10);
    return sorted.at(-1 - strays)! - sorted[strays]!;
  };
  const [east, north] = [spread('longitude') * eastScale(box), spread('latitude')];
  if (east === 0 && north === 0) return null;
  return east >= north ? 'longitude' : 'latitude';
}

const longest = (box: Box): Side =>
  (box.high.longitude - box.low.longitude) * eastScale(box) >= box.high.latitude - box.low.latitude
    ? 'longitude'
    : 'latitude';

function medianOf(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function overlaps({ centre, radius }: Circle, { low, high }: Box): boolean {
  const nearest = {
    latitude: Math.max(low.latitude, Math.min(centre.latitude, high.latitude)),
    longitude: Math.max(low.longitude, Math.min(centre.longitude, high.longitude)),
  };
  return distanceBetween(centre, nearest) <= radius;
}

/** Returns the part of the whole that a box covers, from 0 to 1. */
export const shareOf = (box: Box, whole: Box): number => size(box) / size(whole);
const size = ({ low, high }: Box): number => (high.latitude - low.latitude) * (high.longitude - low.longitude);
