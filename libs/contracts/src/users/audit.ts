import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { defineEvent, defineRequest } from '../message.js';
import { dateTime, moment, nothing, pageSize, text } from '../wire.js';

export const auditActions = {
  sign_in: 'Signed in',
  break_glass_sign_in: 'Signed in while passwords are off',
  sign_in_policy_changed: 'Passwords switched on or off',
  sign_in_failed: 'Sign-in failed',
  provider_sessions_ended: 'Sessions ended by identity provider',
  account_locked: 'Account locked',
  sign_out: 'Signed out',
  session_ended: 'One session signed out',
  sessions_ended: 'Other sessions signed out',
  user_sessions_ended: 'All sessions signed out by administrator',
  registered: 'First administrator registered',
  organisation_named: 'Organisation named',
  provider_created: 'Identity provider added',
  provider_changed: 'Identity provider changed',
  provider_switched: 'Identity provider switched on or off',
  provider_removed: 'Identity provider removed',
  api_token_created: 'API token created',
  api_token_revoked: 'API token revoked',
  service_token_created: 'Service token created',
  service_token_revoked: 'Service token revoked',
  scim_token_created: 'Token of provisioning created',
  scim_token_removed: 'Token of provisioning removed',
  group_rules_changed: 'Roles and teams of groups changed',
  users_linked_to_provisioning: 'Accounts linked to provisioning',
  leaver_rule_changed: 'Rule for leads of leavers changed',
  user_linked: 'Account linked to identity provider',
  user_unlinked: 'Account unlinked from identity provider',
  user_created: 'User created',
  user_changed: 'User changed',
  user_activated: 'User activated',
  user_deactivated: 'User deactivated',
  user_unlocked: 'User unlocked',
  user_deleted: 'User deleted',
  leave_added: 'Leave added',
  leave_changed: 'Leave changed',
  leave_removed: 'Leave removed',
  team_created: 'Team created',
  team_changed: 'Team changed',
  team_moved: 'Team moved',
  team_removed: 'Team removed',
  team_of_users_changed: 'Team of users changed',
  holiday_list_created: 'List of holidays created',
  holiday_list_changed: 'List of holidays changed',
  holiday_list_removed: 'List of holidays removed',
  user_invited: 'Invitation sent again',
  users_imported: 'Users imported from a file',
  password_changed: 'Own password changed',
  password_set: 'Password reset by administrator',
  password_requested: 'Password reset requested',
  password_reset: 'Password reset by mail',
  second_step_failed: 'Second step of a sign-in failed',
  authenticator_added: 'Authenticator app added',
  authenticator_removed: 'Authenticator app removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  recovery_codes_renewed: 'Recovery codes renewed',
  browsers_forgotten: 'Remembered browsers forgotten',
  second_factor_required: 'Requirement of a second factor changed',
  second_factor_reset: 'Second factor reset by administrator',
  businesses_exported: 'Businesses exported',
  leads_listed: 'More than 1,000 leads listed',
  users_listed: 'More than 1,000 users listed',
  person_exported: "One person's data exported by the operator",
  custom_field_created: 'Custom field added',
  custom_field_changed: 'Custom field changed',
  custom_fields_ordered: 'Custom fields reordered',
  custom_field_removed: 'Custom field removed',
  custom_field_restored: 'Custom field restored',
  territory_created: 'Territory added',
  territory_changed: 'Territory changed',
  territory_removed: 'Territory removed',
  territories_imported: 'Territories imported',
  export_rule_changed: 'Rule of exports changed',
  export_requested: 'Export asked for',
  export_allowed: 'Export allowed',
  export_refused: 'Export refused',
  export_withdrawn: 'Export withdrawn',
  import_errors_exported: 'Failed rows exported',
  team_exported: 'Team progress exported',
  audit_exported: 'Audit trail exported',
  import_started: 'Import started',
  import_undone: 'Import undone',
  lead_deleted: 'Lead deleted',
  leads_deleted: 'Leads deleted',
  leads_restored: 'Deleted leads restored',
  lead_reassigned: 'Lead reassigned',
  leads_reassigned: 'Leads reassigned',
  lead_returned: 'Lead returned to the pool',
  leads_returned: 'Leads returned to the pool',
  lead_claimed: 'Lead claimed from the pool',
  pool_rule_changed: 'Claims a day changed',
  recycling_rule_changed: 'Fair recycling of a team changed',
  recycling_vetoed: 'Move to the pool vetoed',
  leads_recycled: 'Untouched leads moved to the pool',
  plan_created: 'Distribution plan added',
  plan_changed: 'Distribution plan changed',
  plan_removed: 'Distribution plan removed',
  webhook_created: 'Webhook added',
  webhook_changed: 'Webhook changed',
  webhook_removed: 'Webhook removed',
  webhook_secret_renewed: 'Secret of webhook renewed',
  webhook_replayed: 'Webhook replayed',
} as const;
export type AuditAction = keyof typeof auditActions;
export const auditAction = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]);

const details = z.record(z.string(), z.unknown());

export const auditEntry = z.object({
  id: z.int(),
  at: moment,
  actorId: z.int().nullable(),
  actor: z.string(),
  action: auditAction,
  subject: z.string(),
  outcome: z.enum(['done', 'refused']),
  address: z.string(),
  requestId: z.string(),
  details,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** `from` is inclusive and `to` is exclusive; `q` searches user, subject, address and request id. */
export const auditFilter = z.object({
  actor: text(50).optional(),
  action: auditAction.optional(),
  from: dateTime.optional(),
  to: dateTime.optional(),
  q: text().optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}_\d{1,15}$/, 'Not a cursor of this list')
    .optional(),
  pageSize: pageSize.default(50),
  count: z.enum(['exact']).optional(),
});
/** Newest first. `nextCursor` continues after this page. `total` is null unless `count` asks for it. */
export const listAudit = defineRequest('users.list-audit', {
  access: adminsOnly,
  input: auditFilter,
  output: z.object({ entries: z.array(auditEntry), nextCursor: z.string().nullable(), total: z.int().nullable() }),
});

export const recordExport = defineRequest('users.record-export', {
  access: everyRole,
  input: z.object({
    action: z.enum([
      'businesses_exported',
      'leads_listed',
      'users_listed',
      'import_errors_exported',
      'team_exported',
      'audit_exported',
    ]),
    details,
  }),
  output: nothing,
});

const fact = z.object({
  actor: z.object({ id: z.int(), username: z.string(), token: z.object({ name: z.string() }).optional() }),
  address: z.string(),
  action: auditAction,
  subject: z.string(),
  details,
});
export type AuditFact = z.infer<typeof fact>;
export const leadsAudited = defineEvent('leads.audited', { consumers: ['users'], payload: fact });
export const importsAudited = defineEvent('imports.audited', { consumers: ['users'], payload: fact });
