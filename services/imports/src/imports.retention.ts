import { days, hours, expiringRows, type RetentionRule, type RetentionSettings } from '@lead-finder/platform';
import { StoredFiles } from './import/stored-files.js';
import type { ImportsSettings } from './imports.config.js';

const ended = "finished_at < $1 and state not in ('queued', 'processing', 'cancelling', 'undoing')";
const history = 'history and failed rows of an import';

/** How long the imports service stores data (docs/product/data-and-retention.md#retention). */
export const importsRetention = (
  { IMPORT_HISTORY_DAYS }: ImportsSettings,
  { IDEMPOTENCY_KEEP_HOURS }: RetentionSettings,
): RetentionRule[] => [
  {
    what: 'file of a dry run',
    forget: async ({ app, now }) => {
      await app.get(StoredFiles).sweep(now);
      return false;
    },
  },
  // The rows go first: there may be millions.
  expiringRows(
    history,
    days(IMPORT_HISTORY_DAYS),
    'import_row_errors',
    `import_id in (select id from imports where ${ended})`,
  ),
  expiringRows(
    history,
    days(IMPORT_HISTORY_DAYS),
    'imports',
    `${ended} and not exists (select 1 from import_row_errors where import_id = imports.id)`,
  ),
  {
    what: 'responses by `Idempotency-Key`',
    forget: async ({ database, now }) => {
      await database.query(
        'update imports set idempotency_key = null where idempotency_key is not null and created_at < $1',
        [new Date(now.getTime() - hours(IDEMPOTENCY_KEEP_HOURS))],
      );
      return false;
    },
  },
];
