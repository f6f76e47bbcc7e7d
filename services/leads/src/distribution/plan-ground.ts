import { createHash } from 'node:crypto';
import {
  maxPlanLeads,
  type Actor,
  type PlanCondition,
  type PlanDefinition,
  type PlanGround,
  type PlanRule,
} from '@lead-finder/contracts';
import { Database, invalidField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Parameters } from '../list/parameters.js';
import type { RuleGroup, RuleWithPeople, SourceLead } from './allocation.rules.js';
import { kindOf, leadsOfRule, type PlanPerson } from './plan-conditions.js';
import { PlanPeople } from './plan-people.js';
import { leadsOfSource } from './plan-sources.js';
import { hashOf } from './seeded-hash.rules.js';

export interface Ground {
  leads: SourceLead[];
  rules: RuleWithPeople[];
  people: PlanPerson[];
  /** The names of the territories whose users are eligible, or would be. */
  territories: Map<number, string>;
  /** What a commit compares. */
  seen: Pick<PlanGround, 'definition' | 'leads' | 'leadsHash' | 'people'>;
}

/** Reads all that a plan decides on: the leads in one statement, and the users. */
@Injectable()
export class PlanGroundReader {
  constructor(
    private readonly database: Database,
    private readonly planPeople: PlanPeople,
  ) {}

  async read(
    definition: PlanDefinition,
    planId: number | undefined,
    actor: Actor,
    known?: SourceLead[],
  ): Promise<Ground> {
    const leads = known ?? (await this.leads(definition, planId, actor));
    const people = await this.planPeople.of(definition);
    const territories = await this.territories(definition);
    return {
      leads,
      people,
      territories,
      rules: definition.rules.map((rule) => withPeople(rule, definition, people)),
      seen: {
        definition: hashOfDefinition(definition),
        leads: leads.length,
        leadsHash: hashOfLeads(leads),
        people: people.map(({ id, load, state }) => ({ id, load, state })),
      },
    };
  }

  private async territories({ rules }: PlanDefinition): Promise<Map<number, string>> {
    if (!asksTerritory(rules)) return new Map();
    const rows = await this.database.query<{ id: number; name: string }>('select id, name from territories');
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Rejects with 400 if the source has too many. `leadIds` reads only those. */
  async leads(
    { source, rules }: PlanDefinition,
    planId: number | undefined,
    actor: Actor,
    leadIds?: readonly number[],
  ): Promise<SourceLead[]> {
    const parameters = new Parameters();
    const ofSource = leadsOfSource(source, actor, parameters);
    const only = leadIds === undefined ? '' : `and id = any (${parameters.add(leadIds)})`;
    const fitting = rules.map(
      ({ conditions }, index) => `when ${leadsOfRule(conditions, parameters)} then ${index + 1}`,
    );
    const territory = asksTerritory(rules) ? ownTerritory : '0';
    const plan = `${parameters.add(planId ?? null)}::bigint`;
    const leads = await this.database.query<SourceLead>(
      `select id, user_id as "userId", revision, rule, ${territory} as territory, case
           when given_by = ${plan} then case when given_at = revision then 'untouched' else 'touched' end end as placed,
         exists (select from user_businesses other where other.business_id = lead.business_id
           and other.user_id <> lead.user_id and other.user_id > 0) as owned
       from (
         select id, user_id, business_id, revision, plan_id as given_by, plan_revision as given_at,
           case ${fitting.join(' ')} else 0 end as rule
         from user_businesses where ${ofSource} ${only} limit ${maxPlanLeads + 1}
       ) as lead`,
      parameters.values,
    );
    if (leads.length > maxPlanLeads) throw tooMany();
    return leads;
  }
}

/** The capacity of a user under the conditions, or null without a limit. */
function capacityOf(id: number, conditions: readonly PlanCondition[], own: ReadonlyMap<number, number | null>) {
  const limit = conditions.find((each) => each.kind === 'below-capacity');
  return limit ? (own.get(id) ?? limit.capacity) : null;
}

function withPeople(
  { conditions, share }: PlanRule,
  plan: PlanDefinition,
  people: readonly PlanPerson[],
): RuleWithPeople {
  const isByTerritory = conditions.some(({ kind }) => kind === 'territory');
  const territories = new Set(isByTerritory ? people.flatMap(({ territoryIds }) => [...territoryIds]) : [0]);
  const of = (territory: number) =>
    isByTerritory ? people.filter(({ territoryIds }) => territoryIds.has(territory)) : people;
  const groups = new Map([...territories].map((each) => [each, groupOf(conditions, plan, of(each))]));
  return { share, groups, isByTerritory };
}

function groupOf(
  conditions: readonly PlanCondition[],
  { people: differing }: PlanDefinition,
  people: readonly PlanPerson[],
): RuleGroup {
  const tests = conditions.flatMap((each) => {
    const kind = kindOf(each);
    const test = kind.person?.(each);
    return test ? [{ test, kind }] : [];
  });
  // Who a user is comes before whether the user is there.
  const ordered = [...tests].sort((a, b) => order(a.kind.nobody) - order(b.kind.nobody));
  let eligible = [...people];
  let nobody: RuleGroup['nobody'] = 'nobody';
  let mayKeep = eligible;
  for (const { test, kind } of ordered) {
    if (eligible.length > 0) nobody = kind.nobody ?? 'nobody';
    eligible = eligible.filter(test);
    if (!kind.isMomentary) mayKeep = mayKeep.filter(test);
  }
  const capacities = new Map(differing.map(({ userId, capacity }) => [userId, capacity]));
  const weights = new Map(differing.map(({ userId, weight }) => [userId, weight]));
  return {
    eligible: eligible.map(({ id }) => ({
      id,
      weight: weights.get(id) ?? 1,
      capacity: capacityOf(id, conditions, capacities),
    })),
    nobody,
    mayKeep: new Set(mayKeep.map(({ id }) => id)),
  };
}

const asksTerritory = (rules: readonly PlanRule[]) =>
  rules.some(({ conditions }) => conditions.some(({ kind }) => kind === 'territory'));

const ownTerritory = `coalesce((select t.territory_id from lead_territories t where t.lead_id = lead.id and t.own), 0)`;

const reasons: (string | undefined)[] = [undefined, 'nobody', 'on-leave', 'not-working'];
const order = (reason: string | undefined) => reasons.indexOf(reason);

const hashOfDefinition = (definition: PlanDefinition) =>
  createHash('sha256').update(JSON.stringify(definition)).digest('base64url');

/** Independent of the order in which the leads are read. */
function hashOfLeads(leads: readonly SourceLead[]): string {
  let sum = 0;
  let mixed = 0;
  for (const { id, userId, revision, rule, territory, owned, placed } of leads) {
    const facts = `${userId} ${revision} ${rule} ${territory} ${owned} ${placed}`;
    let seed = 0;
    for (let at = 0; at < facts.length; at++) seed = Math.imul(seed, 31) + facts.charCodeAt(at);
    sum = (sum + hashOf(seed, id)) % 2 ** 48;
    mixed ^= hashOf(~seed, id);
  }
  return `${sum.toString(36)}.${(mixed >>> 0).toString(36)}`;
}

const tooMany = () =>
  invalidField(
    'definition.source',
    `A plan distributes at most ${maxPlanLeads.toLocaleString('en')} leads at once. Narrow its source.`,
  );
