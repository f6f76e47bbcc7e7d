import { randomInt } from 'node:crypto';
import {
  maxPlans,
  planDefinition,
  type Actor,
  type DistributionPlan,
  type OutputOf,
  type ParsedInputOf,
  type PlanDefinition,
  type PlanOrigin,
  type UserSummary,
  type changeDistributionPlan,
  type createDistributionPlan,
  type listPlanVersions,
} from '@lead-finder/contracts';
import {
  AppError,
  Clock,
  Database,
  invalidField,
  isUniqueViolation,
  notFound,
  takenField,
} from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { BulkJobRepository } from '../bulk/bulk-job.repository.js';
import { LeadAudit } from '../lead/lead-audit.js';
import { moment, userJson } from '../lead/lead-columns.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { PlanAccounts } from './plan-accounts.js';
import { PlanProblems } from './plan-problems.js';

export interface StoredPlan {
  id: number;
  name: string;
  version: number;
  seed: number;
  runs: number;
  lastJobId: number | null;
  definition: PlanDefinition;
  live: PlanOrigin[];
}

const maxVersions = 50;
const columns = `p.id, p.name, p.version, p.seed, p.runs, p.last_job_id as "lastJobId", v.definition, p.live`;
const present = 'distribution_plans p join distribution_plan_versions v on v.plan_id = p.id and v.version = p.version';

/** Stores plans and what each version had (docs/product/distribution.md). */
@Injectable()
export class PlanRepository {
  constructor(
    private readonly database: Database,
    private readonly problems: PlanProblems,
    private readonly jobs: BulkJobRepository,
    private readonly userReplica: UserReplica,
    private readonly audit: LeadAudit,
    private readonly accounts: PlanAccounts,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor): Promise<DistributionPlan[]> {
    return this.records(actor, 'true');
  }

  /** Rejects with 404 if there is no such plan. */
  async stored(id: number, lock: '' | 'for update of p' = ''): Promise<StoredPlan> {
    const [plan] = await this.database.query<StoredPlan>(`select ${columns} from ${present} where p.id = $1 ${lock}`, [
      id,
    ]);
    if (!plan) throw notFound('Plan');
    return { ...plan, definition: planDefinition.parse(plan.definition) };
  }

  /** Plans that are live, with who switched them on. */
  async live(): Promise<(StoredPlan & { by: UserSummary })[]> {
    const plans = await this.database.query<StoredPlan & { by: UserSummary }>(
      `select ${columns}, ${userJson('a', 'live_by')} as by
       from ${present} left join assignees a on a.id = live_by where live <> '{}' order by lower(p.name)`,
    );
    return plans.map((plan) => ({ ...plan, definition: planDefinition.parse(plan.definition) }));
  }

  async versions(id: number): Promise<OutputOf<typeof listPlanVersions>['versions']> {
    await this.stored(id);
    return this.database.query(
      `select v.version, definition, ${userJson('a', 'v.changed_by')} as "changedBy", ${moment('v.changed_at')} as "changedAt"
       from distribution_plan_versions v left join assignees a on a.id = v.changed_by
       where plan_id = $1 order by version desc limit ${maxVersions}`,
      [id],
    );
  }

  async add(
    { name, definition }: ParsedInputOf<typeof createDistributionPlan>,
    actor: Actor,
  ): Promise<DistributionPlan> {
    await this.problems.reject(definition);
    return this.database.transaction(async () => {
      await this.database.lock('plans leads');
      const [{ plans }] = (await this.database.query<{ plans: number }>(
        'select count(*)::int as plans from distribution_plans',
      )) as [{ plans: number }];
      if (plans >= maxPlans) throw invalidField('name', `There are ${maxPlans} plans already. Remove one first.`);
      const [{ id }] = (await this.database
        .query<{ id: number }>('insert into distribution_plans (name, seed) values ($1, $2) returning id', [
          name,
          randomInt(2 ** 31),
        ])
        .catch(rejectTaken)) as [{ id: number }];
      await this.addVersion(id, 1, definition, actor);
      await this.audit.record('plan_created', actor, name, { id });
      return this.one(id, actor);
    });
  }

  async change(
    { planId, name, definition, live, version }: ParsedInputOf<typeof changeDistributionPlan>,
    actor: Actor,
  ): Promise<DistributionPlan> {
    if (definition) await this.problems.reject(definition);
    return this.database.transaction(async () => {
      // Leads that wait are looked at again, and a run that distributes now does not see half of a change.
      await this.accounts.lock();
      const before = await this.stored(planId, 'for update of p');
      if (version !== undefined && version !== before.version) {
        const current = await this.one(planId, actor);
        throw new AppError('conflict', 'stale_version', `${before.name} was changed meanwhile`, { current });
      }
      const isNewVersion = definition && JSON.stringify(definition) !== JSON.stringify(before.definition);
      const isNewName = name !== undefined && name !== before.name;
      const isSwitched = live !== undefined && live.join() !== before.live.join();
      if (!isNewVersion && !isNewName && !isSwitched) return this.one(planId, actor);
      const next = isNewVersion ? before.version + 1 : before.version;
      const origins = live ?? before.live;
      await this.database
        .query(
          `update distribution_plans set name = $2, version = $3, live = $4,
             live_by = case when $4::text[] = '{}' then null when $5 then $6::bigint else live_by end where id = $1`,
          [planId, name ?? before.name, next, origins, isSwitched, actor.id],
        )
        .catch(rejectTaken);
      if (isNewVersion) await this.addVersion(planId, next, definition, actor);
      if (isSwitched) await this.userReplica.addActor(actor);
      if (origins.length > 0 || isSwitched) await this.lookAgain();
      await this.audit.record('plan_changed', actor, name ?? before.name, {
        id: planId,
        version: [before.version, next],
        ...(isNewName && { name: [before.name, name] }),
        ...(isSwitched && { live: [before.live, live] }),
      });
      return this.one(planId, actor);
    });
  }

  async remove(id: number, actor: Actor): Promise<void> {
    await this.database.transaction(async () => {
      const plan = await this.stored(id, 'for update of p');
      await this.rejectRunning(plan);
      await this.database.query('delete from distribution_plans where id = $1', [id]);
      await this.audit.record('plan_removed', actor, plan.name, { id });
    });
  }

  /** Leads that wait are looked at again, because a plan is another one now. */
  private async lookAgain(): Promise<void> {
    await this.database.query('update distribution_arrivals set due_at = $1 where due_at > $1', [this.clock.now()]);
  }

  /** Rejects with 409 while a job of the plan changes leads. */
  async rejectRunning({ lastJobId, name }: StoredPlan): Promise<void> {
    const [running] = await this.database.query(
      `select id from bulk_jobs where id = $1 and status in ('running', 'cancelling', 'undoing')`,
      [lastJobId],
    );
    if (running) throw new AppError('conflict', 'plan_running', `${name} is being carried out. Wait until it ends.`);
  }

  private async addVersion(id: number, version: number, definition: PlanDefinition, actor: Actor): Promise<void> {
    await this.userReplica.addActor(actor);
    await this.database.query(
      'insert into distribution_plan_versions (plan_id, version, definition, changed_by) values ($1, $2, $3, $4)',
      [id, version, JSON.stringify(definition), actor.id],
    );
  }

  private async one(id: number, actor: Actor): Promise<DistributionPlan> {
    const [plan] = await this.records(actor, 'p.id = $1', id);
    if (!plan) throw notFound('Plan');
    return plan;
  }

  private async records(actor: Actor, condition: string, ...values: unknown[]): Promise<DistributionPlan[]> {
    const plans = await this.database.query<StoredPlan & Pick<DistributionPlan, 'changedBy' | 'changedAt' | 'liveBy'>>(
      `select ${columns}, ${userJson('a', 'v.changed_by')} as "changedBy", ${moment('v.changed_at')} as "changedAt",
         case when live_by is not null then ${userJson('switcher', 'live_by')} end as "liveBy"
       from ${present} left join assignees a on a.id = v.changed_by
       left join assignees switcher on switcher.id = live_by where ${condition} order by lower(p.name) limit ${maxPlans}`,
      values,
    );
    const jobs = new Map(
      (
        await this.jobs.some(
          plans.flatMap(({ lastJobId }) => lastJobId ?? []),
          actor,
        )
      ).map((job) => [job.id, job]),
    );
    return Promise.all(
      plans.map(async ({ id, name, version, lastJobId, changedBy, changedAt, definition, live, liveBy }) => ({
        id,
        name,
        version,
        definition: planDefinition.parse(definition),
        changedBy,
        changedAt,
        live,
        liveBy,
        problem: (await this.problems.of(planDefinition.parse(definition)))?.message ?? null,
        lastJob: (lastJobId !== null && jobs.get(lastJobId)) || null,
      })),
    );
  }
}

function rejectTaken(error: unknown): never {
  throw isUniqueViolation(error) ? takenField('name', 'plan_name_taken', 'Another plan has this name') : error;
}
