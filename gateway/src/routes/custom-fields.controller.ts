import {
  countCustomFieldValues,
  createCustomField,
  listCustomFields,
  orderCustomFields,
  removeCustomField,
  restoreCustomField,
  updateCustomField,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

@Controller('api/custom-fields')
export class CustomFieldsController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listCustomFields)
  @Get()
  list(@CallerContext() caller: Caller) {
    return this.bus.call(listCustomFields, {}, caller);
  }

  @Calls(createCustomField)
  @Allow('admin')
  @Post()
  create(@Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(createCustomField, body, caller);
  }

  @Calls(orderCustomFields)
  @Allow('admin')
  @Post('order')
  @HttpCode(200)
  order(@Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(orderCustomFields, body, caller);
  }

  @Calls(updateCustomField)
  @Allow('admin')
  @Patch(':key')
  update(@Param('key') key: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(updateCustomField, { ...body, key }, caller);
  }

  @Calls(countCustomFieldValues)
  @Allow('admin')
  @Get(':key/values/count')
  count(@Param('key') key: string, @CallerContext() caller: Caller) {
    return this.bus.forward(countCustomFieldValues, { key }, caller);
  }

  @Calls(removeCustomField)
  @Allow('admin')
  @Delete(':key')
  remove(@Param('key') key: string, @CallerContext() caller: Caller) {
    return this.bus.forward(removeCustomField, { key }, caller);
  }

  @Calls(restoreCustomField)
  @Allow('admin')
  @Post(':key/restore')
  @HttpCode(200)
  restore(@Param('key') key: string, @CallerContext() caller: Caller) {
    return this.bus.forward(restoreCustomField, { key }, caller);
  }
}
