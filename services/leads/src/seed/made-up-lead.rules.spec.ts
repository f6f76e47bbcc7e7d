import { leadStatuses } from '@lead-finder/contracts';
import { madeUpLead } from './made-up-lead.rules.js';
import { randomFrom } from './random.rules.js';

const now = new Date('2026-03-02T12:00:00Z');
const many = (count: number) => {
  const random = randomFrom(7);
  return Array.from({ length: count }, (_, n) => madeUpLead(random, n + 1, 1, now));
};
const leads = many(20_000);
const share = (matching: (lead: (typeof leads)[number]) => boolean) => leads.filter(matching).length / leads.length;

describe('made-up leads', () => {
  it('are the same for the same seed', () => expect(many(100)).toEqual(leads.slice(0, 100)));

  it('have a realistic mix of statuses, archived leads and existing customers', () => {
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

  it('are in fifty cities in 70 % of cases, at the place of their address', () => {
    expect(share((lead) => lead.address.includes(', Springfield, '))).toBeCloseTo(0.3, 1);
    expect(share((lead) => lead.state !== null || lead.county !== null)).toBe(1);
  });

  it('use a few tags often and most tags rarely', () => {
    const uses = new Map<string, number>();
    for (const tag of leads.flatMap((lead) => lead.tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
    const counts = [...uses.values()].sort((a, b) => b - a);
    expect(counts.length).toBeGreaterThan(1_500);
    expect(counts[0]! / counts[9]!).toBeGreaterThan(5);
  });
});
