import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { bulkJob } from './bulk-jobs.js';
import { leftReasons, maxPlanPeople, planCure, planDefinition, planOrigin, planShare } from './distribution-plans.js';
import { defineRequest } from '../message.js';
import { userSummary } from '../users/users.js';
import { id, line, moment, nothing, text } from '../wire.js';

const planName = line(80).min(1, 'Please enter a name');

export const distributionPlan = z.object({
  id: z.int(),
  name: z.string(),
  version: z.int(),
  definition: planDefinition,
  changedBy: userSummary,
  changedAt: moment,
  problem: z.string().nullable(),
  lastJob: bulkJob.nullable(),
  live: z.array(planOrigin).default([]),
  liveBy: userSummary.nullable().default(null),
});
export type DistributionPlan = z.infer<typeof distributionPlan>;

export const planVersion = z.object({
  version: z.int(),
  definition: planDefinition,
  changedBy: userSummary,
  changedAt: moment,
});

export const listDistributionPlans = defineRequest('leads.list-distribution-plans', {
  access: adminsOnly,
  input: nothing,
  output: z.object({ plans: z.array(distributionPlan) }),
});
export const listPlanVersions = defineRequest('leads.list-plan-versions', {
  access: adminsOnly,
  input: z.object({ planId: id }),
  output: z.object({ versions: z.array(planVersion) }),
});
/** Rejects with 400 on the field that breaks a rule or names what is gone, with 409 `plan_name_taken`. */
export const createDistributionPlan = defineRequest('leads.create-distribution-plan', {
  access: adminsOnly,
  input: z.object({ name: planName, definition: planDefinition }),
  output: distributionPlan,
  idempotent: true,
});
/** Adds a version if the definition differs. Rejects with 409 `stale_version` or `plan_name_taken`. */
export const changeDistributionPlan = defineRequest('leads.change-distribution-plan', {
  access: adminsOnly,
  input: z.object({
    planId: id,
    name: planName.optional(),
    definition: planDefinition.optional(),
    live: z
      .array(planOrigin)
      .max(10)
      .transform((given) => [...new Set(given)].sort())
      .optional(),
    version: z.int().optional(),
  }),
  output: distributionPlan,
  idempotent: true,
});
/** Its jobs stay, with their undo. Rejects with 409 `plan_running` while a job runs. */
export const removeDistributionPlan = defineRequest('leads.remove-distribution-plan', {
  access: adminsOnly,
  input: z.object({ planId: id }),
  output: nothing,
});

export const waitReasons = [...leftReasons, 'owned', 'no-plan'] as const;
export const waitingLeads = z.object({
  origin: planOrigin,
  plan: z.object({ id: z.int(), name: z.string() }).nullable(),
  rule: z.int().nullable(),
  territory: z.object({ id: z.int(), name: z.string() }).nullable(),
  reason: z.enum(waitReasons).nullable(),
  leads: z.int(),
  since: moment,
});
export type WaitingLeads = z.infer<typeof waitingLeads>;
export const listWaitingLeads = defineRequest('leads.list-waiting-leads', {
  access: adminsOnly,
  input: nothing,
  output: z.object({ waiting: z.array(waitingLeads) }),
});

const states = ['ready', 'on-leave', 'not-working'] as const;
export type PlanPersonState = (typeof states)[number];

export const planGround = z.object({
  definition: text(100),
  runs: z.int(),
  leads: z.int(),
  leadsHash: text(100),
  people: z.array(z.object({ id: z.int(), load: z.int(), state: z.enum(states) })).max(maxPlanPeople),
});
export type PlanGround = z.infer<typeof planGround>;

const leftLeads = z.object({
  rule: z.int().nullable(),
  reason: z.enum(leftReasons),
  territory: z.string().nullish(),
  territoryId: z.int().nullish(),
  leads: z.int(),
  cure: planCure.nullable(),
});
export type LeftLeads = z.infer<typeof leftLeads>;

/** `kept` leads do not move. `unfairness` is the largest distance from a fair share (docs/product/distribution.md). */
export const planPreview = z.object({
  leads: z.int(),
  assigned: z.int(),
  rest: z.int(),
  kept: z.object({ owned: z.int(), touched: z.int(), placed: z.int() }),
  rules: z.array(z.object({ share: planShare, leads: z.int(), assigned: z.int(), eligible: z.int() })),
  people: z.array(
    userSummary.extend({
      state: z.enum(states),
      before: z.int(),
      gets: z.int(),
      after: z.int(),
      capacity: z.int().nullable(),
      territories: z.array(z.string()).default([]),
    }),
  ),
  left: z.array(leftLeads),
  points: z.array(z.tuple([z.number(), z.number(), z.int()])).default([]),
  unfairness: z.number(),
  lookedAt: moment,
  ground: planGround,
});
export type PlanPreview = z.infer<typeof planPreview>;

export const previewDistribution = defineRequest('leads.check-distribution', {
  access: adminsOnly,
  input: z.object({ planId: id.optional(), definition: planDefinition }),
  output: planPreview,
  deadlineMs: 30_000,
});
/** Rejects with 409 `ground_changed`, whose issues say what changed, or `plan_running`, with 400 if no lead would move. */
export const commitDistribution = defineRequest('leads.commit-distribution', {
  access: adminsOnly,
  input: z.object({ planId: id, ground: planGround }),
  output: bulkJob,
  deadlineMs: 60_000,
  idempotent: true,
});

export const explainDistribution = defineRequest('leads.check-lead-distribution', {
  access: adminsOnly,
  input: z.object({ planId: id, leadId: id }),
  output: z.object({
    outcome: z.enum(['outside', 'owned', 'touched', 'placed', 'given', 'left']),
    user: userSummary.nullable(),
    why: z.string(),
  }),
});
