import { z } from 'zod';
import { integerSetting } from '../config/environment.js';

/** How long every service keeps what the platform writes for it (decisions, section 10). */
export const retentionSettings = z.object({
  EVENTS_KEEP_DAYS: integerSetting(7, 365).default(7).describe('Events that were sent are kept so long, to be sent again to a new event store'),
  IDEMPOTENCY_KEEP_HOURS: integerSetting(1, 8_760).default(24).describe('A repeated Idempotency-Key gets the first answer for so long'),
});
export type RetentionSettings = z.output<typeof retentionSettings>;
