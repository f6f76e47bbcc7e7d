import type { LeftReason, PlanCondition, PlanDefinition } from '@lead-finder/contracts';
import { allocate, type RuleGroup, type SourceLead } from './allocation.rules.js';
import { leftOver } from './left-over.rules.js';

const plan = (conditions: PlanCondition[]): PlanDefinition => ({
  source: { kind: 'import', importId: 1 },
  rules: [{ conditions, share: 'least-loaded' }],
  rest: { kind: 'stay' },
  people: [],
});
const leads = (count: number, rule = 1): SourceLead[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    userId: 99,
    revision: 0,
    rule,
    owned: false,
    territory: 0,
    placed: null,
  }));
const left = (count: number, loads: number[], capacity: number, nobody: RuleGroup['nobody'] = 'nobody', rule = 1) => {
  const people = loads.map((load, index) => ({ id: index + 1, load }));
  const rules = [
    {
      share: 'least-loaded' as const,
      isByTerritory: false,
      groups: new Map([
        [0, { eligible: people.map(({ id }) => ({ id, weight: 1, capacity })), nobody, mayKeep: new Set<number>() }],
      ]),
    },
  ];
  const allocation = allocate(
    leads(count, rule),
    rules,
    new Map(people.map(({ id, load }) => [id, load])),
    new Map(),
    1,
  );
  return leftOver(plan([{ kind: 'below-capacity', capacity }]), { rules, people, territories: new Map() }, allocation);
};

describe('left leads', () => {
  it('of full people need the lowest capacity that is enough', () => {
    expect(left(10, [0, 0], 3)).toEqual([
      { rule: 1, reason: 'full', territory: null, leads: 4, cure: { kind: 'raise', rule: 1, capacity: 5 } },
    ]);
    expect(left(10, [0, 9], 3)).toMatchObject([{ leads: 7, cure: { capacity: 10 } }]);
    expect(left(3, [0, 30], 1)).toMatchObject([{ leads: 2, cure: { capacity: 3 } }]);
    expect(left(3, [4, 30], 1)).toMatchObject([{ leads: 3, cure: { capacity: 7 } }]);
  });

  it.each<[Exclude<LeftReason, 'no-rule' | 'full'>, object]>([
    ['nobody', { kind: 'choose-people', rule: 1 }],
    ['on-leave', { kind: 'drop', rule: 1, condition: 'not-on-leave' }],
    ['not-working', { kind: 'drop', rule: 1, condition: 'working-now' }],
  ])('because of %s have a cure of their own', (reason, cure) => {
    expect(left(2, [], 3, reason)).toEqual([{ rule: 1, reason, territory: null, leads: 2, cure }]);
  });

  it('that no rule fits need another rule', () => {
    expect(left(2, [0], 3, 'nobody', 0)).toEqual([
      { rule: null, reason: 'no-rule', territory: null, leads: 2, cure: { kind: 'add-rule' } },
    ]);
  });
});
