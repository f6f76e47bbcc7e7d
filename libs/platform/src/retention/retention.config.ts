import { z } from 'zod';
import { integerSetting } from '../config/environment.js';

export const retentionSettings = z.object({
  EVENTS_KEEP_DAYS: integerSetting(7, 365)
    .default(7)
    .describe(
      'The number of days for which a service stores the events that it has sent. It sends them again if JetStream loses its data. The change feed and webhooks reach back as far.',
    ),
  IDEMPOTENCY_KEEP_HOURS: integerSetting(1, 8_760)
    .default(24)
    .describe('The number of hours during which a repeated `Idempotency-Key` gets the first response again.'),
});
export type RetentionSettings = z.output<typeof retentionSettings>;

/** The imports and the leads service both store parts of an import. */
export const importRetentionSettings = z.object({
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
