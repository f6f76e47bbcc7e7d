import type { MigrationClass } from '@lead-finder/platform';
import { Progress1700000001000 } from './0001-progress.js';
import { TeamAndSchedules1700000002000 } from './0002-team-and-schedules.js';

/** In the order of execution. Never edit the statements of a landed migration. */
export const migrations: MigrationClass[] = [Progress1700000001000, TeamAndSchedules1700000002000];
