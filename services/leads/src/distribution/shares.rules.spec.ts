import { planShares, type PlanShare } from '@lead-finder/contracts';
import { longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import * as rules from './shares.rules.js';
import type { Accounts, Given, Sharer } from './shares.rules.js';

const seeded = { seed: testSeed, numRuns: longRun ? 5_000 : 150, endOnFailure: !longRun };
const sharer = (id: number, part: Partial<Sharer> = {}): Sharer => ({
  id,
  weight: 1,
  load: 0,
  room: Infinity,
  ...part,
});
const people = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 1e12 }),
    weight: fc.integer({ min: 1, max: 20 }),
    load: fc.nat(30),
    room: fc.oneof(fc.constant(Infinity), fc.nat(15)),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 12 },
);
const shares = Object.keys(planShares) as PlanShare[];
const shareOut = (...input: Parameters<typeof rules.shareOut>) => rules.shareOut(...input).given;
const numbers = (given: Given[]) => given.map(({ userId }) => userId);

describe('sharing leads', () => {
  it('by turns or by weight leaves no user a whole lead from a fair share, after any runs with any people', () => {
    const run = fc.record({
      leads: fc.nat(60),
      present: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      seed: fc.integer(),
    });
    /** Returns the largest unfairness and the largest distance from a fair share that any lead leaves, in leads. */
    const largestAfter = (
      all: Sharer[],
      runs: (typeof run extends fc.Arbitrary<infer T> ? T : never)[],
      share: PlanShare,
    ) => {
      const accounts: Accounts = new Map();
      let largest = 0;
      for (const { leads, present, seed } of runs) {
        const users = all.filter((_, index) => present[index]).map((user) => ({ ...user }));
        for (let lead = 0; lead < leads; lead++) {
          const eligible = users.filter(({ room }) => room > 0).map((user) => ({ ...user }));
          const { given, unfairness } = rules.shareOut(1, users, share, accounts, seed);
          largest = Math.max(largest, unfairness);
          if (!given[0]) break;
          const counts = accounts.get(given[0].account!)!;
          const weightOf = ({ weight }: Sharer) => (share === 'weight' ? weight : 1);
          const total = eligible.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
          const weights = eligible.reduce((sum, user) => sum + weightOf(user), 0);
          for (const user of eligible)
            largest = Math.max(largest, Math.abs((counts.get(user.id) ?? 0) - (total * weightOf(user)) / weights));
        }
      }
      return largest;
    };
    fc.assert(
      fc.property(
        people,
        fc.array(run, { maxLength: 6 }),
        fc.constantFrom<PlanShare>('round-robin', 'weight'),
        (all, runs, share) => expect(largestAfter(all, runs, share)).toBeLessThan(1),
      ),
      seeded,
    );
  });

  it('one by one in several runs gives the same as at once', () => {
    fc.assert(
      fc.property(people, fc.nat(80), fc.nat(80), fc.constantFrom(...shares), (all, first, second, share) => {
        const copy = () => all.map((user) => ({ ...user }));
        const [once, twice] = [copy(), copy()];
        const accounts: Accounts = new Map();
        const parts = [...shareOut(first, twice, share, accounts, 7), ...shareOut(second, twice, share, accounts, 7)];
        expect(parts).toEqual(shareOut(first + second, once, share, new Map(), 7));
      }),
      seeded,
    );
  });

  it('fills no user above the room, and stops only if all are full', () => {
    fc.assert(
      fc.property(people, fc.nat(300), fc.constantFrom(...shares), (all, leads, share) => {
        const users = all.map((user) => ({ ...user }));
        const given = shareOut(leads, users, share, new Map(), 1);
        const rooms = all.reduce((sum, { room }) => sum + room, 0);
        expect(given).toHaveLength(Math.min(leads, rooms));
        for (const { id, room } of all)
          expect(numbers(given).filter((each) => each === id).length).toBeLessThanOrEqual(room);
      }),
      seeded,
    );
  });

  it('to the least loaded levels the loads to one lead', () => {
    fc.assert(
      fc.property(people, fc.nat(200), (all, leads) => {
        const users = all.map((user) => ({ ...user }));
        const got = new Set(numbers(shareOut(leads, users, 'least-loaded', new Map(), 1)));
        const lowest = Math.min(...users.filter(({ room }) => room > 0).map(({ load }) => load));
        for (const { id, load } of users) if (got.has(id)) expect(load - 1).toBeLessThanOrEqual(lowest);
      }),
      seeded,
    );
  });

  it('breaks ties by the seed, not by the order of the people', () => {
    const users = () => [1, 2, 3, 4, 5].map((id) => sharer(id));
    const first = (seed: number) => numbers(shareOut(5, users(), 'round-robin', new Map(), seed));
    expect(numbers(shareOut(5, users().reverse(), 'round-robin', new Map(), 3))).toEqual(first(3));
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9].map((seed) => first(seed)[0])).size).toBeGreaterThan(2);
  });

  it('says among how many, and which load the person had', () => {
    const given = shareOut(3, [sharer(1, { load: 4, room: 1 }), sharer(2, { load: 5 })], 'least-loaded', new Map(), 1);
    expect(given).toEqual([
      { userId: 1, account: null, among: 2, load: 4 },
      { userId: 2, account: null, among: 1, load: 5 },
      { userId: 2, account: null, among: 1, load: 6 },
    ]);
  });
});
