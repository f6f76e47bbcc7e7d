import type { LeadStatus } from '@lead-finder/contracts';
import { leadStatuses, leadStatusLooks } from '../../ui/lead-status';

export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface MapPosition {
  center: [latitude: number, longitude: number];
  zoom: number;
}

/** About the middle of the US, where there is nothing to show yet (specification section 9). */
export const defaultPosition: MapPosition = { center: [39.8283, -98.5795], zoom: 4 };
export const maxZoom = 19;
const closest = 13;

/** Specification section 9: spread of the coordinates in degrees, and the zoom for anything wider. */
const zooms = [
  [20, 4],
  [10, 5],
  [5, 6],
  [1, 8],
  [0.5, 9],
  [0.1, 11],
  [0.05, 12],
] as const;

export const zoomOfSpread = (spread: number): number => zooms.find(([over]) => spread > over)?.[1] ?? closest;

const spreadOf = ({ west, south, east, north }: Bounds): number => Math.max(east - west, north - south);

/** Where the map looks to show all of these; a single point is seen from nearby. */
export function positionOf(bounds: Bounds | null): MapPosition {
  if (!bounds) return defaultPosition;
  const center: MapPosition['center'] = [(bounds.south + bounds.north) / 2, (bounds.west + bounds.east) / 2];
  return { center, zoom: zoomOfSpread(spreadOf(bounds)) };
}

/** `west,south,east,north` as the map call takes it; metres are enough, and equal screens then have equal keys. */
export const bboxOf = ({ west, south, east, north }: Bounds): string =>
  [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(',');

/** Where the map cannot go nearer, the finest clusters that the server makes: neighbours in one street come apart. */
const finestZoom = 22;
export const clusterZoom = (zoom: number): number => (zoom >= maxZoom ? finestZoom : Math.max(0, Math.round(zoom)));

/** Leads at the very same place stay together however near one looks. */
export const comesApart = (bounds: Bounds): boolean => spreadOf(bounds) > 0.00002;

/** A cluster's diameter in pixels: 34 for seven, 58 for 128, growing slower than the count. */
export const clusterSize = (count: number): number =>
  Math.round(Math.min(72, Math.max(30, 34 + 5.7 * Math.log2(count / 7))));

/** The ring around a cluster, as stops of a conic gradient: one arc for each status, in the usual order. */
export function ringOf(statuses: Partial<Record<LeadStatus, number>> = {}): string {
  const counts = leadStatuses.map((status) => ({ status, count: statuses[status] ?? 0 }));
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return 'var(--lf-edge) 0% 100%';
  let from = 0;
  const arcs = counts.map(({ status, count }) => {
    const to = from + count;
    const arc =
      count > 0 && `var(--lf-${leadStatusLooks[status].className}) ${percent(from / all)} ${percent(to / all)}`;
    from = to;
    return arc;
  });
  return arcs.filter(Boolean).join(', ');
}

const percent = (share: number): string => `${Math.round(share * 1_000) / 10}%`;
