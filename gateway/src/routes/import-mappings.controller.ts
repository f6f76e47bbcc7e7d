import {
  findMappings,
  listSavedMappings,
  removeMapping,
  renameMapping,
  savedMapping,
  saveMapping,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

@Allow('admin')
@Controller('api/import-mappings')
export class ImportMappingsController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listSavedMappings, z.array(savedMapping))
  @Get()
  async list(@CallerContext() caller: Caller) {
    return (await this.bus.call(listSavedMappings, {}, caller)).mappings;
  }

  /** Changes nothing. The columns of a file are too long for an address. */
  @Calls(findMappings)
  @Post('find')
  @HttpCode(200)
  find(@Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(findMappings, body, caller);
  }

  @Calls(saveMapping)
  @Post()
  save(@Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(saveMapping, body, caller);
  }

  @Calls(renameMapping)
  @Patch(':id')
  rename(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(renameMapping, { ...body, id }, caller);
  }

  @Calls(removeMapping)
  @Delete(':id')
  remove(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.call(removeMapping, { id }, caller);
  }
}
