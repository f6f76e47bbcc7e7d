import type { LeftLeads, LeftReason, PlanCure, PlanDefinition } from '@lead-finder/contracts';
import type { Allocation, RuleWithPeople } from './allocation.rules.js';

/** Groups left leads by rule and reason, each with the change of the plan that would give them to people. */
export function leftOver(
  { rules }: PlanDefinition,
  ground: { rules: readonly RuleWithPeople[]; people: readonly { id: number; load: number }[] },
  { left, rules: results, moves }: Allocation,
): LeftLeads[] {
  const groups = new Map<string, { rule: number; reason: LeftReason; leads: number }>();
  for (const { rule, reason } of left) {
    const key = `${rule} ${reason}`;
    const group = groups.get(key);
    if (group) group.leads++;
    else groups.set(key, { rule, reason, leads: 1 });
  }
  const cureOf = (rule: number, reason: LeftReason, leads: number): PlanCure | null => {
    if (reason === 'no-rule') return { kind: 'add-rule' };
    if (reason === 'nobody') return { kind: 'choose-people', rule };
    if (reason === 'on-leave') return { kind: 'drop', rule, condition: 'not-on-leave' };
    if (reason === 'not-working') return { kind: 'drop', rule, condition: 'working-now' };
    const capacity = rules[rule - 1]!.conditions.find(({ kind }) => kind === 'below-capacity');
    return capacity ? { kind: 'raise', rule, capacity: enough(rule, leads) } : null;
  };
  const loads = new Map(ground.people.map(({ id, load }) => [id, load]));
  for (const { given } of moves) loads.set(given.userId, (loads.get(given.userId) ?? 0) + 1);
  /** The lowest equal capacity at which the eligible users have room for so many more. */
  const enough = (rule: number, leads: number): number => {
    const present = ground.rules[rule - 1]!.eligible.map(({ id }) => loads.get(id) ?? 0).sort((a, b) => a - b);
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
    .map(({ rule, reason, leads }) => ({ rule: rule || null, reason, leads, cure: cureOf(rule, reason, leads) }));
}
