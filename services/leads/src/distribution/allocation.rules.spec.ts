import { longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { allocate, type Eligible, type RuleGroup, type RuleWithPeople, type SourceLead } from './allocation.rules.js';
import type { Accounts } from './shares.rules.js';

const seeded = { seed: testSeed, numRuns: longRun ? 3_000 : 300, endOnFailure: !longRun };
const lead = (id: number, part: Partial<SourceLead> = {}): SourceLead => ({
  id,
  userId: 99,
  revision: 0,
  rule: 1,
  owned: false,
  territory: 0,
  placed: null,
  ...part,
});
const eligible = (id: number, part: Partial<Eligible> = {}): Eligible => ({ id, weight: 1, capacity: null, ...part });
const groupOf = (people: Eligible[], nobody: RuleGroup['nobody'] = 'nobody'): RuleGroup => ({
  eligible: people,
  nobody,
  mayKeep: new Set(people.map(({ id }) => id)),
});
const rule = (
  people: Eligible[],
  { share = 'round-robin', nobody }: Partial<Pick<RuleWithPeople, 'share'> & Pick<RuleGroup, 'nobody'>> = {},
): RuleWithPeople => ({ share, groups: new Map([[0, groupOf(people, nobody)]]), isByTerritory: false });
const many = (count: number, part: Partial<SourceLead> = {}) =>
  Array.from({ length: count }, (_, index) => lead(index + 1, part));
const getting = (moves: { given: { userId: number } }[]) => {
  const counts: Record<number, number> = {};
  for (const { given } of moves) counts[given.userId] = (counts[given.userId] ?? 0) + 1;
  return counts;
};

describe('an allocation', () => {
  it('gives, keeps or leaves each lead exactly once, and passes no capacity', () => {
    const leads = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 1e9 }),
        userId: fc.integer({ min: 1, max: 8 }),
        revision: fc.nat(3),
        rule: fc.integer({ min: 0, max: 2 }),
        owned: fc.boolean(),
        territory: fc.nat(2),
        placed: fc.constantFrom(null, 'untouched' as const, 'touched' as const),
      }),
      { selector: ({ id }) => id, maxLength: 60 },
    );
    const people = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 8 }),
        weight: fc.integer({ min: 1, max: 5 }),
        capacity: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 20 })),
      }),
      { selector: ({ id }) => id, maxLength: 8 },
    );
    const rules = fc.tuple(
      people,
      people,
      fc.constantFrom('round-robin' as const, 'weight' as const, 'least-loaded' as const),
    );
    const loads = fc.array(fc.nat(20), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(leads, rules, loads, fc.integer(), (all, [first, second, share], before, seed) => {
        const both = [rule(first, { share }), rule(second, { share })];
        const result = allocate(all, both, new Map(before.map((load, id) => [id, load])), new Map(), seed);
        const { owned, touched, placed } = result.kept;
        const known = [...result.moves, ...result.left].map((each) => each.lead.id);
        expect(new Set(known).size).toBe(known.length);
        expect(known.length + owned + touched + placed).toBe(all.length);
        for (const { lead: moved, given, capacity, rule: number } of result.moves) {
          expect(moved.owned || moved.placed === 'touched').toBe(false);
          expect([first, second][number - 1]!.map(({ id }) => id)).toContain(given.userId);
          if (capacity !== null) {
            const got = result.moves.filter((each) => each.given.userId === given.userId && each.rule <= number).length;
            expect(before[given.userId]! + got).toBeLessThanOrEqual(capacity);
          }
        }
      }),
      seeded,
    );
  });

  it('follows the seed, not the order in which the leads are read', () => {
    const people = [1, 2, 3].map((id) => eligible(id));
    const run = (leads: SourceLead[], seed: number) =>
      allocate(leads, [rule(people)], new Map(), new Map(), seed).moves.map((each) => [
        each.lead.id,
        each.given.userId,
      ]);
    expect(run(many(30).reverse(), 5)).toEqual(run(many(30), 5));
    expect(run(many(30), 6)).not.toEqual(run(many(30), 5));
  });

  it('leaves leads with a reason: no rule fits, no user is eligible, or all are full', () => {
    const leads = [lead(1, { rule: 0 }), lead(2), lead(3, { rule: 2 }), lead(4, { rule: 2 })];
    const rules = [rule([], { nobody: 'on-leave' }), rule([eligible(7, { capacity: 5 })])];
    const { left, moves } = allocate(leads, rules, new Map([[7, 4]]), new Map(), 1);
    expect(left.map(({ rule: number, reason }) => [number, reason])).toEqual([
      [0, 'no-rule'],
      [1, 'on-leave'],
      [2, 'full'],
    ]);
    expect(moves).toMatchObject([{ rule: 2, given: { userId: 7, load: 4, among: 1 }, capacity: 5 }]);
  });

  it('gives nothing to a user whose capacity was lowered below the load', () => {
    const people = [eligible(1, { capacity: 3 }), eligible(2, { capacity: 3 })];
    const { moves, left } = allocate(
      many(5),
      [rule(people, { share: 'least-loaded' })],
      new Map([[1, 8]]),
      new Map(),
      1,
    );
    expect(getting(moves)).toEqual({ 2: 3 });
    expect(left.map(({ reason }) => reason)).toEqual(['full', 'full']);
  });

  it('keeps businesses that another user has, leads that were touched, and leads that the plan gave', () => {
    const leads = [
      lead(1, { owned: true }),
      lead(2, { placed: 'touched' }),
      lead(3, { placed: 'untouched', userId: 1 }),
      lead(4, { placed: 'untouched', userId: 5 }),
    ];
    const { kept, moves } = allocate(leads, [rule([eligible(1)])], new Map(), new Map(), 1);
    expect(kept).toEqual({ owned: 1, touched: 1, placed: 1 });
    expect(moves).toMatchObject([{ lead: { id: 4 }, given: { userId: 1 } }]);
  });

  it('shares again what eligible users hold, and moves no more than it must', () => {
    const leads = [
      ...many(10, { userId: 1 }),
      ...many(4, { userId: 2 }).map((each) => ({ ...each, id: each.id + 10 })),
    ];
    const people = [eligible(1), eligible(2)];
    for (const share of ['round-robin', 'least-loaded'] as const) {
      const { moves } = allocate(
        leads,
        [rule(people, { share })],
        new Map([
          [1, 10],
          [2, 4],
        ]),
        new Map(),
        1,
      );
      expect(getting(moves)).toEqual({ 1: 7, 2: 7 });
      expect(moves.filter(({ lead: each, given }) => each.userId !== given.userId)).toHaveLength(3);
    }
  });

  it('by territory gives each lead to the users of its territory, and leaves the others', () => {
    const leads = [1, 2, 3, 4, 5].map((id) => lead(id, { territory: id < 3 ? 7 : id < 5 ? 8 : 9 }));
    const groups = new Map([
      [7, groupOf([eligible(1)])],
      [8, groupOf([eligible(2, { capacity: 1 })])],
    ]);
    const { moves, left, rules } = allocate(
      leads,
      [{ share: 'weight', groups, isByTerritory: true }],
      new Map(),
      new Map(),
      1,
    );
    expect(moves.map(({ territory, given }) => [territory, given.userId])).toEqual([
      [7, 1],
      [7, 1],
      [8, 2],
    ]);
    expect(left.map(({ territory, reason }) => [territory, reason])).toEqual([
      [8, 'full'],
      [9, 'nobody'],
    ]);
    expect(rules).toEqual([{ leads: 5, assigned: 3 }]);
  });

  it('continues where the last run ended', () => {
    const accounts: Accounts = new Map();
    const people = [eligible(1), eligible(2, { weight: 2 })];
    const got: Record<number, number> = {};
    for (let run = 0; run < 9; run++) {
      const { moves } = allocate([lead(run + 1)], [rule(people, { share: 'weight' })], new Map(), accounts, 4);
      got[moves[0]!.given.userId] = (got[moves[0]!.given.userId] ?? 0) + 1;
    }
    expect(got).toEqual({ 1: 3, 2: 6 });
  });
});
