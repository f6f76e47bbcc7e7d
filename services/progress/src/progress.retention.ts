import { days, expiringRows, type RetentionRule } from '@lead-finder/platform';

/** What the progress service keeps for a time only; the ledger of contacts stays for good (decisions, section 10). */
export const progressRetention = (): RetentionRule[] => [
  expiringRows('when briefs and summaries were mailed', days(30), 'schedules', 'done_at < $1'),
];
