import {
  changeActivity,
  getLeadTimeline,
  getMyDay,
  getNextLead,
  recordOutcome,
  undoOutcome,
  type LeadRef,
} from '@lead-finder/contracts';
import { Bus, type Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { Ref } from '../http/requests/lead-ref.js';

/** The working day: what is due, one lead after another, and what happened to a lead. */
@Controller('api')
export class WorkingDayController {
  constructor(private readonly bus: Bus) {}

  @Calls(getMyDay)
  @Get('my-day')
  myDay(@Query() query: object, @CallerContext() by: Caller) {
    return this.bus.call(getMyDay, query, by);
  }

  @Calls(changeActivity)
  @Patch('contact-activity/:activityId')
  changeActivity(@Param('activityId') activityId: string, @Body() body: object, @CallerContext() by: Caller) {
    return this.bus.call(changeActivity, { ...body, activityId } as never, by);
  }

  @Calls(getNextLead)
  @Get('next-lead')
  next(@Query() query: never, @CallerContext() by: Caller) {
    return this.bus.call(getNextLead, query, by);
  }

  @Calls(recordOutcome)
  @Post(['lead-outcome/:id', 'lead-outcome-by-uuid/:uuid'])
  @HttpCode(200)
  record(@Ref() ref: LeadRef, @Body() body: object, @CallerContext() by: Caller) {
    return this.bus.call(recordOutcome, { ...body, ref } as never, by);
  }

  @Calls(undoOutcome)
  @Post(['lead-outcome/:id/undo', 'lead-outcome-by-uuid/:uuid/undo'])
  @HttpCode(200)
  undo(@Ref() ref: LeadRef, @CallerContext() by: Caller) {
    return this.bus.call(undoOutcome, { ref }, by);
  }

  @Calls(getLeadTimeline)
  @Get(['lead-timeline/:id', 'lead-timeline-by-uuid/:uuid'])
  timeline(@Ref() ref: LeadRef, @Query() query: object, @CallerContext() by: Caller) {
    return this.bus.call(getLeadTimeline, { ...query, ref }, by);
  }
}
