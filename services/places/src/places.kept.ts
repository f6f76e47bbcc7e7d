import { keptRows, minutes, type Kept } from '@lead-finder/platform';
import type { PlacesSettings } from './places.config.js';

/** What the places service keeps for a time only (decisions, section 10). Providers allow no more than a short memory. */
export const placesKept = ({ PLACES_CACHE_MINUTES }: PlacesSettings): Kept[] => [
  keptRows('pages of a search', minutes(PLACES_CACHE_MINUTES), 'search_pages', 'fetched_at < $1'),
];
