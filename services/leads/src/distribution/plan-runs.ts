import {
  type Actor,
  type BulkJob,
  type explainDistribution,
  type Issue,
  type LeftLeads,
  type OutputOf,
  type PlanDefinition,
  type PlanGround,
  type PlanPreview,
} from '@lead-finder/contracts';
import { AppError, Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { BulkJobProcessor } from '../bulk/bulk-job.processor.js';
import { BulkJobRepository } from '../bulk/bulk-job.repository.js';
import { UserReplica } from '../user-replica/user-replica.js';
import type { Allocation } from './allocation.rules.js';
import { changesOfGround } from './ground-changes.rules.js';
import { leftOver } from './left-over.rules.js';
import { PlanAccounts } from './plan-accounts.js';
import { PlanDecisions, restOf } from './plan-decisions.js';
import { PlanGroundReader, type Ground } from './plan-ground.js';
import { PlanProblems } from './plan-problems.js';
import { PlanRepository } from './plan-repository.js';
import { nameOfPlan, whyGiven } from './why.rules.js';

const maxNamed = 5;
const maxPoints = 1_500;

/** Previews and commits plans. Both decide by the same rules on what they read, so a commit does what its preview said. */
@Injectable()
export class PlanRuns {
  constructor(
    private readonly database: Database,
    private readonly plans: PlanRepository,
    private readonly problems: PlanProblems,
    private readonly grounds: PlanGroundReader,
    private readonly decisions: PlanDecisions,
    private readonly accounts: PlanAccounts,
    private readonly jobs: BulkJobRepository,
    private readonly processor: BulkJobProcessor,
    private readonly userReplica: UserReplica,
    private readonly clock: Clock,
  ) {}

  async preview(planId: number | undefined, definition: PlanDefinition, actor: Actor): Promise<PlanPreview> {
    const plan = planId === undefined ? undefined : await this.plans.stored(planId);
    await this.problems.reject(definition);
    const lookedAt = this.clock.now().toISOString();
    const { ground, allocation } = await this.decisions.of(plan, definition, actor);
    const points = await this.pointsOf(allocation);
    const seen = { ...ground.seen, runs: plan?.runs ?? 0 };
    return { ...summary(definition, ground, allocation), points, lookedAt, ground: seen };
  }

  /** Where some of the assigned leads lie, with their new users. */
  private async pointsOf({ moves }: Allocation): Promise<PlanPreview['points']> {
    const step = Math.ceil(moves.length / maxPoints);
    const shown = moves.filter((_, index) => index % step === 0);
    const rows = await this.database.query<{ latitude: number; longitude: number; userId: number }>(
      `select latitude, longitude, given.user_id as "userId"
       from unnest($1::bigint[], $2::bigint[]) as given (id, user_id) join user_businesses u using (id)
       where latitude is not null and longitude is not null order by id`,
      [shown.map(({ lead }) => lead.id), shown.map(({ given }) => given.userId)],
    );
    return rows.map(({ latitude, longitude, userId }) => [latitude, longitude, userId]);
  }

  /** Adds the job with a chunk of moves for each of its transactions, and counts the accounts, in one transaction. */
  async commit(planId: number, seen: PlanGround, actor: Actor): Promise<BulkJob> {
    const job = await this.database.transaction(async () => {
      await this.accounts.lock();
      const plan = await this.plans.stored(planId, 'for update of p');
      await this.plans.rejectRunning(plan);
      await this.problems.reject(plan.definition);
      const decision = await this.decisions.of(plan, plan.definition, actor);
      const { ground } = decision;
      const changes = changesOfGround(seen, { ...ground.seen, runs: plan.runs }, ground.people, plan.version);
      if (changes.length > 0) throw groundChanged(changes);
      const moves = await this.decisions.moves(plan, decision);
      if (moves.length === 0) throw new AppError('invalid', 'validation_failed', 'No lead would move');
      await this.userReplica.addActor(actor);
      const { id } = await this.jobs.addPlanned(plan, moves, actor);
      await this.database.query('update distribution_plans set last_job_id = $2 where id = $1', [planId, id]);
      await this.accounts.add(planId, moves);
      return this.jobs.one(id, actor);
    });
    this.database.afterCommit(() => void this.processor.wake(job.id));
    return job;
  }

  /** What the plan would do with one lead now. */
  async explain(planId: number, leadId: number, actor: Actor): Promise<OutputOf<typeof explainDistribution>> {
    const plan = await this.plans.stored(planId);
    await this.problems.reject(plan.definition);
    const leads = await this.grounds.leads(plan.definition, planId, actor, [leadId]);
    const { ground, allocation } = await this.decisions.of(plan, plan.definition, actor, leads);
    const named = nameOfPlan(plan.name, plan.version);
    const person = (id: number) => this.userReplica.summary(id);
    const [move] = allocation.moves;
    if (move) {
      const { lead, given, capacity, rule } = move;
      const place = { rule, territory: ground.territories.get(move.territory), plan: named };
      const why = whyGiven(plan.definition.rules[rule - 1]!.share, given, capacity, place);
      return {
        outcome: 'given',
        user: await person(given.userId),
        why: lead.userId === given.userId ? `Stays. ${why}` : why,
      };
    }
    const [left] = allocation.left;
    const { rest } = plan.definition;
    if (left) {
      const user = rest.kind === 'person' ? await person(rest.userId) : null;
      return { outcome: 'left', user, why: `${whyLeft[left.reason](left.rule)}, plan ${named}` };
    }
    const kept = (['owned', 'touched', 'placed'] as const).find((each) => allocation.kept[each] > 0);
    const outcome = kept ?? 'outside';
    return { outcome, user: null, why: `${whyStays[outcome]}, plan ${named}` };
  }
}

const whyLeft: Record<LeftLeads['reason'], (rule: number) => string> = {
  'no-rule': () => 'No rule fits',
  nobody: (rule) => `Nobody is eligible, rule ${rule}`,
  'on-leave': (rule) => `Everybody is on leave, rule ${rule}`,
  'not-working': (rule) => `Nobody is working now, rule ${rule}`,
  full: (rule) => `Everybody is full, rule ${rule}`,
};
const whyStays = {
  owned: 'Another person has this business',
  touched: 'Its person changed it after the plan gave it',
  placed: 'The plan gave it to its person before',
  outside: 'Not among the leads',
};

function summary(definition: PlanDefinition, ground: Ground, allocation: Allocation) {
  const { moves, kept, rules, unfairness } = allocation;
  const gets = new Map<number, number>();
  const gives = new Map<number, number>();
  const count = (counts: Map<number, number>, id: number) => counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const { lead, given } of moves) {
    count(gets, given.userId);
    count(gives, lead.userId);
  }
  const toRest = restOf(definition, allocation);
  for (const lead of toRest) count(gives, lead.userId);
  const { rest } = definition;
  const capacities = new Map<number, number | null>();
  for (const { eligible } of ground.rules.flatMap(({ groups }) => [...groups.values()]))
    for (const { id, capacity } of eligible) if (!capacities.has(id)) capacities.set(id, capacity);
  return {
    leads: ground.leads.length,
    assigned: moves.length,
    rest: toRest.length,
    kept,
    rules: rules.map((each, index) => ({
      ...each,
      share: definition.rules[index]!.share,
      eligible: eligibleOf(ground.rules[index]!),
    })),
    people: ground.people.map(({ id, username, fullName, state, load, territoryIds }) => ({
      id,
      username,
      fullName,
      state,
      before: load,
      gets: gets.get(id) ?? 0,
      after:
        load -
        (gives.get(id) ?? 0) +
        (gets.get(id) ?? 0) +
        (rest.kind === 'person' && rest.userId === id ? toRest.length : 0),
      capacity: capacities.get(id) ?? null,
      territories: [...territoryIds].slice(0, maxNamed).flatMap((each) => ground.territories.get(each) ?? []),
    })),
    left: leftOver(definition, ground, allocation),
    unfairness: Math.round(unfairness * 100) / 100,
  };
}

const eligibleOf = ({ groups }: Ground['rules'][number]) =>
  new Set([...groups.values()].flatMap(({ eligible }) => eligible.map(({ id }) => id))).size;

function groundChanged(issues: Issue[]): AppError {
  const message = `Something changed since the preview: ${issues[0]!.message} Look at it again.`;
  return new AppError('conflict', 'ground_changed', message, { issues });
}
