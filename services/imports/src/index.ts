import { migrationsOf, type ServiceRole } from '@lead-finder/platform';
import { takeable } from './import/import.repository.js';
import { importsSettings } from './imports.config.js';
import { importsRetention } from './imports.retention.js';
import { importsPersonalData } from './imports.personal-data.js';
import { ImportsModule } from './imports.module.js';
import { maxFailedAttempts } from './worker/import.processor.js';

/** Imports CSV files: reads their rows and stores the failed ones; the leads service makes the leads. */
export const imports: ServiceRole = {
  name: 'imports',
  module: ImportsModule,
  entities: [],
  migrations: await migrationsOf(new URL('migrations/', import.meta.url)),
  settings: importsSettings,
  retention: importsRetention,
  personalData: importsPersonalData,
  usesFiles: true,
  measures: [
    {
      name: 'import_rows',
      help: 'Rows of the imports in the history, by what became of them',
      labels: ['result'],
      sql: `select result, sum(rows) as value from imports cross join lateral (values
        ('created', created), ('updated', updated), ('unchanged', unchanged), ('invalid', invalid), ('unknown_user', unknown_user),
        ('duplicate', duplicate_in_file + duplicate_in_database)) as each(result, rows)
        where not dry_run group by result`,
    },
    {
      name: 'imports_waiting',
      help: 'Imports that no worker runs',
      sql: "select count(*) as value from imports where state = 'queued'",
    },
    {
      name: 'imports_failed',
      help: 'Imports in the history that an internal error ended',
      sql: `select count(*) as value from imports where state = 'failed' and stumbles >= ${maxFailedAttempts}`,
    },
    {
      name: 'imports_oldest_seconds',
      help: 'Longest wait of an import that a worker may take, since its upload or its last time slice',
      sql: `select coalesce(extract(epoch from now() - min(coalesce(i.last_turn_at, i.created_at))), 0) as value
        from imports i where ${takeable}`,
    },
  ],
};
