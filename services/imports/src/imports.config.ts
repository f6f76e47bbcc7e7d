import { integerSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** What the imports service reads from the environment (docs/configuration.md). */
export const importsSettings = z.object({
  IMPORT_MAX_ROWS: integerSetting(1, 100_000_000)
    .default(5_000_000)
    .describe('The maximum number of data rows in one CSV file.'),
  IMPORT_HISTORY_DAYS: integerSetting(1, 3_650)
    .default(90)
    .describe('The number of days for which the product stores the history and the failed rows of an import.'),
  DRY_RUN_FILE_HOURS: integerSetting(1, 720)
    .default(24)
    .describe(
      'The number of hours for which the product stores the file of a dry run, which checks a file and imports nothing.',
    ),
  UNDO_KEEP_DAYS: integerSetting(1, 365)
    .default(30)
    .describe(
      'The number of days for which a user can undo a bulk job, and an administrator can restore a deleted lead and the values that an import changed.',
    ),
});
export type ImportsSettings = z.output<typeof importsSettings>;
