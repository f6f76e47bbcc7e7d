import { integerSetting, publicAddressSettings, timeZoneSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** What the leads service reads from the environment (docs/configuration.md). */
export const leadsSettings = publicAddressSettings.extend({
  TIME_ZONE: timeZoneSetting,
  IMPORT_HISTORY_DAYS: integerSetting(1, 3_650)
    .default(90)
    .describe('The number of days for which the product stores the history and the failed rows of an import.'),
  DRY_RUN_FILE_HOURS: integerSetting(1, 720)
    .default(24)
    .describe(
      'The number of hours for which the product stores the file of a dry run, which checks a file and imports nothing.',
    ),
  NOTIFICATIONS_KEEP_DAYS: integerSetting(1, 3_650)
    .default(90)
    .describe('The number of days for which the product stores notifications.'),
  INTERNAL_WEBHOOKS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.url({ protocol: /^https?$/, error: 'http(s) addresses, separated by commas' })))
    .transform((addresses) => addresses.map((address) => new URL(address).origin))
    .describe(
      'The addresses of receivers of webhooks inside your network, separated by commas, such as `http://erp.corp.example:8080`. The product sends to all others by https on port 443 of public addresses alone.',
    ),
  UNDO_KEEP_DAYS: integerSetting(1, 365)
    .default(30)
    .describe(
      'The number of days for which a user can undo a bulk job, and an administrator can restore a deleted lead and the values that an import changed.',
    ),
});
export type LeadsSettings = z.output<typeof leadsSettings>;
