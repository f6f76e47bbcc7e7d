import { changeView, listSavedViews, removeView, savedView, saveView } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';

@Controller('api/saved-views')
export class SavedViewsController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listSavedViews, z.array(savedView))
  @Get()
  async list(@CallerContext() caller: Caller) {
    return (await this.bus.call(listSavedViews, {}, caller)).views;
  }

  @Calls(saveView)
  @Post()
  save(@Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(saveView, body, caller);
  }

  @Calls(changeView)
  @Patch(':key')
  change(@Param('key') key: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(changeView, { ...body, key }, caller);
  }

  @Calls(removeView)
  @Delete(':key')
  remove(@Param('key') key: string, @CallerContext() caller: Caller) {
    return this.bus.forward(removeView, { key }, caller);
  }
}
