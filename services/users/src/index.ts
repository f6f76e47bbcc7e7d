import type { ServiceRole } from '@lead-finder/platform';
import { Users1700000100000 } from './migrations/1700000100000-users.js';
import { OldRows1700000110000 } from './migrations/1700000110000-old-rows.js';
import { PasswordDigests1700000140000 } from './migrations/1700000140000-password-digests.js';
import { SetupToken1700000130000 } from './migrations/1700000130000-setup-token.js';
import { SignInLimits1700000120000 } from './migrations/1700000120000-sign-in-limits.js';
import { User } from './user/user.entity.js';
import { usersRetention } from './users.retention.js';
import { usersPersonalData } from './users.personal-data.js';
import { usersSettings } from './users.config.js';
import { UsersModule } from './users.module.js';

export { seedUsers } from './user/seed-users.js';

/** Accounts, sessions, password resets, mails and the audit trail (docs/ARCHITECTURE.md). */
export const users: ServiceRole = {
  name: 'users',
  module: UsersModule,
  entities: [User],
  migrations: [
    Users1700000100000,
    OldRows1700000110000,
    SignInLimits1700000120000,
    SetupToken1700000130000,
    PasswordDigests1700000140000,
  ],
  settings: usersSettings,
  retention: usersRetention,
  personalData: usersPersonalData,
};
