import { curedPlan, type LeftLeads, type PlanDefinition } from '@lead-finder/contracts';
import { filterOf } from '../list-state.rules';
import {
  conditionKinds,
  cureText,
  hueOf,
  isSamePlan,
  leftText,
  liveText,
  moved,
  newPlan,
  stateOfFilter,
  waitText,
  withShare,
} from './distribution.rules';

const plan: PlanDefinition = {
  ...newPlan(),
  rules: [
    {
      conditions: [{ kind: 'not-on-leave' }, { kind: 'people', userIds: [1] }, { kind: 'below-capacity', capacity: 5 }],
      share: 'weight',
    },
    { conditions: [], share: 'round-robin' },
  ],
  people: [
    { userId: 1, capacity: 3, weight: 2 },
    { userId: 2, capacity: null, weight: 1 },
  ],
};
const left = (part: Partial<LeftLeads>) => leftText({ rule: 2, reason: 'full', leads: 1, cure: null, ...part });

describe('a plan on the page', () => {
  it('starts with one rule that shares the newest leads in turn, and leaves the rest where it is', () => {
    expect(newPlan()).toEqual({
      source: { kind: 'filter', filter: { sort: 'newest' } },
      rules: [{ conditions: [], share: 'round-robin' }],
      rest: { kind: 'stay' },
      people: [],
    });
  });

  it('offers conditions that are empty at first', () => {
    expect(Object.values(conditionKinds).map(({ label, initial }) => [label, initial()])).toEqual([
      ['Tag', { kind: 'tag', tags: [] }],
      ['Custom field', { kind: 'field', field: '' }],
      ['Chosen people', { kind: 'people', userIds: [] }],
      ['Team', { kind: 'team', teamIds: [] }],
      ['People of the territory', { kind: 'territory' }],
      ['Not on leave', { kind: 'not-on-leave' }],
      ['Working now', { kind: 'working-now' }],
      ['Below capacity', { kind: 'below-capacity', capacity: 100 }],
    ]);
  });

  it('opens its filter in the fields and sends it back as it was', () => {
    const filter = { q: 'bakery', userId: 3, tag: ['VIP'], located: false, sort: 'newest' as const };
    expect(JSON.parse(JSON.stringify(filterOf(stateOfFilter(filter))))).toEqual({
      ...filter,
      status: [],
      field: [],
    });
  });

  it('finds leads with coordinates unless its filter wants those without', () => {
    expect([{}, { located: false }].map((filter) => stateOfFilter(filter).located)).toEqual([null, false]);
  });

  it.each([
    [{ reason: null }, 'About to be distributed'],
    [{ reason: 'on-leave' }, 'Everybody of rule 2 is on leave'],
    [{ reason: 'not-working' }, 'Nobody of rule 2 is working now'],
    [{ reason: 'full', territory: { id: 4, name: 'Queens' } }, 'Everybody of territory Queens is full'],
    [{ reason: 'owned' }, 'Another person has the business'],
    [{ reason: 'no-plan' }, 'No live plan takes them'],
  ] as const)('says of leads that wait with %j: %s', (wait, text) => {
    expect(waitText({ rule: 2, territory: null, ...wait })).toBe(text);
  });

  it('says what it takes while it is live', () => {
    expect(liveText([])).toBe('Off');
    expect(liveText(['imports', 'assignments'])).toBe('Live: Imports, Assignments by API');
  });

  it('colours its people in eight hues', () => expect([7, 8, 17].map(hueOf)).toEqual([7, 0, 1]));

  it('says why leads are left over, and what would help', () => {
    expect(left({})).toBe('Everybody of rule 2 is full');
    expect(left({ reason: 'nobody', territory: 'Queens' })).toBe('No one can get the leads of territory Queens');
    expect(left({ reason: 'no-rule', rule: null })).toBe('No rule fits');
    expect(cureText({ kind: 'raise', rule: 1, capacity: 1_470 })).toBe('Raise to 1,470 each');
    expect(cureText({ kind: 'drop', rule: 1, condition: 'not-on-leave' })).toBe('Also people on leave');
    expect(cureText({ kind: 'drop', rule: 1, condition: 'working-now' })).toBe('Also outside working hours');
    expect(cureText({ kind: 'choose-people', rule: 1 })).toBe('Share among everybody');
    expect(cureText({ kind: 'add-rule' })).toBe('Add a rule for all');
  });

  it('is changed by a cure in one place', () => {
    const conditionsOf = (cured: PlanDefinition) => cured.rules[0]!.conditions.map((each) => each.kind);
    expect(conditionsOf(curedPlan(plan, { kind: 'drop', rule: 1, condition: 'not-on-leave' }))).toEqual([
      'people',
      'below-capacity',
    ]);
    expect(conditionsOf(curedPlan(plan, { kind: 'choose-people', rule: 1 }))).toEqual([
      'not-on-leave',
      'below-capacity',
    ]);
    expect(curedPlan(plan, { kind: 'add-rule' }).rules).toHaveLength(3);
    const raised = curedPlan(plan, { kind: 'raise', rule: 1, capacity: 9 });
    expect(raised.rules[0]!.conditions.at(-1)).toEqual({ kind: 'below-capacity', capacity: 9 });
    expect(raised.people.map(({ capacity }) => capacity)).toEqual([9, null]);
    expect(raised.rules[1]).toEqual(plan.rules[1]);
  });

  it('can be compared with another way to share, and its rules change places', () => {
    expect(withShare(plan, 'least-loaded').rules.map(({ share }) => share)).toEqual(['least-loaded', 'least-loaded']);
    expect(isSamePlan(plan, withShare(plan, 'weight'))).toBe(false);
    expect(isSamePlan(plan, { ...plan })).toBe(true);
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  });
});
