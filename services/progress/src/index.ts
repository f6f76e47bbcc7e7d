import { migrationsOf, type ServiceRole } from '@lead-finder/platform';
import { progressSettings } from './progress.config.js';
import { progressRetention } from './progress.retention.js';
import { progressPersonalData } from './progress.personal-data.js';
import { ProgressModule } from './progress.module.js';

/** Counts contacts against goals (docs/product/progress.md). */
export const progress: ServiceRole = {
  name: 'progress',
  module: ProgressModule,
  entities: [],
  migrations: await migrationsOf(new URL('migrations/', import.meta.url)),
  showsBranches: true,
  settings: progressSettings,
  retention: progressRetention,
  personalData: progressPersonalData,
};
