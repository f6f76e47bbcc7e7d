import { z } from 'zod';
import { fieldConditionMessage, fieldConditionPattern } from './field-conditions.js';
import { leadFilter } from './lead-list.js';
import { id, text, wholeNumber } from '../wire.js';

export const maxPlans = 100;
export const maxPlanPeople = 1_000;
export const maxPlanLeads = 200_000;
const maxRules = 20;
const maxCapacity = 100_000;
const maxWeight = 100;

const capacityMessage = `Must be a number of open leads from 1 to ${maxCapacity.toLocaleString('en')}`;
const ids = (max: number, none: string) =>
  z
    .array(id)
    .min(1, none)
    .max(max, `At most ${max.toLocaleString('en')} of them`)
    .transform((given) => [...new Set(given)].sort((a, b) => a - b));

/** A new member needs its SQL in plan-sources.ts of the leads service, and its field in the editor. */
export const planSource = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('filter'), filter: leadFilter.omit({ mine: true }) }),
    z.object({ kind: z.literal('import'), importId: id }),
    z.object({ kind: z.literal('area-search'), searchId: id }),
    z.object({ kind: z.literal('pool') }),
  ],
  { error: 'Please choose where the leads come from' },
);
export type PlanSource = z.output<typeof planSource>;

/** A new member needs its entry in plan-conditions.ts of the leads service, and in the editor. */
export const planCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tag'), tags: z.array(text(50).trim().min(1, 'Please enter a tag')).min(1).max(50) }),
  z.object({ kind: z.literal('field'), field: text().regex(fieldConditionPattern, fieldConditionMessage) }),
  z.object({ kind: z.literal('people'), userIds: ids(maxPlanPeople, 'Please choose people') }),
  z.object({ kind: z.literal('team'), teamIds: ids(100, 'Please choose a team') }),
  z.object({ kind: z.literal('territory') }),
  z.object({ kind: z.literal('not-on-leave') }),
  z.object({ kind: z.literal('working-now') }),
  z.object({ kind: z.literal('below-capacity'), capacity: wholeNumber(1, maxCapacity, capacityMessage) }),
]);
export type PlanCondition = z.output<typeof planCondition>;
export type PlanConditionKind = PlanCondition['kind'];

export const planShares = {
  'round-robin': 'Round robin',
  weight: 'By weight',
  'least-loaded': 'Least loaded',
} as const;
export type PlanShare = keyof typeof planShares;
export const planShare = z.enum(Object.keys(planShares) as [PlanShare, ...PlanShare[]], {
  error: 'Please choose a way to share',
});

export const planRule = z.object({
  conditions: z
    .array(planCondition)
    .max(10, 'A rule has at most 10 conditions')
    .refine(
      (given) => new Set(given.map(({ kind }) => kind)).size === given.length,
      'A rule has each kind of condition once',
    ),
  share: planShare,
});
export type PlanRule = z.output<typeof planRule>;

export const planRest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stay') }),
  z.object({ kind: z.literal('person'), userId: id }),
  z.object({ kind: z.literal('pool') }),
]);

/** `people` differ from the rules in capacity or weight. */
export const planDefinition = z.object({
  source: planSource,
  rules: z.array(planRule).min(1, 'A plan has at least one rule').max(maxRules, `A plan has at most ${maxRules} rules`),
  rest: planRest,
  people: z
    .array(
      z.object({
        userId: id,
        capacity: wholeNumber(1, maxCapacity, capacityMessage).nullable().default(null),
        weight: wholeNumber(1, maxWeight).default(1),
      }),
    )
    .max(maxPlanPeople, `At most ${maxPlanPeople.toLocaleString('en')} people`)
    .refine((given) => new Set(given.map(({ userId }) => userId)).size === given.length, 'A plan has each person once')
    .default([]),
});
export type PlanDefinition = z.output<typeof planDefinition>;

export const planOrigins = {
  imports: 'Imports',
  assignments: 'Assignments by API',
  'area-searches': 'Whole-area searches',
} as const;
export type PlanOrigin = keyof typeof planOrigins;
export const planOrigin = z.enum(Object.keys(planOrigins) as [PlanOrigin, ...PlanOrigin[]]);

export const leftReasons = ['no-rule', 'nobody', 'on-leave', 'not-working', 'full'] as const;
export type LeftReason = (typeof leftReasons)[number];

export const planCure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add-rule') }),
  z.object({ kind: z.literal('choose-people'), rule: z.int() }),
  z.object({ kind: z.literal('drop'), rule: z.int(), condition: z.enum(['not-on-leave', 'working-now']) }),
  z.object({ kind: z.literal('raise'), rule: z.int(), capacity: z.int() }),
]);
export type PlanCure = z.infer<typeof planCure>;

export function curedPlan(plan: PlanDefinition, cure: PlanCure): PlanDefinition {
  if (cure.kind === 'add-rule') {
    return { ...plan, rules: [...plan.rules, { conditions: [], share: 'round-robin' }] };
  }
  if (cure.kind === 'raise') {
    const people = plan.people.map((each) =>
      each.capacity === null ? each : { ...each, capacity: Math.max(each.capacity, cure.capacity) },
    );
    return { ...withRule(plan, cure.rule, raised(cure.capacity)), people };
  }
  const without = cure.kind === 'drop' ? [cure.condition] : ['people', 'team'];
  return withRule(plan, cure.rule, (each) => (without.includes(each.kind) ? [] : [each]));
}

const raised =
  (capacity: number) =>
  (each: PlanCondition): PlanCondition[] => [each.kind === 'below-capacity' ? { ...each, capacity } : each];

const withRule = (plan: PlanDefinition, number: number, change: (each: PlanCondition) => PlanCondition[]) => ({
  ...plan,
  rules: plan.rules.map((rule, index) =>
    index + 1 === number ? { ...rule, conditions: rule.conditions.flatMap(change) } : rule,
  ),
});
