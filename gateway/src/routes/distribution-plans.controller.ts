import {
  changeDistributionPlan,
  commitDistribution,
  createDistributionPlan,
  distributionPlan,
  explainDistribution,
  listDistributionPlans,
  listPlanVersions,
  listWaitingLeads,
  planVersion,
  previewDistribution,
  removeDistributionPlan,
  waitingLeads,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

@Controller('api/distribution-plans')
@Allow('admin')
export class DistributionPlansController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listDistributionPlans, z.array(distributionPlan))
  @Get()
  async list(@CallerContext() caller: Caller) {
    return (await this.bus.call(listDistributionPlans, {}, caller)).plans;
  }

  @Calls(listWaitingLeads, z.array(waitingLeads))
  @Get('waiting')
  async waiting(@CallerContext() caller: Caller) {
    return (await this.bus.call(listWaitingLeads, {}, caller)).waiting;
  }

  @Calls(createDistributionPlan)
  @Post()
  create(@Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(createDistributionPlan, body, caller);
  }

  @Calls(previewDistribution)
  @Post('preview')
  @HttpCode(200)
  preview(@Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(previewDistribution, body, caller);
  }

  @Calls(changeDistributionPlan)
  @Patch(':planId')
  change(@Param('planId') planId: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(changeDistributionPlan, { ...body, planId }, caller);
  }

  @Calls(removeDistributionPlan)
  @Delete(':planId')
  @HttpCode(204)
  async remove(@Param('planId') planId: string, @CallerContext() caller: Caller) {
    await this.bus.forward(removeDistributionPlan, { planId }, caller);
  }

  @Calls(listPlanVersions, z.array(planVersion))
  @Get(':planId/versions')
  async versions(@Param('planId') planId: string, @CallerContext() caller: Caller) {
    return (await this.bus.forward(listPlanVersions, { planId }, caller)).versions;
  }

  @Calls(commitDistribution)
  @Post(':planId/commit')
  @HttpCode(202)
  commit(@Param('planId') planId: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(commitDistribution, { ...body, planId }, caller);
  }

  @Calls(explainDistribution)
  @Get(':planId/leads/:leadId')
  explain(@Param('planId') planId: string, @Param('leadId') leadId: string, @CallerContext() caller: Caller) {
    return this.bus.forward(explainDistribution, { planId, leadId }, caller);
  }
}
