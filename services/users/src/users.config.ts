import {
  integerSetting,
  originsSetting,
  publicAddressSettings,
  secretSettings,
  timeZoneSetting,
} from '@lead-finder/platform';
import { z } from 'zod';
import { isSealsAddress } from './audit/seal-place.js';

/** What the users service reads from the environment (docs/configuration.md). */
export const usersSettings = publicAddressSettings.extend({
  TIME_ZONE: timeZoneSetting,
  SETUP_TOKEN: z
    .string()
    .trim()
    .min(16, 'at least 16 characters')
    .max(200, 'at most 200 characters')
    .optional()
    .describe(
      'The token, of 16 characters or more, that the first administrator must enter if other machines can reach the product. If it is not set, the users service writes a random token to its log at the first start.',
    )
    .register(secretSettings, { isReadAgain: true }),
  SECRETS_KEY: z
    .string()
    .trim()
    .min(32, 'at least 32 characters')
    .max(200, 'at most 200 characters')
    .optional()
    .describe(
      'The key, of 32 random characters or more, that encrypts the secrets of authenticator apps and the client secrets of identity providers in the database. If it is not set, a key in the database encrypts them, which does not protect a backup. If you change or lose it, users with an authenticator app need a recovery code, or an administrator resets their second factor; enter the client secrets again.',
    )
    .register(secretSettings, { isReadAgain: false }),
  INTERNAL_IDENTITY_PROVIDERS: originsSetting.describe(
    'The addresses of identity providers inside your network, separated by commas, such as `https://login.corp.example:8443`. The product calls all others by https on port 443 of public addresses alone.',
  ),
  SESSION_IDLE_MINUTES: integerSetting(1, 1_440)
    .default(120)
    .describe('The number of minutes without use after which a session ends.'),
  SESSION_MAX_HOURS: integerSetting(1, 720)
    .default(12)
    .describe('The number of hours after which a session ends in any case.'),
  LOCKOUT_FAILURES: integerSetting(1, 100)
    .default(5)
    .describe('The number of failed sign-ins in a row that locks a username or e-mail address.'),
  LOCKOUT_MINUTES: integerSetting(1, 1_440)
    .default(15)
    .describe('The number of minutes for which the lock lasts. Only failures within the same time count together.'),
  SIGN_IN_FAILURES_PER_ADDRESS: integerSetting(1, 1_000_000)
    .default(300)
    .describe(
      'The maximum number of failed sign-ins from one network in 5 minutes. The product rejects any sign-in beyond them with 429.',
    ),
  AUDIT_KEEP_DAYS: integerSetting(90, 36_500)
    .default(731)
    .describe('The number of days for which the product stores entries of the audit trail.'),
  AUDIT_SEAL_MINUTES: integerSetting(1, 1_440)
    .default(60)
    .describe('The number of minutes after which the product seals the new entries of the audit trail.'),
  AUDIT_SEALS_URL: z
    .string()
    .refine(isSealsAddress, 'an address such as file:///folder, s3://bucket/folder, syslog://host or mailto:name@host')
    .optional()
    .describe(
      'Where seals of the audit trail are written besides the database: `file:///folder`, `s3://bucket/folder` with the parts of `FILES_URL`, `syslog://host:601`, `syslogs://host:6514` (over TLS) or `mailto:audit@example.com`. Only a folder and a bucket have what names a changed entry.',
    )
    .register(secretSettings, { isReadAgain: false }),
  MAIL_KEEP_DAYS: integerSetting(1, 365)
    .default(7)
    .describe('The number of days for which the product stores mails that it has sent, and mail files.'),
  RESET_MAILS_PER_HOUR: integerSetting(1, 1_000)
    .default(5)
    .describe('The maximum number of password mails per hour to one account.'),
});
export type UsersSettings = z.output<typeof usersSettings>;
