import { claimLead, getPoolRule, listPool, returnLead, setPoolRule, type LeadRef } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Ref } from '../http/requests/lead-ref.js';
import { Allow } from '../http/sessions/session.guard.js';

@Controller('api')
export class PoolController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listPool)
  @Get('pool')
  list(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listPool, query, caller);
  }

  @Calls(claimLead)
  @Post('pool/:id/claim')
  @HttpCode(200)
  claim(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(claimLead, { id }, caller);
  }

  @Calls(returnLead)
  @Post(['business/:id/return-to-pool', 'business-by-uuid/:uuid/return-to-pool'])
  @HttpCode(200)
  returnLead(@Ref() ref: LeadRef, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(returnLead, { ...body, ref }, caller);
  }

  @Calls(getPoolRule)
  @Allow('admin')
  @Get('pool-rule')
  rule(@CallerContext() caller: Caller) {
    return this.bus.call(getPoolRule, {}, caller);
  }

  @Calls(setPoolRule)
  @Allow('admin')
  @Put('pool-rule')
  setRule(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(setPoolRule, body, caller);
  }
}
