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
