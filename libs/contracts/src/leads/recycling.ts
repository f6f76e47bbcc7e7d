import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { done, flag, id, moment, nothing, page, pageSize, wholeNumber } from '../wire.js';
import { leadStatus } from './lead-fields.js';
import { recyclingForecast } from './lead-records.js';

export const untouchedDays = wholeNumber(2, 120, 'Working days must be from 2 to 120');
export const remindDays = wholeNumber(1, 30, 'The reminder must come 1 to 30 working days before');
export const coolDownDays = wholeNumber(1, 365, 'The cool-down must be from 1 to 365 days');
const terms = { untouchedDays, remindDays };
export const remindsLater = ({ untouchedDays, remindDays }: { untouchedDays: number; remindDays: number }) =>
  remindDays < untouchedDays;
export const mustRemindLater = {
  path: ['remindDays'],
  error: 'The reminder must come after the first working day',
};

/** Of a team and of all teams below without one of their own (docs/product/recycling.md). */
export const recyclingRule = z.object({
  teamId: z.int(),
  active: z.boolean(),
  untouchedDays: z.int(),
  remindDays: z.int(),
  coolDownDays: z.int(),
});
export type RecyclingRule = z.infer<typeof recyclingRule>;

export const listRecyclingRules = defineRequest('leads.list-recycling-rules', {
  access: adminsOnly,
  input: nothing,
  output: z.object({ rules: z.array(recyclingRule) }),
});
export const setRecyclingRule = defineRequest('leads.set-recycling-rule', {
  access: adminsOnly,
  input: z.object({ teamId: id, active: flag, ...terms, coolDownDays }).refine(remindsLater, mustRemindLater),
  output: recyclingRule,
});
export const removeRecyclingRule = defineRequest('leads.remove-recycling-rule', {
  access: adminsOnly,
  input: z.object({ teamId: id }),
  output: nothing,
});

export const recyclingSimulation = z.object({
  from: z.string(),
  to: z.string(),
  leads: z.int(),
  moved: z.int(),
  reminded: z.int(),
  protected: z.int(),
  people: z.array(z.object({ user: userSummary, leads: z.int(), moved: z.int() })),
});
export type RecyclingSimulation = z.infer<typeof recyclingSimulation>;
/** What this rule would have done in the last 60 days to the leads that the people have now. Rejects with 400 too many leads, with 404 an unknown team. */
export const simulateRecycling = defineRequest('leads.simulate-recycling', {
  deadlineMs: 30_000,
  reads: true,
  access: adminsOnly,
  input: z.object({ teamId: id, ...terms }).refine(remindsLater, mustRemindLater),
  output: recyclingSimulation,
});

export const recyclingLead = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  status: leadStatus,
  user: userSummary,
  untouchedSince: moment,
  forecast: recyclingForecast,
});
export type RecyclingLead = z.infer<typeof recyclingLead>;
export const listRecycling = defineRequest('leads.list-recycling', {
  access: everyRole,
  input: z.object({ own: flag.default(false), page: page.default(1), pageSize: pageSize.default(20) }),
  output: z.object({ leads: z.array(recyclingLead), total: z.int() }),
});
/** Rejects with 403 an own lead, with 404 one that does not move tonight. */
export const vetoRecycling = defineRequest('leads.veto-recycling', {
  access: everyRole,
  input: z.object({ id }),
  output: done,
  idempotent: true,
});
