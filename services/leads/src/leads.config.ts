import { integerSetting, timeZoneSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** What the leads service reads from the environment (README, 'Settings'). */
export const leadsSettings = z.object({
  TIME_ZONE: timeZoneSetting,
  IMPORT_HISTORY_DAYS: integerSetting(1, 3_650).default(90).describe('History and failed rows of an import are kept so long'),
  NOTIFICATIONS_KEEP_DAYS: integerSetting(1, 3_650).default(90).describe('Notifications are kept so long'),
  UNDO_KEEP_DAYS: integerSetting(1, 365).default(30).describe('A bulk job can be undone for so long'),
});
export type LeadsSettings = z.output<typeof leadsSettings>;
