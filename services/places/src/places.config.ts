import { integerSetting } from '@lead-finder/platform';
import { z } from 'zod';
import { providerSettings } from './provider/provider.config.js';
import { providers } from './provider/providers.js';

const providerNames = providers.map(({ description }) => description.name);
const providerTexts = providers.map(({ description: { name, note } }) => `\`${name}\`${note ? ` (${note})` : ''}`);
// British English sets no comma before 'or'.
const providerList = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(providerTexts);

/** What the places service reads from the environment. */
export const placesSettings = z.object({
  PLACES_PROVIDER: z
    .enum(providerNames, { error: `one of ${providerNames.join(', ')}` })
    .optional()
    .describe(
      `The provider that searches use: ${providerList}. If it is not set, searches use \`google\` if \`GOOGLE_PLACES_API_KEY\` is set. If that is not set either, one process without servers uses \`sample\`, and with servers each search fails.`,
    ),
  ...providerSettings.shape,
  PLACES_CACHE_MINUTES: integerSetting(1, 1_440)
    .default(10)
    .describe(
      'The number of minutes for which a repeated search returns the cached results without a call to the provider. Page tokens are valid for the same time.',
    ),
  PLACES_CONTENT_DAYS: integerSetting(1, 3_650)
    .optional()
    .describe(
      "The maximum age of a provider's content in days. The product refreshes older content or clears it; place ids and what users entered stay. If it is not set, the product stores the content without a limit.",
    ),
  PLACES_CALLS_PER_DAY: integerSetting(1, 1_000_000)
    .default(2_000)
    .describe(
      'The maximum number of calls to the provider per day (UTC) for all users together. `sample` has no limit.',
    ),
  PLACES_CALLS_PER_USER_PER_DAY: integerSetting(1, 1_000_000)
    .default(200)
    .describe('The maximum number of calls to the provider per day (UTC) for each user. `sample` has no limit.'),
  PLACES_CALLS_KEEP_DAYS: integerSetting(2, 3_650)
    .default(400)
    .describe(
      "The number of days for which the product stores who called the provider and when. Compare these calls with the provider's bills.",
    ),
});
export type PlacesSettings = z.output<typeof placesSettings>;
