import type { LeftReason, PlanShare } from '@lead-finder/contracts';
import { hashOf } from './seeded-hash.rules.js';
import { shareOut, type Accounts, type Given, type Sharer } from './shares.rules.js';

/** A lead of the source and the first rule that fits it, from 1; 0 if none fits. */
export interface SourceLead {
  id: number;
  userId: number;
  revision: number;
  rule: number;
  /** Another user has the business. */
  owned: boolean;
  /** Its own territory, or 0. */
  territory: number;
  /** This plan gave it to its user: `touched` if it changed since. */
  placed: 'untouched' | 'touched' | null;
}

export interface Eligible {
  id: number;
  weight: number;
  capacity: number | null;
}

/** Users who can get leads of a rule, of a territory if the rule asks for it. */
export interface RuleGroup {
  eligible: readonly Eligible[];
  /** Why no user is eligible. */
  nobody: Exclude<LeftReason, 'no-rule' | 'full'>;
  /** Who keeps a lead that the plan gave before. */
  mayKeep: ReadonlySet<number>;
}

export interface RuleWithPeople {
  share: PlanShare;
  /** By territory, or under 0 for all leads. A territory without a group has no users. */
  groups: ReadonlyMap<number, RuleGroup>;
  isByTerritory: boolean;
}

const noUsers: RuleGroup = { eligible: [], nobody: 'nobody', mayKeep: new Set() };
const groupOf = ({ groups, isByTerritory }: RuleWithPeople, { territory }: SourceLead): [number, RuleGroup] => {
  const key = isByTerritory ? territory : 0;
  return [key, groups.get(key) ?? noUsers];
};

export interface Move {
  lead: SourceLead;
  rule: number;
  /** The territory whose users were eligible, or 0. */
  territory: number;
  given: Given;
  capacity: number | null;
}

export interface Allocation {
  moves: Move[];
  left: { lead: SourceLead; rule: number; territory: number; reason: LeftReason }[];
  kept: { owned: number; touched: number; placed: number };
  rules: { leads: number; assigned: number }[];
  unfairness: number;
}

/**
 * Decides who gets which lead. `loads` has the open leads of each user now. A lead that its user would get anyway is
 * preferred, so that as few as possible move. Adds the new leads to the accounts.
 */
export function allocate(
  leads: readonly SourceLead[],
  rules: readonly RuleWithPeople[],
  loads: ReadonlyMap<number, number>,
  accounts: Accounts,
  seed: number,
): Allocation {
  const result: Allocation = {
    moves: [],
    left: [],
    kept: { owned: 0, touched: 0, placed: 0 },
    rules: [],
    unfairness: 0,
  };
  const ofRule: SourceLead[][] = [[], ...rules.map(() => [])];
  for (const lead of leads) {
    const keeps = whyKept(lead, rules[lead.rule - 1]);
    if (keeps) result.kept[keeps]++;
    else ofRule[lead.rule]!.push(lead);
  }
  for (const lead of ofRule[0]!) result.left.push({ lead, rule: 0, territory: 0, reason: 'no-rule' });
  const held = countHolders(ofRule.slice(1).flat());
  const given = new Map<number, number>();
  rules.forEach((rule, index) => {
    const counts = { leads: 0, assigned: 0 };
    result.rules.push(counts);
    for (const [territory, { group, fitting }] of byGroup(rule, inSeededOrder(ofRule[index + 1]!, seed))) {
      const sharers = group.eligible.map(({ id, weight, capacity }): Sharer => {
        const [load, got] = [loads.get(id) ?? 0, given.get(id) ?? 0];
        const room = capacity === null ? Infinity : Math.max(0, capacity - load - got);
        return { id, weight, load: load - (held.get(id) ?? 0) + got, room };
      });
      const { given: shared, unfairness } = shareOut(fitting.length, sharers, rule.share, accounts, seed);
      for (const { userId } of shared) given.set(userId, (given.get(userId) ?? 0) + 1);
      const capacities = new Map(group.eligible.map(({ id, capacity }) => [id, capacity]));
      const { dealt, left } = deal(fitting, shared);
      const place = { rule: index + 1, territory };
      for (const [lead, each] of dealt)
        result.moves.push({ ...place, lead, given: each, capacity: capacities.get(each.userId) ?? null });
      const reason = group.eligible.length === 0 ? group.nobody : 'full';
      for (const lead of left) result.left.push({ ...place, lead, reason });
      counts.leads += fitting.length;
      counts.assigned += shared.length;
      result.unfairness = Math.max(result.unfairness, unfairness);
    }
  });
  return result;
}

function whyKept(lead: SourceLead, rule: RuleWithPeople | undefined): keyof Allocation['kept'] | null {
  if (lead.owned) return 'owned';
  if (lead.placed === 'touched') return 'touched';
  return lead.placed && rule && groupOf(rule, lead)[1].mayKeep.has(lead.userId) ? 'placed' : null;
}

/** In the order of the ids of territories. */
function byGroup(rule: RuleWithPeople, leads: readonly SourceLead[]) {
  const groups = new Map<number, { group: RuleGroup; fitting: SourceLead[] }>();
  for (const lead of leads) {
    const [key, group] = groupOf(rule, lead);
    const known = groups.get(key);
    if (known) known.fitting.push(lead);
    else groups.set(key, { group, fitting: [lead] });
  }
  return [...groups].sort(([one], [other]) => one - other);
}

function countHolders(leads: readonly SourceLead[]): Map<number, number> {
  const held = new Map<number, number>();
  for (const { userId } of leads) held.set(userId, (held.get(userId) ?? 0) + 1);
  return held;
}

function inSeededOrder(leads: readonly SourceLead[], seed: number): SourceLead[] {
  const keyed = leads.map((lead) => ({ lead, key: hashOf(seed, lead.id) }));
  return keyed.sort((a, b) => a.key - b.key || a.lead.id - b.lead.id).map(({ lead }) => lead);
}

/** First to the users who have them already, then the rest in order. */
function deal(leads: readonly SourceLead[], given: readonly Given[]) {
  const waiting = new Map<number, Given[]>();
  for (const each of given) {
    const ofUser = waiting.get(each.userId);
    if (ofUser) ofUser.push(each);
    else waiting.set(each.userId, [each]);
  }
  const dealt: [SourceLead, Given][] = [];
  const others: SourceLead[] = [];
  const taken = new Set<Given>();
  for (const lead of leads) {
    const own = waiting.get(lead.userId)?.pop();
    if (own) {
      dealt.push([lead, own]);
      taken.add(own);
    } else others.push(lead);
  }
  const open = given.filter((each) => !taken.has(each));
  open.forEach((each, index) => dealt.push([others[index]!, each]));
  return { dealt, left: others.slice(open.length) };
}
