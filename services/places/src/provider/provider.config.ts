import { secretSettings } from '@lead-finder/platform';
import { z } from 'zod';

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const baseUrl = z
  .string()
  .refine(isWebAddress, 'an address such as https://host')
  .transform((value) => value.replace(/\/+$/, ''));

/** What providers read from the environment. */
export const providerSettings = z.object({
  GOOGLE_PLACES_API_KEY: z
    .string()
    .optional()
    .describe('A key for Places API (New), or for the legacy Places API, and for the Geocoding API.')
    .register(secretSettings, { isReadAgain: true, mayBeEmpty: true }),
  GOOGLE_PLACES_URL: baseUrl.default('https://places.googleapis.com').describe('The server of Places API (New).'),
  GOOGLE_MAPS_URL: baseUrl
    .default('https://maps.googleapis.com')
    .describe('The server of the Geocoding API and of the legacy Places API.'),
  OSM_NOMINATIM_URL: baseUrl
    .optional()
    .describe(
      'The Nominatim server of the provider `osm`, which requires it. Public servers have usage policies: read them first.',
    ),
  OSM_OVERPASS_URL: baseUrl.optional().describe('The Overpass server of the provider `osm`, which requires it.'),
  OSM_CONTACT: z
    .string()
    .regex(/^[\x20-\x7e]{3,200}$/, 'an e-mail address or a web page')
    .optional()
    .describe(
      'The e-mail address or web page at which the operators of these two servers reach you. The provider `osm` requires it.',
    ),
});
export type ProviderSettings = z.output<typeof providerSettings>;
