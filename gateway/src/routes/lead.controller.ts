import {
  addActivity,
  addTag,
  archiveLead,
  assignBusiness,
  deleteLead,
  getLead,
  getLeadHistory,
  markExistingCustomer,
  markViewed,
  reassignLead,
  removeActivity,
  removeTag,
  restoreLead,
  setContacts,
  setCustomFields,
  setLeadStatus,
  setNotes,
  unmarkExistingCustomer,
  type LeadRef,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext, DetachedContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Ref } from '../http/requests/lead-ref.js';
import { Allow } from '../http/sessions/session.guard.js';

/** One lead, by id or uuid. Its reads use DetachedContext: to cancel one costs more than the read. */
@Controller('api')
export class LeadController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(getLead)
  @Get(['business-profile/:id', 'business-profile-by-uuid/:uuid'])
  profile(@Ref() ref: LeadRef, @DetachedContext() caller: Caller) {
    return this.bus.call(getLead, { ref }, caller);
  }

  @Calls(getLeadHistory)
  @Get(['assignment-history/:id', 'assignment-history-by-uuid/:uuid'])
  history(@Ref() ref: LeadRef, @DetachedContext() caller: Caller) {
    return this.bus.call(getLeadHistory, { ref }, caller);
  }

  @Calls(assignBusiness)
  @Allow('admin')
  @Post('assign-business')
  assign(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(assignBusiness, body, caller);
  }

  @Calls(markViewed)
  @Patch(['business-viewed/:id', 'business-viewed-by-uuid/:uuid'])
  markViewed(@Ref() ref: LeadRef, @CallerContext() caller: Caller) {
    return this.bus.call(markViewed, { ref }, caller);
  }

  @Calls(markViewed)
  @Post('business-view/:id')
  @HttpCode(200)
  view(@Ref() ref: LeadRef, @CallerContext() caller: Caller) {
    return this.bus.call(markViewed, { ref }, caller);
  }

  @Calls(setLeadStatus)
  @Patch(['business-status/:id', 'business-status-by-uuid/:uuid'])
  setStatus(@Ref() ref: LeadRef, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(setLeadStatus, { ...body, ref }, caller);
  }

  @Calls(setCustomFields)
  @Patch(['business-custom-fields/:id', 'business-custom-fields-by-uuid/:uuid'])
  setCustomFields(@Ref() ref: LeadRef, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(setCustomFields, { ...body, ref }, caller);
  }

  @Calls(setContacts)
  @Put(['business-contacts/:id', 'business-contacts-by-uuid/:uuid'])
  setContacts(@Ref() ref: LeadRef, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(setContacts, { ...body, ref }, caller);
  }

  @Calls(setNotes)
  @Patch(['business-notes/:id', 'business-notes-by-uuid/:uuid'])
  setNotes(@Ref() ref: LeadRef, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(setNotes, { ...body, ref }, caller);
  }

  @Calls(addActivity)
  @Post(['contact-activity/:id', 'contact-activity-by-uuid/:uuid'])
  addActivity(@Ref() ref: LeadRef, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(addActivity, { ...body, ref }, caller);
  }

  @Calls(removeActivity)
  @Delete('contact-activity/:activityId')
  removeActivity(@Param('activityId') activityId: string, @CallerContext() caller: Caller) {
    return this.bus.forward(removeActivity, { activityId }, caller);
  }

  @Calls(addTag)
  @Post(['business-tag/:id', 'business-tag-by-uuid/:uuid'])
  @HttpCode(200)
  addTag(@Ref() ref: LeadRef, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(addTag, { ...body, ref }, caller);
  }

  @Calls(removeTag)
  @Delete(['business-tag/:id/:tag', 'business-tag-by-uuid/:uuid/:tag'])
  removeTag(@Ref() ref: LeadRef, @Param('tag') tag: string, @CallerContext() caller: Caller) {
    return this.bus.call(removeTag, { ref, tag }, caller);
  }

  @Calls(reassignLead)
  @Post(['reassign-business/:id', 'reassign-business-by-uuid/:uuid'])
  @HttpCode(200)
  reassign(@Ref() ref: LeadRef, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(reassignLead, { ...body, ref }, caller);
  }

  @Calls(archiveLead)
  @Post(['business/:id/archive', 'business-by-uuid/:uuid/archive'])
  @HttpCode(200)
  archive(@Ref() ref: LeadRef, @CallerContext() caller: Caller) {
    return this.bus.call(archiveLead, { ref }, caller);
  }

  @Calls(restoreLead)
  @Post(['business/:id/restore', 'business-by-uuid/:uuid/restore'])
  @HttpCode(200)
  restore(@Ref() ref: LeadRef, @CallerContext() caller: Caller) {
    return this.bus.call(restoreLead, { ref }, caller);
  }

  @Calls(markExistingCustomer)
  @Post(['business/:id/mark-existing-customer', 'business-by-uuid/:uuid/mark-existing-customer'])
  @HttpCode(200)
  markCustomer(@Ref() ref: LeadRef, @CallerContext() caller: Caller) {
    return this.bus.call(markExistingCustomer, { ref }, caller);
  }

  @Calls(unmarkExistingCustomer)
  @Post(['business/:id/unmark-existing-customer', 'business-by-uuid/:uuid/unmark-existing-customer'])
  @HttpCode(200)
  unmarkCustomer(@Ref() ref: LeadRef, @CallerContext() caller: Caller) {
    return this.bus.call(unmarkExistingCustomer, { ref }, caller);
  }

  @Calls(deleteLead)
  @Delete(['business/:id/delete', 'business-by-uuid/:uuid/delete'])
  remove(@Ref() ref: LeadRef, @CallerContext() caller: Caller) {
    return this.bus.call(deleteLead, { ref }, caller);
  }
}
