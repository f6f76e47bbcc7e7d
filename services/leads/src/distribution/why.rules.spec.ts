import { nameOfPlan, whyGiven, whyRest } from './why.rules.js';

const given = { userId: 1, account: 2, among: 4, load: 62 };
const plan = nameOfPlan('West', 7);

describe('the history of a lead that a plan gave', () => {
  it('says the way to share, the rule and the plan', () => {
    expect(whyGiven('least-loaded', given, 80, { rule: 3, plan })).toBe(
      'Least loaded of 4 (62 of 80), rule 3, plan West v7',
    );
    expect(whyGiven('least-loaded', given, null, { rule: 3, plan })).toBe(
      'Least loaded of 4 (62), rule 3, plan West v7',
    );
    expect(whyGiven('round-robin', given, 80, { rule: 1, plan })).toBe('Next of 4 in turn, rule 1, plan West v7');
    expect(whyGiven('weight', given, null, { rule: 2, plan })).toBe('Next of 4 by weight, rule 2, plan West v7');
    for (const share of ['round-robin', 'weight'] as const)
      expect(whyGiven(share, { ...given, among: 1 }, null, { rule: 1, plan })).toBe(
        'The only one eligible, rule 1, plan West v7',
      );
    expect(whyGiven('least-loaded', given, 80, { rule: 3, territory: 'Harlem', plan })).toBe(
      'Territory Harlem, least loaded of 4 (62 of 80), rule 3, plan West v7',
    );
    expect(whyRest(plan)).toBe('The rest, plan West v7');
  });
});
