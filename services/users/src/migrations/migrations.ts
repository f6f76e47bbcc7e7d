import type { MigrationClass } from '@lead-finder/platform';
import { Users1700000100000 } from './0001-users.js';
import { OldRows1700000110000 } from './0002-old-rows.js';
import { SignInLimits1700000120000 } from './0003-sign-in-limits.js';
import { SetupToken1700000130000 } from './0004-setup-token.js';
import { PasswordDigests1700000140000 } from './0005-password-digests.js';
import { LastBackup1700000150000 } from './0006-last-backup.js';

/** In the order of execution. Never edit the statements of a landed migration. */
export const migrations: MigrationClass[] = [
  Users1700000100000,
  OldRows1700000110000,
  SignInLimits1700000120000,
  SetupToken1700000130000,
  PasswordDigests1700000140000,
  LastBackup1700000150000,
];
