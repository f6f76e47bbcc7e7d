import type { ServiceRole } from '@lead-finder/platform';
import { Progress1700000001000 } from './migrations/0001-progress.js';
import { TeamAndSchedules1700000002000 } from './migrations/0002-team-and-schedules.js';
import { progressSettings } from './progress.config.js';
import { progressRetention } from './progress.retention.js';
import { progressPersonalData } from './progress.personal-data.js';
import { ProgressModule } from './progress.module.js';

/** Counts contacts against goals (docs/product/progress.md). */
export const progress: ServiceRole = {
  name: 'progress',
  module: ProgressModule,
  entities: [],
  migrations: [Progress1700000001000, TeamAndSchedules1700000002000],
  settings: progressSettings,
  retention: progressRetention,
  personalData: progressPersonalData,
};
