import { days, hours, expiringRows, type RetentionRule } from './retention-rule.js';
import type { RetentionSettings } from './retention.config.js';

/** JetStream stores an event for this time until its consumer takes it. */
const carriedDays = 7;

/** A new event store may deliver events again for seven more days, so the inbox remembers them longer (ADR 0007). */
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
