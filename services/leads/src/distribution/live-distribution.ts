import type { PlanOrigin, WaitingLeads } from '@lead-finder/contracts';
import {
  BackgroundTask,
  Clock,
  counted,
  Database,
  LOGGER,
  orIfUnavailable,
  PeriodicTask,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { BulkJobRepository } from '../bulk/bulk-job.repository.js';
import { LeadAudit } from '../lead/lead-audit.js';
import { CountRollup } from '../list/count-rollup.js';
import { Notifications, type NewOwner } from '../notification/notifications.js';
import type { SourceLead } from './allocation.rules.js';
import { AreaIntake } from './area-intake.js';
import { LivePlans, type LivePlan } from './live-plans.js';
import { PlanAccounts } from './plan-accounts.js';
import { PlanChange } from './plan-change.js';
import { PlanDecisions, type Decision } from './plan-decisions.js';
import { PlanGroundReader } from './plan-ground.js';
import { PlanProblems } from './plan-problems.js';
import type { PlannedMove } from './planned-move.js';
import { retryAt } from './retry-times.rules.js';
import { nameOfPlan } from './why.rules.js';

const everyMs = 1_000;
/** A transaction has at most so many leads, so commits wait for a part of a second. */
const leadsPerRun = 2_000;

interface Arrival {
  id: number;
  origin: PlanOrigin;
  cameAt: Date;
  /** False if the lead is deleted or has a user. */
  waits: boolean;
}
type Wait = Pick<WaitingLeads, 'reason' | 'rule'> & { plan: number | null; territory: number | null };

/**
 * Distributes leads that came in without a user by the first live plan that has them. One transaction has the moves, the
 * accounts, the notifications and what still waits, so a crash neither repeats nor loses one.
 */
@Injectable()
export class LiveDistribution extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly plans: LivePlans,
    private readonly problems: PlanProblems,
    private readonly grounds: PlanGroundReader,
    private readonly decisions: PlanDecisions,
    private readonly accounts: PlanAccounts,
    private readonly change: PlanChange,
    private readonly jobs: BulkJobRepository,
    private readonly areas: AreaIntake,
    private readonly notifications: Notifications,
    private readonly audit: LeadAudit,
    private readonly rollup: CountRollup,
    private readonly clock: Clock,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    // The services that it asks may start later than this one.
    this.task = new PeriodicTask('Live distribution', () => orIfUnavailable(this.work(), false), everyMs, log);
  }

  private async work(): Promise<boolean> {
    const more = await this.run();
    return (await this.areas.takeIn()) || more;
  }

  /** Returns whether there may be more. One replica distributes at a time; the others skip it. */
  async run(): Promise<boolean> {
    const [due] = await this.database.query('select from distribution_arrivals where due_at <= $1 limit 1', [
      this.clock.now(),
    ]);
    if (!due) return false;
    await this.rollup.keepUp();
    return this.database.transaction(async () => {
      if (!(await this.plans.tryLock())) return false;
      await this.accounts.lock();
      const arrivals = await this.due();
      const open = new Map(arrivals.filter(({ waits }) => waits).map((each) => [each.id, each]));
      const waiting = new Map<number, Wait>();
      for (const plan of await this.plans.list()) await this.distribute(plan, open, waiting);
      for (const id of open.keys()) waiting.set(id, { plan: null, rule: null, territory: null, reason: 'no-plan' });
      await this.store(arrivals, waiting);
      return arrivals.length === leadsPerRun;
    });
  }

  private due(): Promise<Arrival[]> {
    return this.database.query<Arrival>(
      `select a.lead_id as id, origin, came_at as "cameAt", coalesce(u.user_id < 0, false) as waits
       from (select * from distribution_arrivals where due_at <= $1 order by due_at, lead_id limit ${leadsPerRun}) as a
       left join user_businesses u on u.id = a.lead_id`,
      [this.clock.now()],
    );
  }

  /** Takes the leads of the plan from `open`. Those that still wait go to `waiting`. */
  private async distribute(plan: LivePlan, open: Map<number, Arrival>, waiting: Map<number, Wait>): Promise<void> {
    const ids = [...open.values()].flatMap(({ id, origin }) => (plan.live.includes(origin) ? id : []));
    if (ids.length === 0 || (await this.problems.of(plan.definition))) return;
    const leads = await this.grounds.leads(plan.definition, plan.id, plan.actor, ids);
    if (leads.length === 0) return;
    const decision = await this.decisions.of(plan, plan.definition, plan.actor, leads);
    const moves = await this.decisions.moves(plan, decision);
    await this.accounts.add(plan.id, moves);
    const moved = await this.apply(plan, moves);
    for (const { id } of leads) open.delete(id);
    for (const [id, wait] of waitsOf(plan, decision)) waiting.set(id, wait);
    // A lead that could not move waits until the next run.
    const failed = moves.filter(({ leadId }) => !moved.has(leadId));
    for (const { leadId } of failed) waiting.set(leadId, { plan: plan.id, rule: null, territory: null, reason: null });
    await this.report(
      plan,
      moves.filter(({ leadId }) => moved.has(leadId)),
    );
  }

  private async apply(plan: LivePlan, moves: readonly PlannedMove[]): Promise<Set<number>> {
    if (moves.length === 0) return new Set();
    const jobId = await this.jobs.live(plan, plan.actor);
    const moved = await this.change.apply({ planId: plan.id, jobId }, moves, plan.actor);
    await this.jobs.countLive(jobId, moved.size);
    return moved;
  }

  /** One notification for each user in some minutes, however many runs give leads meanwhile. */
  private async report(plan: LivePlan, moves: readonly PlannedMove[]): Promise<void> {
    if (moves.length === 0) return;
    const owners = new Map<number, NewOwner & { leadId: number }>();
    for (const { userId, leadId } of moves) {
      const owner = owners.get(userId);
      if (owner) owner.leads++;
      else owners.set(userId, { userId, leads: 1, leadId });
    }
    const named = nameOfPlan(plan.name, plan.version);
    await this.notifications.distributed(
      await this.withLead([...owners.values()]),
      { userId: plan.actor.id, name: `plan ${plan.name}` },
      await this.plans.burst(plan.id),
    );
    const details = { plan: plan.id, version: plan.version, live: true };
    await this.audit.record('leads_reassigned', plan.actor, `${counted(moves.length, 'lead')} by ${named}`, details);
  }

  /** Names the lead of an owner who got one. */
  private async withLead(owners: readonly (NewOwner & { leadId: number })[]): Promise<NewOwner[]> {
    const single = owners.flatMap(({ leads, leadId }) => (leads === 1 ? leadId : []));
    const rows = await this.database.query<{ id: number; businessId: number; name: string }>(
      'select id, business_id as "businessId", name from user_businesses where id = any ($1)',
      [single],
    );
    const found = new Map(rows.map((lead) => [lead.id, lead]));
    return owners.map(({ leadId, ...owner }) => ({ ...owner, lead: found.get(leadId) }));
  }

  /** Forgets the leads that wait no longer. */
  private async store(arrivals: readonly Arrival[], waiting: ReadonlyMap<number, Wait>): Promise<void> {
    const now = this.clock.now();
    const waits = arrivals.flatMap(({ id, cameAt }) => {
      const wait = waiting.get(id);
      return wait ? [{ id, ...wait, due: wait.reason === null ? now : retryAt(cameAt, now) }] : [];
    });
    await this.database.query('delete from distribution_arrivals where lead_id = any ($1)', [
      arrivals.filter(({ id }) => !waiting.has(id)).map(({ id }) => id),
    ]);
    if (waits.length === 0) return;
    await this.database.query(
      `update distribution_arrivals a set plan_id = plan, rule = w.rule, territory_id = territory, reason = w.reason, due_at = due
       from jsonb_to_recordset($1) as w (id bigint, plan bigint, rule int, territory bigint, reason text, due timestamptz)
       where lead_id = id`,
      [JSON.stringify(waits)],
    );
  }
}

/** The leads of the plan that stay in the pool and wait. A plan whose rest goes to the pool leaves them there. */
function* waitsOf({ id: plan, definition }: LivePlan, { ground, allocation }: Decision): Iterable<[number, Wait]> {
  if (definition.rest.kind === 'stay')
    for (const { lead, rule, territory, reason } of allocation.left)
      yield [lead.id, { plan, rule: rule || null, territory: territory || null, reason }];
  const isOwned = ({ owned }: SourceLead) => owned;
  for (const { id } of ground.leads.filter(isOwned)) yield [id, { plan, rule: null, territory: null, reason: 'owned' }];
}
