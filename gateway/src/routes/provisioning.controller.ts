import {
  createScimToken,
  getLeaverRule,
  getProvisioning,
  linkProvisionedUsers,
  previewGroupRules,
  removeScimToken,
  setGroupRules,
  setLeaverRule,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

/** Provisioning, for administrators (docs/product/provisioning.md). */
@Allow('admin')
@Controller('api')
export class ProvisioningController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(getProvisioning)
  @Get('identity-providers/:id/provisioning')
  read(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(getProvisioning, { id }, caller);
  }

  @Calls(createScimToken)
  @Post('identity-providers/:id/scim-tokens')
  createToken(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(createScimToken, { id }, caller);
  }

  @Calls(removeScimToken)
  @Delete('identity-providers/:id/scim-tokens/:tokenId')
  @HttpCode(204)
  async removeToken(@Param() ids: object, @CallerContext() caller: Caller): Promise<void> {
    await this.bus.forward(removeScimToken, ids, caller);
  }

  @Calls(previewGroupRules)
  @Post('identity-providers/:id/group-rules/preview')
  @HttpCode(200)
  preview(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(previewGroupRules, { ...body, id }, caller);
  }

  @Calls(setGroupRules)
  @Put('identity-providers/:id/group-rules')
  setRules(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(setGroupRules, { ...body, id }, caller);
  }

  @Calls(linkProvisionedUsers)
  @Post('identity-providers/:id/provisioned-users')
  @HttpCode(200)
  link(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(linkProvisionedUsers, { ...body, id }, caller);
  }

  @Calls(getLeaverRule)
  @Get('leaver-rule')
  leaverRule(@CallerContext() caller: Caller) {
    return this.bus.call(getLeaverRule, {}, caller);
  }

  @Calls(setLeaverRule)
  @Put('leaver-rule')
  setLeaverRule(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(setLeaverRule, body, caller);
  }
}
