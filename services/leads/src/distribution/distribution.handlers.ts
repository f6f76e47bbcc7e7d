import {
  changeDistributionPlan,
  commitDistribution,
  createDistributionPlan,
  explainDistribution,
  listDistributionPlans,
  listPlanVersions,
  listWaitingLeads,
  previewDistribution,
  removeDistributionPlan,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { LeadViews } from '../lead/lead.views.js';
import { LivePlans } from './live-plans.js';
import { PlanRepository } from './plan-repository.js';
import { PlanRuns } from './plan-runs.js';

@Controller()
export class DistributionHandlers {
  constructor(
    private readonly plans: PlanRepository,
    private readonly runs: PlanRuns,
    private readonly live: LivePlans,
    private readonly leads: LeadViews,
  ) {}

  @Handle(listDistributionPlans)
  async list(_: ParsedInputOf<typeof listDistributionPlans>, { actor }: ActorContext) {
    return { plans: await this.plans.list(actor) };
  }

  @Handle(listPlanVersions)
  async versions({ planId }: ParsedInputOf<typeof listPlanVersions>) {
    return { versions: await this.plans.versions(planId) };
  }

  @Handle(listWaitingLeads)
  async waiting() {
    return { waiting: await this.live.waiting() };
  }

  @Handle(createDistributionPlan)
  create(plan: ParsedInputOf<typeof createDistributionPlan>, { actor }: ActorContext) {
    return this.plans.add(plan, actor);
  }

  @Handle(changeDistributionPlan)
  change(change: ParsedInputOf<typeof changeDistributionPlan>, { actor }: ActorContext) {
    return this.plans.change(change, actor);
  }

  @Handle(removeDistributionPlan)
  async remove({ planId }: ParsedInputOf<typeof removeDistributionPlan>, { actor }: ActorContext) {
    await this.plans.remove(planId, actor);
    return {};
  }

  @Handle(previewDistribution)
  preview({ planId, definition }: ParsedInputOf<typeof previewDistribution>, { actor }: ActorContext) {
    return this.runs.preview(planId, definition, actor);
  }

  @Handle(commitDistribution)
  commit({ planId, ground }: ParsedInputOf<typeof commitDistribution>, { actor }: ActorContext) {
    return this.runs.commit(planId, ground, actor);
  }

  @Handle(explainDistribution)
  async explain({ planId, leadId }: ParsedInputOf<typeof explainDistribution>, { actor }: ActorContext) {
    await this.leads.userBusiness(leadId);
    return this.runs.explain(planId, leadId, actor);
  }
}
