import { listChanges } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Controller, Get, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';

@Controller('api/changes')
export class ChangesController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listChanges)
  @Get()
  list(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listChanges, query, caller);
  }
}
