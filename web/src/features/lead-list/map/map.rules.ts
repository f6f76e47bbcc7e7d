import type { LeadStatus } from '@lead-finder/contracts';
import { leadStatuses, leadStatusStyles } from '../../../ui/lead-status';

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

/** About the centre of the US, for an empty map (docs/product/lead-list.md#zoom-of-the-map). */
export const defaultPosition: MapPosition = { center: [39.8283, -98.5795], zoom: 4 };
export const maxZoom = 19;
const maxFitZoom = 13;

/** The spread of the coordinates in degrees, and the zoom above it (docs/product/lead-list.md#zoom-of-the-map). */
const zooms = [
  [20, 4],
  [10, 5],
  [5, 6],
  [1, 8],
  [0.5, 9],
  [0.1, 11],
  [0.05, 12],
] as const;

export const zoomOfSpread = (spread: number): number => zooms.find(([over]) => spread > over)?.[1] ?? maxFitZoom;

const spreadOf = ({ west, south, east, north }: Bounds): number => Math.max(east - west, north - south);

/** The view that shows the bounds; a single point is seen from close by. */
export function positionOf(bounds: Bounds | null): MapPosition {
  if (!bounds) return defaultPosition;
  const center: MapPosition['center'] = [(bounds.south + bounds.north) / 2, (bounds.west + bounds.east) / 2];
  return { center, zoom: zoomOfSpread(spreadOf(bounds)) };
}

/** `west,south,east,north` for the map call, rounded to metres so that equal views have equal keys. */
export const bboxOf = ({ west, south, east, north }: Bounds): string =>
  [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(',');

/** At the map's highest zoom it asks for the server's finest clusters, which separates neighbours in one street. */
const finestZoom = 22;
export const clusterZoom = (zoom: number): number => (zoom >= maxZoom ? finestZoom : Math.max(0, Math.round(zoom)));

/** True if zooming in can split the cluster. Leads at the same position stay together. */
export const isSplittable = (bounds: Bounds): boolean => spreadOf(bounds) > 0.00002;

/** A cluster's diameter in pixels: 34 for seven leads, 58 for 128. It grows more slowly than the count. */
export const clusterSize = (count: number): number =>
  Math.round(Math.min(72, Math.max(30, 34 + 5.7 * Math.log2(count / 7))));

/** The stops of a conic gradient around a cluster: one arc per status, in the usual order. */
export function ringOf(statuses: Partial<Record<LeadStatus, number>> = {}): string {
  const counts = leadStatuses.map((status) => ({ status, count: statuses[status] ?? 0 }));
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return 'var(--lf-edge) 0% 100%';
  let from = 0;
  const arcs = counts.map(({ status, count }) => {
    const to = from + count;
    const arc =
      count > 0 && `var(--lf-${leadStatusStyles[status].className}) ${percent(from / all)} ${percent(to / all)}`;
    from = to;
    return arc;
  });
  return arcs.filter(Boolean).join(', ');
}

const percent = (share: number): string => `${Math.round(share * 1_000) / 10}%`;
