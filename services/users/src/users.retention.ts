import {
  days,
  hours,
  expiringRows,
  MAIL,
  minutes,
  type RetentionRule,
  type MailTransport,
} from '@lead-finder/platform';
import { expiredTokenDays, ServiceTokens } from './api-token/service-tokens.js';
import { rememberedDays } from './second-factor/remembered-browsers.js';
import type { UsersSettings } from './users.config.js';

/** How long the users service stores data (docs/product/data-and-retention.md#retention). */
export const usersRetention = (settings: UsersSettings): RetentionRule[] => {
  const { AUDIT_KEEP_DAYS, LOCKOUT_MINUTES, MAIL_KEEP_DAYS, SESSION_IDLE_MINUTES, SESSION_MAX_HOURS } = settings;
  return [
    {
      what: 'audit trail',
      forget: async ({ database }) => {
        const [row] = await database.query<{ isFull: boolean }>('select audit.forget($1, $2) >= $2 as "isFull"', [
          AUDIT_KEEP_DAYS,
          auditBatch,
        ]);
        return row!.isFull;
      },
    },
    expiringRows('mails', days(MAIL_KEEP_DAYS), 'mails', 'sent_at < $1'),
    // Mails that the server always rejects; their link has expired long ago.
    expiringRows('mails', days(MAIL_KEEP_DAYS), 'mails', 'sent_at is null and created_at < $1'),
    {
      what: 'mails',
      forget: async ({ app, now }) => {
        await app.get<MailTransport>(MAIL).forget(new Date(now.getTime() - days(MAIL_KEEP_DAYS)));
        return false;
      },
    },
    expiringRows('sessions', minutes(SESSION_IDLE_MINUTES), 'sessions', 'last_used_at < $1'),
    expiringRows('sessions', hours(SESSION_MAX_HOURS), 'sessions', 'created_at < $1'),
    expiringRows('sign-ins before their second step', minutes(10), 'sign_in_challenges', 'created_at < $1'),
    expiringRows('used challenges of passkeys', minutes(10), 'used_passkey_challenges', 'used_at < $1'),
    expiringRows('expired API tokens', days(expiredTokenDays), 'api_tokens', 'not is_service and expires_at < $1'),
    {
      what: 'expired API tokens',
      forget: ({ app, now }) => app.get(ServiceTokens).forgetExpired(new Date(now.getTime() - days(expiredTokenDays))),
    },
    expiringRows('remembered browsers', days(rememberedDays), 'remembered_browsers', 'remembered_at < $1'),
    // Published for ten seconds; operators can read a day of them.
    expiringRows('ends of sessions', days(1), 'revocations', 'revoked_at < $1'),
    expiringRows('failed sign-ins', minutes(5), 'address_failures', 'failed_at < $1'),
    // The failure that locks comes within the window of the first one, and the lock lasts as long again.
    expiringRows('failed sign-ins', minutes(2 * LOCKOUT_MINUTES), 'unknown_identifiers', 'first_failure_at < $1'),
    // No window is longer than a quarter of an hour.
    expiringRows('counters of limits', hours(1), 'limits', 'began_at < $1'),
    // An invitation is valid for seven days, and every link is counted for an hour.
    expiringRows('reset links and invitations', days(8), 'password_reset_tokens', 'created_at < $1'),
    expiringRows('leaves', days(leaveDays), 'leaves', 'last_day < $1'),
    expiringRows('sign-ins that wait for a provider', minutes(10), 'provider_sign_in_states', 'created_at < $1'),
    expiringRows('logout tokens of providers', hours(1), 'used_logout_tokens', 'used_at < $1'),
    expiringRows('sign-ins by providers', days(90), 'provider_sign_ins', 'at < $1'),
    expiringRows('tests of providers', days(90), 'identity_provider_tests', 'started_at < $1'),
    expiringRows('files of users and their rows', days(7), 'user_imports', 'created_at < $1'),
  ];
};

const leaveDays = 183;
const auditBatch = 1_000;
