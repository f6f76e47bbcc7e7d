import { days, hours, expiringRows, type RetentionRule } from './retention-rule.js';
import type { RetentionSettings } from './retention.config.js';

/** JetStream keeps an event so long for a hearer that has not taken it. */
const carriedDays = 7;

/**
 * What every service's schema has. Events of the last seven days are sent again to a new event store, and may wait there
 * seven days once more: an inbox must know them longer than both together, or they would count twice (ADR 0007).
 */
export const platformRetention = ({ EVENTS_KEEP_DAYS, IDEMPOTENCY_KEEP_HOURS }: RetentionSettings): RetentionRule[] => [
  expiringRows('sent events', days(EVENTS_KEEP_DAYS), 'outbox', 'published_at < $1'),
  expiringRows('inbox rows of handled events', days(EVENTS_KEEP_DAYS + carriedDays + 1), 'inbox', 'heard_at < $1'),
  expiringRows(
    'responses by `Idempotency-Key`',
    hours(IDEMPOTENCY_KEEP_HOURS),
    'idempotent_answers',
    'created_at < $1',
  ),
];
