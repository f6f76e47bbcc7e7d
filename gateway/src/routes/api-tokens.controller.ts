import {
  createOwnToken,
  createServiceToken,
  listOwnTokens,
  listServiceTokens,
  revokeOwnToken,
  revokeServiceToken,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

/** API tokens of the own account and of services (docs/product/api-tokens.md). */
@Controller('api')
export class ApiTokensController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listOwnTokens)
  @Get('user/tokens')
  list(@CallerContext() caller: Caller) {
    return this.bus.call(listOwnTokens, {}, caller);
  }

  @Calls(createOwnToken)
  @Post('user/tokens')
  create(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(createOwnToken, body, caller);
  }

  @Calls(revokeOwnToken)
  @Delete('user/tokens/:tokenId')
  @HttpCode(204)
  async revoke(@Param('tokenId') tokenId: string, @CallerContext() caller: Caller): Promise<void> {
    await this.bus.forward(revokeOwnToken, { tokenId }, caller);
  }

  @Calls(listServiceTokens)
  @Allow('admin')
  @Get('service-tokens')
  listServices(@CallerContext() caller: Caller) {
    return this.bus.call(listServiceTokens, {}, caller);
  }

  @Calls(createServiceToken)
  @Allow('admin')
  @Post('service-tokens')
  createService(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(createServiceToken, body, caller);
  }

  @Calls(revokeServiceToken)
  @Allow('admin')
  @Delete('service-tokens/:tokenId')
  @HttpCode(204)
  async revokeService(@Param('tokenId') tokenId: string, @CallerContext() caller: Caller): Promise<void> {
    await this.bus.forward(revokeServiceToken, { tokenId }, caller);
  }
}
