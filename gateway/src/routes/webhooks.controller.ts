import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

@Controller('api/webhooks')
@Allow('admin')
export class WebhooksController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listWebhooks)
  @Get()
  list(@CallerContext() caller: Caller) {
    return this.bus.call(listWebhooks, {}, caller);
  }

  @Calls(createWebhook)
  @Post()
  create(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(createWebhook, body, caller);
  }

  @Calls(updateWebhook)
  @Patch(':id')
  update(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(updateWebhook, { ...body, id }, caller);
  }

  @Calls(removeWebhook)
  @Delete(':id')
  remove(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(removeWebhook, { id }, caller);
  }

  @Calls(rotateWebhookSecret)
  @Post(':id/secret')
  @HttpCode(200)
  rotate(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(rotateWebhookSecret, { id }, caller);
  }

  @Calls(testWebhook)
  @Post(':id/test')
  @HttpCode(200)
  test(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(testWebhook, { id }, caller);
  }

  @Calls(replayWebhook)
  @Post(':id/replay')
  @HttpCode(200)
  replay(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(replayWebhook, { ...body, id }, caller);
  }

  @Calls(listWebhookDeliveries)
  @Get(':id/deliveries')
  deliveries(@Param('id') id: string, @Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listWebhookDeliveries, { ...query, id }, caller);
  }
}
