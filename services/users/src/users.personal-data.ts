import type { PersonalRows } from '@lead-finder/platform';

/** Sessions, reset links, second factors and the account itself are deleted with the account. */
export const usersPersonalData: PersonalRows[] = [
  {
    what: 'account',
    read: `select u.id, username, u.email, full_name, role, monthly_goal, t.name as team, own_time_zone, active, failed_login_attempts,
        locked_until, invited_at, second_factor_since, first_steps, u.created_at, updated_at
      from users u join data_subject using (id) left join teams t on t.id = u.team_id`,
  },
  {
    what: 'managed teams',
    read: 'select t.name from teams t join team_managers on team_id = t.id join data_subject on user_id = data_subject.id',
  },
  {
    what: 'leaves',
    read: `select first_day, last_day, s.username as stand_in from leaves l
      join data_subject on l.user_id = data_subject.id left join users s on s.id = l.stand_in_id`,
  },
  {
    what: 'sessions',
    read: 'select address, user_agent, created_at, last_used_at from sessions, data_subject where user_id = data_subject.id',
  },
  {
    what: 'second factor',
    read: `select confirmed_at as authenticator_since, (select count(*)::int from recovery_codes r where r.user_id = data_subject.id
        and used_at is null) as recovery_codes_left from authenticators a, data_subject where a.user_id = data_subject.id`,
  },
  {
    what: 'passkeys',
    read: 'select name, created_at, last_used_at from passkeys, data_subject where user_id = data_subject.id',
  },
  {
    what: 'API tokens',
    read: `select name, scopes, networks, created_at, expires_at, last_used_at from api_tokens t, data_subject
      where user_id = data_subject.id or created_by = data_subject.id`,
  },
  {
    what: 'remembered browsers',
    read: 'select user_agent, remembered_at from remembered_browsers, data_subject where user_id = data_subject.id',
  },
  {
    what: 'sign-ins before their second step',
    read: 'select created_at from sign_in_challenges, data_subject where user_id = data_subject.id',
  },
  {
    what: 'links to identity providers',
    read: `select i.issuer, subject, linked_at, last_sign_in_at, (select json_agg(report) from identity_provider_tests t where t.user_id = i.user_id) as tests,
        (select json_agg(json_build_object('subject', p.subject)) from provider_sessions p join sessions s on s.id = session_id where s.user_id = i.user_id) as sessions
      from identities i, data_subject where i.user_id = data_subject.id`,
  },
  {
    what: 'provisioning',
    read: `select user_name, external_id, given_name, family_name, provider_active, s.created_at, (select json_agg(display_name)
        from scim_group_members m join scim_groups g on g.id = m.group_id where m.user_id = s.user_id) as groups
      from scim_users s, data_subject where s.user_id = data_subject.id`,
  },
  {
    what: 'sign-ins by identity providers',
    read: `select at, provider, outcome, problem, details from provider_sign_ins, data_subject
      where user_id = data_subject.id or position(lower(data_subject.email) in lower(details)) > 0`,
    erase: `delete from provider_sign_ins using data_subject
      where user_id = data_subject.id or position(lower(data_subject.email) in lower(details)) > 0`,
  },
  {
    what: 'mails',
    read: 'select recipient, subject, text, created_at, sent_at from mails, data_subject where lower(recipient) = lower(data_subject.email)',
    erase: 'delete from mails using data_subject where lower(recipient) = lower(data_subject.email)',
  },
  {
    what: 'reset requests',
    read: 'select r.email, requested_at from password_reset_requests r, data_subject where lower(r.email) = lower(data_subject.email)',
    erase: 'delete from password_reset_requests r using data_subject where lower(r.email) = lower(data_subject.email)',
  },
  {
    what: 'rows of user files',
    read: "select cells, verdict, message from user_import_rows, data_subject where lower(cells ->> 'email') = lower(data_subject.email)",
    erase: "delete from user_import_rows using data_subject where lower(cells ->> 'email') = lower(data_subject.email)",
  },
  // Not erased: the audit trail must name its actors for two years.
  {
    what: 'audit trail',
    read: 'select at, actor, action, subject, outcome, address, details from audit.entries, data_subject where actor_id = data_subject.id',
  },
];
