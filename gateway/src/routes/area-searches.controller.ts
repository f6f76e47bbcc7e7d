import {
  continueAreaSearch,
  getAreaSearch,
  listAreaResults,
  listAreaSearches,
  startAreaSearch,
  stopAreaSearch,
} from '@lead-finder/contracts';
import { Bus, type Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';

/** Searches of whole areas: begun, watched, stopped, continued, and what they found. */
@Controller('api/area-searches')
export class AreaSearchesController {
  constructor(private readonly bus: Bus) {}

  @Calls(startAreaSearch)
  @Post()
  @HttpCode(202)
  start(@Body() body: never, @CallerContext() by: Caller) {
    return this.bus.call(startAreaSearch, body, by);
  }

  @Calls(listAreaSearches)
  @Get()
  list(@CallerContext() by: Caller) {
    return this.bus.call(listAreaSearches, {}, by);
  }

  @Calls(getAreaSearch)
  @Get(':searchId')
  get(@Param('searchId') searchId: string, @CallerContext() by: Caller) {
    return this.bus.call(getAreaSearch, { searchId }, by);
  }

  @Calls(listAreaResults)
  @Get(':searchId/results')
  results(@Param('searchId') searchId: string, @Query() query: Record<string, never>, @CallerContext() by: Caller) {
    return this.bus.call(listAreaResults, { ...query, searchId }, by);
  }

  @Calls(stopAreaSearch)
  @Post(':searchId/stop')
  @HttpCode(200)
  stop(@Param('searchId') searchId: string, @CallerContext() by: Caller) {
    return this.bus.call(stopAreaSearch, { searchId }, by);
  }

  @Calls(continueAreaSearch)
  @Post(':searchId/continue')
  @HttpCode(202)
  continue(@Param('searchId') searchId: string, @Body() body: { budget: never }, @CallerContext() by: Caller) {
    return this.bus.call(continueAreaSearch, { ...body, searchId }, by);
  }
}
