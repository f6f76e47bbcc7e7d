import type { Box, Point } from '../../location/geometry.rules.js';
import { findKind } from '../business-kinds.js';
import type { ProviderSearch } from '../places-provider.js';

/** Where a business that the table of kinds doesn't know may stand. */
const KEYS = ['shop', 'office', 'craft', 'amenity', 'healthcare', 'leisure', 'tourism'];
/** What else than the name may speak of a keyword. */
const SPEAKING = ['name', 'cuisine', 'brand', 'sport'];
/** Overpass counts by id, not by distance: all of them must come for the nearest to be among them. */
export const MOST_ELEMENTS = 2_000;
const MOST_BYTES = 64 * 1_024 * 1_024;

export type Wanted = Pick<ProviderSearch, 'businessType' | 'keyword'>;

const degrees = (value: number): string => value.toFixed(6);
export const circle = ({ latitude, longitude }: Point, radius: number): string =>
  `(around:${Math.round(radius)},${degrees(latitude)},${degrees(longitude)})`;
export const box = ({ low, high }: Box): string =>
  `(${[low.latitude, low.longitude, high.latitude, high.longitude].map(degrees).join(',')})`;

/** Everything of the kind in the area, in Overpass QL. */
export function overpassQuery(request: Wanted, area: string, seconds: number): string {
  const statements = selectors(request).map((filter) => `  nwr${filter}${area};`);
  return [
    `[out:json][timeout:${seconds}][maxsize:${MOST_BYTES}];`,
    '(',
    ...statements,
    ');',
    `out tags center ${MOST_ELEMENTS};`,
  ].join('\n');
}

function selectors({ businessType, keyword = '' }: Wanted): string[] {
  const kind = findKind(businessType);
  const base = kind
    ? kind.osm.map((conditions) => conditions.split('&').map(condition).join(''))
    : KEYS.map((key) => `${holds('name', businessType)}[${quote(key)}]`);
  const wanted = [kind?.otherWords ?? '', keyword.trim()].filter(Boolean);
  const narrowed = (filters: string[], words: string) =>
    filters.flatMap((filter) => SPEAKING.map((key) => filter + holds(key, words)));
  return wanted.reduce(narrowed, base);
}

/** 'amenity=cafe' as it is, 'cuisine~pizza' as a part of the value. */
function condition(text: string): string {
  const [, key = '', operator, value = ''] = /^([^=~]+)([=~])(.+)$/.exec(text) ?? [];
  return operator === '=' ? `[${quote(key)}=${quote(value)}]` : holds(key, value);
}

const holds = (key: string, words: string): string => `[${quote(key)}~${quote(escapePattern(words.trim()))},i]`;
const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const quote = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ')}"`;
