import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { leadFilter, leadScope } from './lead-list.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { id, moment, nothing, wholeNumber } from '../wire.js';

/** From how many leads on an export waits (docs/product/lead-list.md#exports-that-wait). `next` holds later. */
export const exportRule = z.object({
  maxLeads: z.int().nullable(),
  next: z.object({ maxLeads: z.int().nullable(), from: moment }).nullable(),
});
export type ExportRule = z.infer<typeof exportRule>;
export const getExportRule = defineRequest('leads.get-export-rule', {
  access: adminsOnly,
  input: nothing,
  output: exportRule,
});
export const maxLeadsMessage = 'Must be a number from 1 to 10,000,000, or empty';
const maxLeads = wholeNumber(1, 10_000_000, maxLeadsMessage);
export const exportRuleForm = z.object({ maxLeads: maxLeads.nullable() });
export const setExportRule = defineRequest('leads.set-export-rule', {
  access: adminsOnly,
  input: exportRuleForm,
  output: exportRule,
  idempotent: true,
});

const scopedFilter = leadFilter.extend({ scope: leadScope });
const rows = { leads: z.int(), maxRows: z.int().nullable() };

export const exportCheck = z.object({
  waits: z.boolean(),
  leads: z.int(),
  recentLeads: z.int(),
  maxLeads: z.int().nullable(),
});
export type ExportCheck = z.infer<typeof exportCheck>;
export const checkExport = defineRequest('leads.check-export', {
  access: everyRole,
  input: leadFilter,
  output: exportCheck,
});
/** Counts an export, before the gateway sends at most `maxRows`. Rejects with 403 `export_needs_approval`. */
export const openExport = defineRequest('leads.open-export', {
  access: everyRole,
  reads: true,
  input: scopedFilter,
  output: z.object(rows),
});

export const exportState = z.enum(['waiting', 'allowed', 'refused', 'withdrawn', 'expired']);
export const waitingExport = z.object({
  id: z.int(),
  user: userSummary,
  filter: leadFilter,
  owner: userSummary.nullable(),
  leads: z.int(),
  state: exportState,
  askedAt: moment,
  expiresAt: moment,
  decidedBy: userSummary.nullable(),
  decidedAt: moment.nullable(),
});
export type WaitingExport = z.infer<typeof waitingExport>;
/** The newest 100 of the caller, of all users for an administrator. */
export const listExportRequests = defineRequest('leads.list-export-requests', {
  access: everyRole,
  input: nothing,
  output: z.object({ requests: z.array(waitingExport) }),
});
/** Rejects with 400 an export that need not wait, with 409 without a second administrator, with 429 the 21st of a day. */
export const requestExport = defineRequest('leads.request-export', {
  access: everyRole,
  sessionOnly: true,
  input: z.object({ filter: leadFilter }),
  output: waitingExport,
  idempotent: true,
});
export const decideExport = defineRequest('leads.decide-export', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id, allowed: z.boolean('Must be true or false') }),
  output: waitingExport,
  idempotent: true,
});
export const withdrawExport = defineRequest('leads.withdraw-export', {
  access: everyRole,
  input: z.object({ id }),
  output: waitingExport,
  idempotent: true,
});
/** Rejects with 404 another user's request, with 409 `export_request_ended` and `export_grew`. */
export const openAllowedExport = defineRequest('leads.open-allowed-export', {
  access: everyRole,
  reads: true,
  input: z.object({ id }),
  output: z.object({ ...rows, filter: leadFilter, askedBy: userSummary, allowedBy: userSummary }),
});
