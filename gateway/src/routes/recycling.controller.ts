import {
  listRecycling,
  listRecyclingRules,
  removeRecyclingRule,
  setRecyclingRule,
  simulateRecycling,
  vetoRecycling,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

@Controller('api')
export class RecyclingController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listRecycling)
  @Get('recycling')
  list(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listRecycling, query, caller);
  }

  @Calls(vetoRecycling)
  @Post('recycling/:id/veto')
  @HttpCode(200)
  veto(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(vetoRecycling, { id }, caller);
  }

  @Calls(listRecyclingRules)
  @Allow('admin')
  @Get('recycling-rules')
  rules(@CallerContext() caller: Caller) {
    return this.bus.call(listRecyclingRules, {}, caller);
  }

  @Calls(setRecyclingRule)
  @Allow('admin')
  @Put('recycling-rules/:teamId')
  setRule(@Param('teamId') teamId: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(setRecyclingRule, { ...body, teamId }, caller);
  }

  @Calls(removeRecyclingRule)
  @Allow('admin')
  @Delete('recycling-rules/:teamId')
  @HttpCode(204)
  async removeRule(@Param('teamId') teamId: string, @CallerContext() caller: Caller) {
    await this.bus.forward(removeRecyclingRule, { teamId }, caller);
  }

  @Calls(simulateRecycling)
  @Allow('admin')
  @Post('recycling-rules/:teamId/simulation')
  @HttpCode(200)
  simulate(@Param('teamId') teamId: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(simulateRecycling, { ...body, teamId }, caller);
  }
}
