import { z } from 'zod';

/** The stable codes of error responses (docs/product/errors-and-http.md#error-codes). */
export const errorCodes = [
  'validation_failed',
  'malformed_json',
  'unauthenticated',
  'invalid_credentials',
  'account_deactivated',
  'account_locked',
  'passwords_off',
  'second_step_required',
  'invalid_code',
  'second_step_expired',
  'invalid_passkey',
  'second_factor_required',
  'last_factor',
  'forbidden',
  'scope_missing',
  'session_required',
  'not_found',
  'already_assigned',
  'already_claimed',
  'claim_limit',
  'username_taken',
  'email_taken',
  'last_admin',
  'not_yourself',
  'stale_version',
  'team_name_taken',
  'team_cycle',
  'team_in_use',
  'territory_name_taken',
  'territory_cycle',
  'territory_in_use',
  'holiday_list_name_taken',
  'holiday_list_in_use',
  'field_name_taken',
  'field_key_taken',
  'field_has_values',
  'mapping_name_taken',
  'plan_name_taken',
  'plan_running',
  'ground_changed',
  'cursor_expired',
  'not_tested',
  'too_many_tokens',
  'export_needs_approval',
  'export_request_ended',
  'export_grew',
  'too_large',
  'unsupported_type',
  'rate_limited',
  'unavailable',
  'internal',
  'api_key_missing',
  'over_query_limit',
  'request_denied',
  'invalid_request',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const issue = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issue>;

/** The body of every failed call (docs/product/errors-and-http.md#error-shape). Only `stale_version` has `current`. */
export const errorResponse = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string().optional(),
  issues: z.array(issue).optional(),
  current: z.unknown().optional(),
});
export type ErrorResponse = z.infer<typeof errorResponse>;
