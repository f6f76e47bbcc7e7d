import type { LeftLeads, LeftReason, PlanCure, PlanDefinition } from '@lead-finder/contracts';
import type { Allocation, RuleWithPeople } from './allocation.rules.js';

interface LeftGroup {
  rule: number;
  territory: number;
  reason: LeftReason;
  leads: number;
}

/** Groups left leads by rule and reason, each with the change of the plan that would give them to people. */
export function leftOver(
  { rules }: PlanDefinition,
  ground: {
    rules: readonly RuleWithPeople[];
    people: readonly { id: number; load: number }[];
    territories: ReadonlyMap<number, string>;
  },
  { left, rules: results, moves }: Allocation,
): LeftLeads[] {
  const groups = new Map<string, LeftGroup>();
  for (const { rule, territory, reason } of left) {
    const key = `${rule} ${territory} ${reason}`;
    const group = groups.get(key);
    if (group) group.leads++;
    else groups.set(key, { rule, territory, reason, leads: 1 });
  }
  const cureOf = ({ rule, territory, reason, leads }: LeftGroup): PlanCure | null => {
    if (reason === 'no-rule') return { kind: 'add-rule' };
    // Users come to a territory on its own page.
    if (reason === 'nobody') return territory ? null : { kind: 'choose-people', rule };
    if (reason === 'on-leave') return { kind: 'drop', rule, condition: 'not-on-leave' };
    if (reason === 'not-working') return { kind: 'drop', rule, condition: 'working-now' };
    const capacity = rules[rule - 1]!.conditions.find(({ kind }) => kind === 'below-capacity');
    return capacity ? { kind: 'raise', rule, capacity: enough(rule, territory, leads) } : null;
  };
  const loads = new Map(ground.people.map(({ id, load }) => [id, load]));
  for (const { given } of moves) loads.set(given.userId, (loads.get(given.userId) ?? 0) + 1);
  /** The lowest equal capacity at which the eligible users have room for so many more. */
  const enough = (rule: number, territory: number, leads: number): number => {
    const { eligible } = ground.rules[rule - 1]!.groups.get(territory)!;
    const present = eligible.map(({ id }) => loads.get(id) ?? 0).sort((a, b) => a - b);
    let below = 0;
    for (let count = 1; count <= present.length; count++) {
      below += present[count - 1]!;
      const level = Math.ceil((leads + below) / count);
      if (count === present.length || level <= present[count]!) return level;
    }
    return results[rule - 1]!.leads;
  };
  return [...groups.values()]
    .sort((a, b) => b.leads - a.leads || a.rule - b.rule)
    .map((group) => ({
      rule: group.rule || null,
      reason: group.reason,
      territory: ground.territories.get(group.territory) ?? null,
      ...(group.territory > 0 && { territoryId: group.territory }),
      leads: group.leads,
      cure: cureOf(group),
    }));
}
