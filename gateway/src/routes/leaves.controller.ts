import { addLeave, changeLeave, listLeaves, removeLeave } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';

@Controller('api/leaves')
export class LeavesController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listLeaves)
  @Get()
  list(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listLeaves, query, caller);
  }

  @Calls(addLeave)
  @Post()
  add(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(addLeave, body, caller);
  }

  @Calls(changeLeave)
  @Put(':id')
  change(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(changeLeave, { ...body, id }, caller);
  }

  @Calls(removeLeave)
  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @CallerContext() caller: Caller): Promise<void> {
    await this.bus.forward(removeLeave, { id }, caller);
  }
}
