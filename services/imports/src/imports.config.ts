import { integerSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** What the imports service reads from the environment (README, 'Settings'). */
export const importsSettings = z.object({
  IMPORT_MAX_ROWS: integerSetting(1, 100_000_000).default(5_000_000).describe('Most data rows of one file'),
  IMPORT_HISTORY_DAYS: integerSetting(1, 3_650)
    .default(90)
    .describe('History and failed rows of an import are kept so long'),
  DRY_RUN_FILE_HOURS: integerSetting(1, 720).default(24).describe('The file of a dry run is kept so long'),
});
export type ImportsSettings = z.output<typeof importsSettings>;
