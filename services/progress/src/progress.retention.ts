import { days, expiringRows, type RetentionRule } from '@lead-finder/platform';

/** The ledger of contacts is never deleted (docs/product/data-and-retention.md#retention). */
export const progressRetention = (): RetentionRule[] => [
  expiringRows('mail schedule', days(30), 'schedules', 'done_at < $1'),
];
