import {
  changeActivity,
  getLeadTimeline,
  getMyDay,
  getNextLead,
  recordOutcome,
  undoOutcome,
  type LeadRef,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Ref } from '../http/requests/lead-ref.js';

@Controller('api')
export class WorkingDayController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(getMyDay)
  @Get('my-day')
  myDay(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(getMyDay, query, caller);
  }

  @Calls(changeActivity)
  @Patch('contact-activity/:activityId')
  changeActivity(@Param('activityId') activityId: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(changeActivity, { ...body, activityId }, caller);
  }

  @Calls(getNextLead)
  @Get('next-lead')
  next(@Query() query: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(getNextLead, query, caller);
  }

  @Calls(recordOutcome)
  @Post(['lead-outcome/:id', 'lead-outcome-by-uuid/:uuid'])
  @HttpCode(200)
  record(@Ref() ref: LeadRef, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(recordOutcome, { ...body, ref }, caller);
  }

  @Calls(undoOutcome)
  @Post(['lead-outcome/:id/undo', 'lead-outcome-by-uuid/:uuid/undo'])
  @HttpCode(200)
  undo(@Ref() ref: LeadRef, @CallerContext() caller: Caller) {
    return this.bus.call(undoOutcome, { ref }, caller);
  }

  @Calls(getLeadTimeline)
  @Get(['lead-timeline/:id', 'lead-timeline-by-uuid/:uuid'])
  timeline(@Ref() ref: LeadRef, @Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(getLeadTimeline, { ...query, ref }, caller);
  }
}
