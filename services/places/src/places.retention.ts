import { days, expiringRows, minutes, type RetentionRule } from '@lead-finder/platform';
import type { PlacesSettings } from './places.config.js';

/** As long as it takes to work off what a search of an area found; what a provider told may not be kept any longer. */
const AREA_DAYS = 7;

/** What the places service keeps for a time only (decisions, section 10). Providers allow no more than a short memory. */
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
