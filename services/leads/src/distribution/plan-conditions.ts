import type { LeftReason, PlanCondition, PlanConditionKind, PlanPersonState } from '@lead-finder/contracts';
import { fieldConditions } from '../list/field-entries.rules.js';
import { tagCondition } from '../list/lead-filter.rules.js';
import type { Parameters } from '../list/parameters.js';

/** A user who can sign in, as far as the conditions of a plan ask. */
export interface PlanPerson {
  id: number;
  username: string;
  fullName: string;
  timeZone: string | null;
  teamIds: readonly number[];
  /** The territories that the user is on. */
  territoryIds: ReadonlySet<number>;
  state: PlanPersonState;
  load: number;
}

interface ConditionKind<C extends PlanCondition> {
  /** SQL on a lead, or absent if the condition is on users alone. */
  lead?: (condition: C, parameters: Parameters) => string;
  /** Returns the test of a user, or absent. */
  person?: (condition: C) => (person: PlanPerson) => boolean;
  /** Why no user is eligible if this test leaves none. */
  nobody?: Exclude<LeftReason, 'no-rule' | 'full'>;
  /** It is true for hours only, so a lead that the plan gave does not move if it ends. */
  isMomentary?: true;
}

/** All kinds of conditions of a rule, in the order in which users are tested. */
export const conditionKinds: {
  [Kind in PlanConditionKind]: ConditionKind<Extract<PlanCondition, { kind: Kind }>>;
} = {
  tag: { lead: ({ tags }, parameters) => tagCondition(tags, parameters) },
  field: { lead: ({ field }, parameters) => fieldConditions([field], undefined, parameters) },
  people: {
    person: ({ userIds }) => {
      const chosen = new Set(userIds);
      return ({ id }) => chosen.has(id);
    },
    nobody: 'nobody',
  },
  team: {
    person: ({ teamIds }) => {
      const chosen = new Set(teamIds);
      return (person) => person.teamIds.some((id) => chosen.has(id));
    },
    nobody: 'nobody',
  },
  // The lead's own territory: plan-ground.ts makes a group of users for each.
  territory: {
    lead: () => 'exists (select from lead_territories t where t.lead_id = user_businesses.id and t.territory_id > 0)',
  },
  'not-on-leave': { person: () => (person) => person.state !== 'on-leave', nobody: 'on-leave' },
  'working-now': { person: () => (person) => person.state === 'ready', nobody: 'not-working', isMomentary: true },
  // The allocation counts up to the capacity.
  'below-capacity': {},
};

export const kindOf = (condition: PlanCondition) => conditionKinds[condition.kind] as ConditionKind<PlanCondition>;

/** SQL for the leads of a rule. */
export const leadsOfRule = (conditions: readonly PlanCondition[], parameters: Parameters): string =>
  conditions.flatMap((each) => kindOf(each).lead?.(each, parameters) ?? []).join(' and ') || 'true';
