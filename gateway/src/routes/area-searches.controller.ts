import {
  continueAreaSearch,
  getAreaSearch,
  listAreaResults,
  listAreaSearches,
  startAreaSearch,
  stopAreaSearch,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';

@Controller('api/area-searches')
export class AreaSearchesController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(startAreaSearch)
  @Post()
  @HttpCode(202)
  start(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(startAreaSearch, body, caller);
  }

  @Calls(listAreaSearches)
  @Get()
  list(@CallerContext() caller: Caller) {
    return this.bus.call(listAreaSearches, {}, caller);
  }

  @Calls(getAreaSearch)
  @Get(':searchId')
  get(@Param('searchId') searchId: string, @CallerContext() caller: Caller) {
    return this.bus.call(getAreaSearch, { searchId }, caller);
  }

  @Calls(listAreaResults)
  @Get(':searchId/results')
  results(@Param('searchId') searchId: string, @Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listAreaResults, { ...query, searchId }, caller);
  }

  @Calls(stopAreaSearch)
  @Post(':searchId/stop')
  @HttpCode(200)
  stop(@Param('searchId') searchId: string, @CallerContext() caller: Caller) {
    return this.bus.call(stopAreaSearch, { searchId }, caller);
  }

  @Calls(continueAreaSearch)
  @Post(':searchId/continue')
  @HttpCode(202)
  continue(@Param('searchId') searchId: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(continueAreaSearch, { ...body, searchId }, caller);
  }
}
