import { days, expiringRows, type RetentionRule } from '@lead-finder/platform';

/**
 * How long the progress service stores data; it never deletes the ledger of contacts
 * (docs/product/data-and-retention.md#retention).
 */
export const progressRetention = (): RetentionRule[] => [
  expiringRows('mail schedule', days(30), 'schedules', 'done_at < $1'),
];
