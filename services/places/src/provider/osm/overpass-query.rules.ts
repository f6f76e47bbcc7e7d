import type { Box, Point } from '../../location/geometry.rules.js';
import { findKind } from '../business-kinds.js';
import type { ProviderSearch } from '../places-provider.js';

const KEYS = ['shop', 'office', 'craft', 'amenity', 'healthcare', 'leisure', 'tourism'];
const KEYWORD_KEYS = ['name', 'cuisine', 'brand', 'sport'];
/** Overpass sorts by id, not by distance: only all elements include the nearest ones. */
export const MAX_ELEMENTS = 2_000;
const MAX_BYTES = 64 * 1_024 * 1_024;

export type Wanted = Pick<ProviderSearch, 'businessType' | 'keyword'>;

const degrees = (value: number): string => value.toFixed(6);
export const circle = ({ latitude, longitude }: Point, radius: number): string =>
  `(around:${Math.round(radius)},${degrees(latitude)},${degrees(longitude)})`;
export const box = ({ low, high }: Box): string =>
  `(${[low.latitude, low.longitude, high.latitude, high.longitude].map(degrees).join(',')})`;

export function overpassQuery(request: Wanted, area: string, seconds: number): string {
  const statements = selectors(request).map((filter) => `  nwr${filter}${area};`);
  return [
    `[out:json][timeout:${seconds}][maxsize:${MAX_BYTES}];`,
    '(',
    ...statements,
    ');',
    `out tags center ${MAX_ELEMENTS};`,
  ].join('\n');
}

function selectors({ businessType, keyword = '' }: Wanted): string[] {
  const kind = findKind(businessType);
  const base = kind
    ? kind.osm.map((conditions) => conditions.split('&').map(condition).join(''))
    : KEYS.map((key) => `${contains('name', businessType)}[${quote(key)}]`);
  const wanted = [kind?.otherWords ?? '', keyword.trim()].filter(Boolean);
  const narrowed = (filters: string[], words: string) =>
    filters.flatMap((filter) => KEYWORD_KEYS.map((key) => filter + contains(key, words)));
  return wanted.reduce(narrowed, base);
}

/** 'amenity=cafe' matches the whole value, 'cuisine~pizza' a part of it. */
function condition(text: string): string {
  const [key, operator, value] = text.split(/([=~])/) as [string, string, string];
  return operator === '=' ? `[${quote(key)}=${quote(value)}]` : contains(key, value);
}

const contains = (key: string, words: string): string => `[${quote(key)}~${quote(escapePattern(words.trim()))},i]`;
const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const quote = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ')}"`;
