import { days, expiringRows, hours, type RetentionRule, type RetentionSettings } from '@lead-finder/platform';
import { oldChangesRule } from './change-feed/change-feed.retention.js';
import { removedFieldsRule } from './custom-field/removed-fields.retention.js';
import type { LeadsSettings } from './leads.config.js';

const over = "finished_at < $1 and status not in ('running', 'cancelling', 'undoing')";
const undo = 'bulk jobs and their undo data';
const history = 'history and failed rows of an import';
const importChanges = 'what imports changed, for their undo';
/** Each batch and each undo raises the fence. */
const ofOldImports = 'import_id in (select import_id from import_fences where raised_at < $1)';
const hasNoImages = (table: string) =>
  ['import_changes', 'import_fills', 'dry_run_rows']
    .map((images) => `not exists (select from ${images} where import_id = ${table}.import_id)`)
    .join(' and ');

/** docs/product/data-and-retention.md#retention */
export const leadsRetention = (
  { DRY_RUN_FILE_HOURS, IMPORT_HISTORY_DAYS, NOTIFICATIONS_KEEP_DAYS, UNDO_KEEP_DAYS }: LeadsSettings,
  { EVENTS_KEEP_DAYS }: RetentionSettings,
): RetentionRule[] => {
  // One hour more, so that an undo that starts at the last moment still finds its rows.
  const undoMs = days(UNDO_KEEP_DAYS) + 3_600_000;
  return [
    expiringRows('deleted leads', days(UNDO_KEEP_DAYS), 'deleted_leads', 'deleted_at < $1'),
    removedFieldsRule,
    oldChangesRule(days(EVENTS_KEEP_DAYS)),
    expiringRows('deliveries of webhooks', days(EVENTS_KEEP_DAYS), 'webhook_deliveries', 'sent_at < $1'),
    expiringRows('shares of distribution plans', days(365), 'distribution_accounts', 'used_at < $1'),
    expiringRows('exports that waited', days(90), 'export_requests', 'asked_at < $1'),
    expiringRows('numbers of exported leads', days(1), 'exported_leads', 'exported_at < $1'),
    expiringRows('notifications', days(NOTIFICATIONS_KEEP_DAYS), 'notifications', 'created_at < $1'),
    expiringRows('claims from the pool', days(7), 'pool_claims', 'claimed_at < $1'),
    expiringRows('devices with notifications', days(NOTIFICATIONS_KEEP_DAYS), 'push_devices', 'seen_at < $1'),
    // Deletes images before the fences, by whose time they expire.
    expiringRows(importChanges, undoMs, 'import_changes', ofOldImports),
    expiringRows(importChanges, undoMs, 'import_fills', ofOldImports),
    expiringRows('rows of a dry run', hours(DRY_RUN_FILE_HOURS), 'dry_run_rows', ofOldImports),
    expiringRows(history, days(IMPORT_HISTORY_DAYS), 'import_batches', 'done_at < $1'),
    expiringRows(
      history,
      days(IMPORT_HISTORY_DAYS),
      'import_fences',
      `raised_at < $1 and ${hasNoImages('import_fences')}`,
    ),
    expiringRows(history, days(IMPORT_HISTORY_DAYS), 'import_undos', 'undone_at < $1'),
    // Deletes images before jobs, because one job may have millions of them.
    expiringRows(undo, undoMs, 'bulk_job_images', `job_id in (select id from bulk_jobs where ${over})`),
    expiringRows(
      undo,
      undoMs,
      'bulk_jobs',
      `${over} and not exists (select 1 from bulk_job_images where job_id = bulk_jobs.id)`,
    ),
  ];
};
