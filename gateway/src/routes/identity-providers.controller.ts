import {
  createIdentityProvider,
  getProviderTest,
  getSignInPolicy,
  listIdentityProviders,
  listProviderSignIns,
  removeIdentityProvider,
  resolveProviderMetadata,
  setIdentityProviderEnabled,
  setSignInPolicy,
  startProviderTest,
  updateIdentityProvider,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext, originOf } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { SessionCookie } from '../http/sessions/session-cookie.js';
import { Allow } from '../http/sessions/session.guard.js';

@Allow('admin')
@Controller('api')
export class IdentityProvidersController {
  constructor(
    private readonly bus: GatewayBus,
    private readonly cookie: SessionCookie,
  ) {}

  @Calls(listIdentityProviders)
  @Get('identity-providers')
  list(@CallerContext() caller: Caller) {
    return this.bus.call(listIdentityProviders, {}, caller);
  }

  @Calls(createIdentityProvider)
  @Post('identity-providers')
  create(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(createIdentityProvider, body, caller);
  }

  @Calls(resolveProviderMetadata)
  @Post('identity-providers/metadata')
  @HttpCode(200)
  readMetadata(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(resolveProviderMetadata, body, caller);
  }

  @Calls(updateIdentityProvider)
  @Put('identity-providers/:id')
  update(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(updateIdentityProvider, { ...body, id }, caller);
  }

  @Calls(removeIdentityProvider)
  @Delete('identity-providers/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @CallerContext() caller: Caller): Promise<void> {
    await this.bus.forward(removeIdentityProvider, { id }, caller);
  }

  @Calls(setIdentityProviderEnabled)
  @Post('identity-providers/:id/set-enabled')
  @HttpCode(200)
  setEnabled(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(setIdentityProviderEnabled, { ...body, id }, caller);
  }

  @Calls(startProviderTest, z.object({ address: z.string() }))
  @Post('identity-providers/:id/test')
  @HttpCode(200)
  async startTest(
    @Param('id') id: string,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const started = await this.bus.forward(startProviderTest, { id, origin: originOf(request) }, caller);
    this.cookie.setChallenge(reply, 'provider', started.browserToken);
    return { address: started.address };
  }

  @Calls(getProviderTest)
  @Get('identity-providers/:id/test')
  test(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(getProviderTest, { id }, caller);
  }

  @Calls(getSignInPolicy)
  @Get('sign-in-policy')
  policy(@CallerContext() caller: Caller) {
    return this.bus.call(getSignInPolicy, {}, caller);
  }

  @Calls(setSignInPolicy)
  @Put('sign-in-policy')
  setPolicy(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(setSignInPolicy, body, caller);
  }

  @Calls(listProviderSignIns)
  @Get('provider-sign-ins')
  log(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listProviderSignIns, query, caller);
  }
}
