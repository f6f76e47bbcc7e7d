import { importRetentionSettings, integerSetting } from '@lead-finder/platform';
import type { z } from 'zod';

/** What the imports service reads from the environment (docs/configuration.md). */
export const importsSettings = importRetentionSettings.extend({
  IMPORT_MAX_ROWS: integerSetting(1, 100_000_000)
    .default(5_000_000)
    .describe('The maximum number of data rows in one CSV file.'),
});
export type ImportsSettings = z.output<typeof importsSettings>;
