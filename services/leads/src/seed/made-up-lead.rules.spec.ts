import assert from 'node:assert/strict';
import { leadStatuses } from '@lead-finder/contracts';
import { madeUpLead } from './made-up-lead.rules.js';
import { randomFrom } from './random.rules.js';

const now = new Date('2026-03-02T12:00:00Z');
const many = () => {
  const random = randomFrom(7);
  return Array.from({ length: 20_000 }, (_, n) => madeUpLead(random, n + 1, 1, now));
};
const leads = many();
const share = (matching: (lead: (typeof leads)[number]) => boolean) => leads.filter(matching).length / leads.length;

describe('made-up leads', () => {
  // Jest's own comparison of twenty thousand takes ten seconds.
  it('are the same for the same seed', () => assert.deepStrictEqual(many(), leads));

  it('spread over the statuses, the archive and the customers as a working team has them', () => {
    const shares = leadStatuses.map((status) => Math.round(100 * share((lead) => lead.status === status)));
    expect(shares).toEqual([60, 15, 10, 8, 7]);
    expect(share((lead) => lead.archived)).toBeCloseTo(0.05, 2);
    expect(share((lead) => lead.existingCustomer)).toBeCloseTo(0.03, 2);
  });

  it('have names of 3 to 60 characters, some in other scripts', () => {
    const lengths = leads.map((lead) => [...lead.name].length);
    expect([Math.min(...lengths), Math.max(...lengths) <= 60]).toEqual([3, true]);
    expect(share((lead) => /[\p{Script=Han}\p{Script=Arabic}\p{Script=Cyrillic}]/u.test(lead.name))).toBeGreaterThan(
      0.02,
    );
  });

  it('lie in fifty cities seven times of ten, each where its address says', () => {
    expect(share((lead) => lead.address.includes(', Springfield, '))).toBeCloseTo(0.3, 1);
    expect(share((lead) => lead.state !== null || lead.county !== null)).toBe(1);
  });

  it('use a few tags often and most of them seldom', () => {
    const uses = new Map<string, number>();
    for (const tag of leads.flatMap((lead) => lead.tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
    const counts = [...uses.values()].sort((a, b) => b - a);
    expect(counts.length).toBeGreaterThan(1_500);
    expect(counts[0]! / counts[9]!).toBeGreaterThan(5);
  });
});
