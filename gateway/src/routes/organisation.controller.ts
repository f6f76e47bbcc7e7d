import { endFirstStep, getFirstSteps, getOrganisation, setOrganisation } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

@Controller('api')
export class OrganisationController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(getOrganisation)
  @Get('organisation')
  organisation(@CallerContext() caller: Caller) {
    return this.bus.call(getOrganisation, {}, caller);
  }

  @Calls(setOrganisation)
  @Allow('admin')
  @Put('organisation')
  setName(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(setOrganisation, body, caller);
  }

  @Calls(getFirstSteps)
  @Get('first-steps')
  firstSteps(@CallerContext() caller: Caller) {
    return this.bus.call(getFirstSteps, {}, caller);
  }

  @Calls(endFirstStep)
  @Post('first-steps')
  @HttpCode(200)
  endFirstStep(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(endFirstStep, body, caller);
  }
}
