import {
  importRetentionSettings,
  integerSetting,
  originsSetting,
  publicAddressSettings,
  timeZoneSetting,
} from '@lead-finder/platform';
import type { z } from 'zod';

/** What the leads service reads from the environment (docs/configuration.md). */
export const leadsSettings = publicAddressSettings.extend({
  ...importRetentionSettings.shape,
  TIME_ZONE: timeZoneSetting,
  NOTIFICATIONS_KEEP_DAYS: integerSetting(1, 3_650)
    .default(90)
    .describe('The number of days for which the product stores notifications.'),
  INTERNAL_WEBHOOKS: originsSetting.describe(
    'The addresses of receivers of webhooks inside your network, separated by commas, such as `http://erp.corp.example:8080`. The product sends to all others by https on port 443 of public addresses alone.',
  ),
});
export type LeadsSettings = z.output<typeof leadsSettings>;
