import { days, expiringRows, minutes, type RetentionRule } from '@lead-finder/platform';
import type { PlacesSettings } from './places.config.js';

/** Time enough to assign the results of an area search. PLACES_CONTENT_DAYS may shorten it. */
const AREA_DAYS = 7;

/** Providers allow only a short cache (docs/product/data-and-retention.md#retention). */
export const placesRetention = ({
  PLACES_CACHE_MINUTES,
  PLACES_CALLS_KEEP_DAYS,
  PLACES_CONTENT_DAYS = AREA_DAYS,
}: PlacesSettings): RetentionRule[] => [
  expiringRows('pages of a search', minutes(PLACES_CACHE_MINUTES), 'search_pages', 'fetched_at < $1'),
  expiringRows('calls to the places provider', days(PLACES_CALLS_KEEP_DAYS), 'provider_calls', 'made_at < $1'),
  expiringRows(
    'searches of whole areas',
    days(Math.min(AREA_DAYS, PLACES_CONTENT_DAYS)),
    'area_searches',
    "finished_at < $1 and status not in ('running', 'stopping')",
  ),
];
