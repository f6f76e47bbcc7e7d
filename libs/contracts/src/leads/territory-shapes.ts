export type Position = [longitude: number, latitude: number];
/** The corners of one part, without the first again at the end. */
export type ShapePart = Position[];

export interface TerritoryShape {
  type: 'MultiPolygon';
  coordinates: Position[][][];
}

export const maxShape = { parts: 100, points: 2_000, pointsOfAll: 100_000 };

/** Six decimals are a tenth of a metre. */
const precision = 1e6;
const rounded = (degrees: number) => Math.round(degrees * precision) / precision;

type Read = { shape: TerritoryShape } | { problem: string };

const isPosition = (given: unknown): given is Position =>
  Array.isArray(given) && given.length >= 2 && Number.isFinite(given[0]) && Number.isFinite(given[1]);

/** Reads a Polygon or MultiPolygon of GeoJSON, or says which rule it breaks (docs/product/territories.md#shapes). */
export function readShape(type: string, coordinates: readonly unknown[]): Read {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  if (polygons.length === 0) return { problem: 'A shape needs at least one part' };
  if (polygons.length > maxShape.parts) return { problem: `A shape has at most ${maxShape.parts} parts` };
  const parts: ShapePart[] = [];
  let points = 0;
  for (const [at, rings] of polygons.entries()) {
    const name = polygons.length === 1 ? 'The shape' : `Part ${at + 1} of the shape`;
    if (!Array.isArray(rings) || rings.length === 0 || !rings.every(Array.isArray)) return { problem: notGeoJson };
    if (rings.length > 1) return { problem: `${name} has a hole. ${insteadOfHole}` };
    const ring = rings[0] as unknown[];
    points += ring.length;
    if (points > maxShape.points + maxShape.parts)
      return { problem: `A shape has at most ${maxShape.points.toLocaleString('en')} corners` };
    if (!ring.every(isPosition)) return { problem: notGeoJson };
    const part = cornersOf(ring);
    const problem = problemOf(part);
    if (problem) return { problem: `${name} ${problem}` };
    parts.push(part);
  }
  if (parts.reduce((sum, { length }) => sum + length, 0) > maxShape.points)
    return { problem: `A shape has at most ${maxShape.points.toLocaleString('en')} corners` };
  return { shape: { type: 'MultiPolygon', coordinates: parts.map((part) => [[...part, part[0]!]]) } };
}

const notGeoJson = 'Must be a Polygon or a MultiPolygon of GeoJSON, with positions as [longitude, latitude]';
const insteadOfHole = 'Make a territory of the hole instead, with a lower number';

export const partsOfShape = ({ coordinates }: TerritoryShape): ShapePart[] =>
  coordinates.map(([ring]) => ring!.slice(0, -1));

const isSame = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];

function cornersOf(ring: readonly Position[]): ShapePart {
  const corners = ring.map(([x, y]): Position => [rounded(x), rounded(y)]);
  const kept = corners.filter((corner, at) => at === 0 || !isSame(corner, corners[at - 1]!));
  if (kept.length > 1 && isSame(kept[0]!, kept.at(-1)!)) kept.pop();
  return kept;
}

function problemOf(part: ShapePart): string | null {
  if (part.some(([x, y]) => Math.abs(y) > 90 || Math.abs(x) > 540))
    return 'has a position that is not on earth: latitudes are from -90 to 90, longitudes from -180 to 180';
  const isAcross = part.some(([x], at) => Math.abs(x) > 180 || Math.abs(x - part[(at + 1) % part.length]![0]) > 180);
  if (isAcross) return 'crosses the date line. Draw one part on each side of it';
  if (part.length < 3) return 'has fewer than three corners';
  const crossing = crossingOf(part);
  if (crossing) return `crosses itself near latitude ${crossing[1]}, longitude ${crossing[0]}`;
  return Math.abs(areaOf(part)) < 1e-10 ? 'has no area' : null;
}

const areaOf = (part: ShapePart): number =>
  part.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = part[(at + 1) % part.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);

interface Edge {
  a: Position;
  b: Position;
  at: number;
  west: number;
  east: number;
}

/** The edges from west to east, so that a search can end early. */
const edgesOf = (part: ShapePart): Edge[] =>
  part
    .map((a, at) => {
      const b = part[(at + 1) % part.length]!;
      return { a, b, at, west: Math.min(a[0], b[0]), east: Math.max(a[0], b[0]) };
    })
    .sort((one, other) => one.west - other.west);

/** Positive if `c` is to the left of the way from `a` to `b`. */
function side(a: Position, b: Position, c: Position): number {
  const cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  return Math.abs(cross) < 1e-13 ? 0 : Math.sign(cross);
}

const isBetween = (a: Position, b: Position, c: Position): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

/** Returns a position where two edges meet that are not neighbours, or where neighbours lie on each other. */
function crossingOf(part: ShapePart): Position | null {
  const edges = edgesOf(part);
  for (const [index, one] of edges.entries()) {
    for (let next = index + 1; next < edges.length && edges[next]!.west <= one.east; next++) {
      const met = meetingOf(one, edges[next]!, part.length);
      if (met) return met;
    }
  }
  return null;
}

function meetingOf(one: Edge, other: Edge, count: number): Position | null {
  const [first, second] = (other.at - one.at + count) % count === 1 ? [one, other] : [other, one];
  if ((second.at - first.at + count) % count === 1) {
    // Neighbours share a corner. They must not go back over each other.
    const isBack = side(first.a, first.b, second.b) === 0 && isBetween(first.a, first.b, second.b);
    const isOver = side(second.a, second.b, first.a) === 0 && isBetween(second.a, second.b, first.a);
    return isBack ? second.b : isOver ? first.a : null;
  }
  const { a, b } = one;
  const { a: c, b: d } = other;
  const [ofC, ofD, ofA, ofB] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (ofC * ofD < 0 && ofA * ofB < 0) return intersection(a, b, c, d);
  if (ofC === 0 && isBetween(a, b, c)) return c;
  if (ofD === 0 && isBetween(a, b, d)) return d;
  if (ofA === 0 && isBetween(c, d, a)) return a;
  return ofB === 0 && isBetween(c, d, b) ? b : null;
}

function intersection(a: Position, b: Position, c: Position, d: Position): Position {
  const [x, y, otherX, otherY] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const t = ((c[0] - a[0]) * otherY - (c[1] - a[1]) * otherX) / (x * otherY - y * otherX);
  return [rounded(a[0] + t * x), rounded(a[1] + t * y)];
}

export interface ShapeBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

export function boxOfPart(part: ShapePart): ShapeBox {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [x, y] of part) {
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.south = Math.min(box.south, y);
    box.north = Math.max(box.north, y);
  }
  return box;
}

/** Whether two shapes share an area. Shapes that only touch do not. */
export const doOverlap = (one: TerritoryShape, other: TerritoryShape): boolean => {
  const others = partsOfShape(other);
  return partsOfShape(one).some((part) => others.some((each) => doPartsOverlap(part, each)));
};

function doPartsOverlap(one: ShapePart, other: ShapePart): boolean {
  const [a, b] = [boxOfPart(one), boxOfPart(other)];
  const shared = {
    west: Math.max(a.west, b.west),
    east: Math.min(a.east, b.east),
    south: Math.max(a.south, b.south),
    north: Math.min(a.north, b.north),
  };
  if (shared.west >= shared.east || shared.south >= shared.north) return false;
  const near = (part: ShapePart) => edgesOf(part).filter((edge) => isNear(edge, shared));
  const [edges, others] = [near(one), near(other)];
  if (edges.some((edge) => others.some((each) => doCross(edge, each)))) return true;
  // Without a crossing one part is inside of the other, or they have corners on each other's border.
  return (
    [...edges.flatMap(pointsOf), innerPointOf(one)].some((point) => isInside(point, other)) ||
    [...others.flatMap(pointsOf), innerPointOf(other)].some((point) => isInside(point, one))
  );
}

const isNear = ({ a, b, west, east }: Edge, box: ShapeBox): boolean =>
  west <= box.east && east >= box.west && Math.min(a[1], b[1]) <= box.north && Math.max(a[1], b[1]) >= box.south;

const middle = (a: Position, b: Position): Position => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const pointsOf = ({ a, b }: Edge): Position[] => [a, middle(a, b)];

const doCross = ({ a, b }: Edge, { a: c, b: d }: Edge): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

/** A point of the shape that is not on its border: the middle of the widest stretch at half of its height. */
function innerPointOf(part: ShapePart): Position {
  const { south, north } = boxOfPart(part);
  const heights = [...new Set(part.map(([, y]) => y))].sort((a, b) => a - b);
  const half = (south + north) / 2;
  const at = Math.max(
    1,
    heights.findIndex((each) => each > half),
  );
  const y = (heights[at - 1]! + heights[at]!) / 2;
  const cuts = edgesOf(part)
    .filter(({ a, b }) => a[1] > y !== b[1] > y)
    .map(({ a, b }) => a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
    .sort((one, other) => one - other);
  let best: Position = [cuts[0]!, y];
  for (let cut = 0, width = -1; cut + 1 < cuts.length; cut += 2) {
    if (cuts[cut + 1]! - cuts[cut]! <= width) continue;
    width = cuts[cut + 1]! - cuts[cut]!;
    best = [(cuts[cut]! + cuts[cut + 1]!) / 2, y];
  }
  return best;
}

/** False for a point on the border. */
function isInside(point: Position, part: ShapePart): boolean {
  let inside = false;
  for (const { a, b } of edgesOf(part)) {
    if (side(a, b, point) === 0 && isBetween(a, b, point)) return false;
    if (a[1] > point[1] !== b[1] > point[1]) {
      const x = a[0] + ((point[1] - a[1]) / (b[1] - a[1])) * (b[0] - a[0]);
      if (x > point[0]) inside = !inside;
    }
  }
  return inside;
}
