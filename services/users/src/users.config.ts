import { integerSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** What the users service reads from the environment (README, 'Settings'). */
export const usersSettings = z.object({
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'an http(s) address' }).optional().describe('Links in mails begin with it'),
  HOST: z.string().default('127.0.0.1'),
  PORT: integerSetting(0, 65_535).default(8080),
  SETUP_TOKEN: z
    .string()
    .trim()
    .min(16, 'at least 16 characters')
    .max(200, 'at most 200 characters')
    .optional()
    .describe('What the first administrator must enter where others can reach the product'),
  SESSION_IDLE_MINUTES: integerSetting(1, 1_440).default(120).describe('A session ends after so long without a person using it'),
  SESSION_MAX_HOURS: integerSetting(1, 720).default(12).describe('A session ends after so long in any case'),
  LOCKOUT_FAILURES: integerSetting(1, 100).default(5).describe('Failed sign-ins in a row that lock an identifier'),
  LOCKOUT_MINUTES: integerSetting(1, 1_440).default(15).describe('How long it stays locked, and within how long failures count'),
  SIGN_IN_FAILURES_PER_ADDRESS: integerSetting(1, 1_000_000).default(300).describe('Failed sign-ins of one address in 5 minutes before 429'),
  AUDIT_KEEP_DAYS: integerSetting(90, 36_500).default(731).describe('Entries of the audit trail are kept so long'),
  MAIL_KEEP_DAYS: integerSetting(1, 365).default(7).describe('Mails that were sent, and mail files, are kept so long'),
  RESET_MAILS_PER_HOUR: integerSetting(1, 1_000).default(5).describe('Password mails an hour and account'),
});
export type UsersSettings = z.output<typeof usersSettings>;
