import { integerSetting } from '@lead-finder/platform';
import { z } from 'zod';

const providerNames = ['google', 'google-legacy', 'osm', 'sample'] as const;

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const baseUrl = z
  .string()
  .refine(isWebAddress, 'an address such as https://host')
  .transform((value) => value.replace(/\/+$/, ''));

/** What the places service reads from the environment. */
export const placesSettings = z.object({
  PLACES_PROVIDER: z
    .enum(providerNames, { error: `one of ${providerNames.join(', ')}` })
    .optional()
    .describe('Where searches find businesses; google where its key is set, else sample'),
  GOOGLE_PLACES_API_KEY: z
    .string()
    .optional()
    .describe('A key that may use Places API (New), or the legacy one, and the Geocoding API'),
  GOOGLE_PLACES_URL: baseUrl.default('https://places.googleapis.com').describe('Server of Places API (New)'),
  GOOGLE_MAPS_URL: baseUrl
    .default('https://maps.googleapis.com')
    .describe('Server of the Geocoding API and of the legacy Places API'),
  OSM_NOMINATIM_URL: baseUrl.optional().describe('Nominatim server of the provider osm, which has no default'),
  OSM_OVERPASS_URL: baseUrl.optional().describe('Overpass server of the provider osm, which has no default'),
  OSM_CONTACT: z
    .string()
    .regex(/^[\x20-\x7e]{3,200}$/, 'an e-mail address or a web page')
    .optional()
    .describe('Where the operators of these servers reach whoever runs the product'),
  PLACES_CACHE_MINUTES: integerSetting(1, 1_440)
    .default(10)
    .describe('How long a search answers the same without asking the provider, and how long its page tokens hold'),
  PLACES_CONTENT_DAYS: integerSetting(1, 3_650)
    .optional()
    .describe("Content of a provider that is older is asked for again, or cleared; left out, it is kept"),
  PLACES_CALLS_PER_DAY: integerSetting(1, 1_000_000)
    .default(2_000)
    .describe('Calls to the provider a day (UTC) for everybody together; no limit for sample'),
  PLACES_CALLS_PER_USER_PER_DAY: integerSetting(1, 1_000_000)
    .default(200)
    .describe('Calls to the provider a day (UTC) for one person; no limit for sample'),
  PLACES_CALLS_KEEP_DAYS: integerSetting(2, 3_650)
    .default(400)
    .describe('Who called the provider when is kept so long; the limits of a day are counted from it'),
});
export type PlacesSettings = z.output<typeof placesSettings>;
