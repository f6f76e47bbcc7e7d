import { migrationsOf, type ServiceRole } from '@lead-finder/platform';
import { User } from './user/user.entity.js';
import { usersRetention } from './users.retention.js';
import { usersPersonalData } from './users.personal-data.js';
import { usersSettings } from './users.config.js';
import { UsersModule } from './users.module.js';

export { openSealPlace } from './audit/seal-place.js';
export { verifyAudit } from './audit/verify-audit.js';
export { seedUsers } from './user/seed-users.js';

/** Accounts, sessions, password resets, mails and the audit trail (docs/ARCHITECTURE.md). */
export const users: ServiceRole = {
  name: 'users',
  module: UsersModule,
  entities: [User],
  migrations: await migrationsOf(new URL('migrations/', import.meta.url)),
  settings: usersSettings,
  retention: usersRetention,
  personalData: usersPersonalData,
  measures: [
    {
      name: 'backup_last_success_timestamp_seconds',
      help: 'Time of the last complete backup; 0 before the first one',
      sql: 'select coalesce(extract(epoch from max(completed_at)), 0) as value from last_backup',
    },
  ],
};
