import type { PersonalRows } from '@lead-finder/platform';

/** Sessions, reset links and the account itself are deleted with the account. */
export const usersPersonalData: PersonalRows[] = [
  {
    what: 'account',
    read: `select u.id, username, u.email, full_name, role, monthly_goal, active, failed_login_attempts, locked_until, created_at, updated_at
      from users u join person using (id)`,
  },
  {
    what: 'sessions',
    read: 'select address, user_agent, created_at, last_used_at from sessions, person where user_id = person.id',
  },
  {
    what: 'mails',
    read: 'select recipient, subject, text, created_at, sent_at from mails, person where lower(recipient) = lower(person.email)',
    erase: 'delete from mails using person where lower(recipient) = lower(person.email)',
  },
  {
    what: 'reset requests',
    read: 'select r.email, requested_at from password_reset_requests r, person where lower(r.email) = lower(person.email)',
    erase: 'delete from password_reset_requests r using person where lower(r.email) = lower(person.email)',
  },
  // Not erased: the audit trail must name its actors for two years.
  {
    what: 'audit trail',
    read: 'select at, actor, action, subject, outcome, address, details from audit.entries, person where actor_id = person.id',
  },
];
