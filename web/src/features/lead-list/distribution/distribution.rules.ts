import {
  type LeadFilter,
  type LeftLeads,
  type PlanCondition,
  type PlanConditionKind,
  type PlanCure,
  type PlanDefinition,
  type PlanOrigin,
  planOrigins,
  type PlanShare,
  type WaitingLeads,
} from '@lead-finder/contracts';
import { formatNumber } from '../../../lib/numbers';
import { type ListState, sanitized } from '../list-state.rules';

export const newPlan = (): PlanDefinition => ({
  source: { kind: 'filter', filter: { sort: 'newest' } },
  rules: [{ conditions: [], share: 'round-robin' }],
  rest: { kind: 'stay' },
  people: [],
});

/** The state of the filter fields that sends this filter. A plan has only open leads, so the checkboxes are off. */
export const stateOfFilter = (filter: LeadFilter): ListState =>
  sanitized({
    ...filter,
    unlocated: filter.located === false,
    hideClosed: false,
    archived: false,
    existingCustomers: false,
  });

/** Names and first values of the conditions, in the order of the menu. */
export const conditionKinds: Record<PlanConditionKind, { label: string; initial: () => PlanCondition }> = {
  tag: { label: 'Tag', initial: () => ({ kind: 'tag', tags: [] }) },
  field: { label: 'Custom field', initial: () => ({ kind: 'field', field: '' }) },
  people: { label: 'Chosen people', initial: () => ({ kind: 'people', userIds: [] }) },
  team: { label: 'Team', initial: () => ({ kind: 'team', teamIds: [] }) },
  territory: { label: 'People of the territory', initial: () => ({ kind: 'territory' }) },
  'not-on-leave': { label: 'Not on leave', initial: () => ({ kind: 'not-on-leave' }) },
  'working-now': { label: 'Working now', initial: () => ({ kind: 'working-now' }) },
  'below-capacity': { label: 'Below capacity', initial: () => ({ kind: 'below-capacity', capacity: 100 }) },
};

export const isSamePlan = (one: PlanDefinition, other: PlanDefinition | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The plan with another way to share, to compare. */
export const withShare = (plan: PlanDefinition, share: PlanShare): PlanDefinition => ({
  ...plan,
  rules: plan.rules.map((rule) => ({ ...rule, share })),
});

export function moved<T>(all: readonly T[], at: number, step: -1 | 1): T[] {
  const next = [...all];
  const [one] = next.splice(at, 1);
  next.splice(at + step, 0, one!);
  return next;
}

const reasons: Record<NonNullable<WaitingLeads['reason']>, (rule: string) => string> = {
  'no-rule': () => 'No rule fits',
  nobody: (rule) => `No one can get the leads of ${rule}`,
  'on-leave': (rule) => `Everybody of ${rule} is on leave`,
  'not-working': (rule) => `Nobody of ${rule} is working now`,
  full: (rule) => `Everybody of ${rule} is full`,
  owned: () => 'Another person has the business',
  'no-plan': () => 'No live plan takes them',
};
export const leftText = ({ reason, rule, territory }: LeftLeads): string =>
  reasons[reason](territory ? `territory ${territory}` : `rule ${rule}`);

export const waitText = ({ reason, rule, territory }: Pick<WaitingLeads, 'reason' | 'rule' | 'territory'>): string =>
  reason === null
    ? 'About to be distributed'
    : reasons[reason](territory ? `territory ${territory.name}` : `rule ${rule}`);

export const liveText = (live: readonly PlanOrigin[]): string =>
  live.length === 0 ? 'Off' : `Live: ${live.map((origin) => planOrigins[origin]).join(', ')}`;

export const cureText = (cure: PlanCure): string => {
  if (cure.kind === 'add-rule') return 'Add a rule for all';
  if (cure.kind === 'choose-people') return 'Share among everybody';
  if (cure.kind === 'raise') return `Raise to ${formatNumber(cure.capacity)} each`;
  return cure.condition === 'not-on-leave' ? 'Also people on leave' : 'Also outside working hours';
};

const hues = 8;
/** The colour of a person on the map of a preview. */
export const hueOf = (userId: number): number => userId % hues;
