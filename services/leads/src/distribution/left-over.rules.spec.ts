import type { LeftReason, PlanCondition, PlanDefinition } from '@lead-finder/contracts';
import { allocate, type Allocation, type RuleGroup, type SourceLead } from './allocation.rules.js';
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

  it('are grouped by rule, territory and reason, the largest group first', () => {
    const person = { id: 1, load: 2 };
    const full: RuleGroup = {
      eligible: [{ id: 1, weight: 1, capacity: 2 }],
      nobody: 'nobody',
      mayKeep: new Set(),
    };
    const rule = { share: 'least-loaded' as const, isByTerritory: true, groups: new Map([[4, full]]) };
    const conditions: PlanCondition[] = [{ kind: 'not-on-leave' }, { kind: 'below-capacity', capacity: 2 }];
    const definition = plan(conditions);
    const reasons: [number, number, LeftReason][] = [
      [2, 0, 'on-leave'],
      [1, 4, 'full'],
      [1, 4, 'full'],
      [1, 5, 'nobody'],
    ];
    const allocation: Allocation = {
      moves: [],
      left: reasons.map(([number, territory, reason], index) => ({
        lead: leads(index + 1).at(-1)!,
        rule: number,
        territory,
        reason,
      })),
      kept: { owned: 0, touched: 0, placed: 0 },
      rules: [
        { leads: 3, assigned: 0 },
        { leads: 1, assigned: 0 },
      ],
      unfairness: 0,
    };
    const territories = new Map([
      [4, 'North'],
      [5, 'South'],
    ]);
    const ground = { rules: [rule, rule], people: [person], territories };
    const groups = leftOver({ ...definition, rules: [...definition.rules, ...definition.rules] }, ground, allocation);
    expect(groups).toEqual([
      {
        rule: 1,
        reason: 'full',
        territory: 'North',
        territoryId: 4,
        leads: 2,
        cure: { kind: 'raise', rule: 1, capacity: 4 },
      },
      { rule: 1, reason: 'nobody', territory: 'South', territoryId: 5, leads: 1, cure: null },
      {
        rule: 2,
        reason: 'on-leave',
        territory: null,
        leads: 1,
        cure: { kind: 'drop', rule: 2, condition: 'not-on-leave' },
      },
    ]);
  });

  it('of full people in any order, one of whom has just enough room, need no more than that', () => {
    expect(left(3, [30, 4], 1)).toMatchObject([{ cure: { capacity: 7 } }]);
    expect(left(3, [4, 7], 1)).toMatchObject([{ cure: { capacity: 7 } }]);
  });

  it('that no rule fits need another rule', () => {
    expect(left(2, [0], 3, 'nobody', 0)).toEqual([
      { rule: null, reason: 'no-rule', territory: null, leads: 2, cure: { kind: 'add-rule' } },
    ]);
  });
});
