import {
  beginAuthenticator,
  confirmAuthenticator,
  finishSignIn,
  forgetBrowsers,
  getSecondFactor,
  getSecondFactorRule,
  removeAuthenticator,
  renewRecoveryCodes,
  resetSecondFactor,
  sessionUser,
  setSecondFactorRule,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Calls } from '../docs/calls.js';
import { CallerContext, originOf } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { BrowserSession } from '../http/sessions/browser-session.js';
import { SessionCookie } from '../http/sessions/session-cookie.js';
import { Allow, DuringSetUp, Public } from '../http/sessions/session.guard.js';

@Controller('api')
export class SecondFactorController {
  constructor(
    private readonly bus: GatewayBus,
    private readonly cookie: SessionCookie,
    private readonly session: BrowserSession,
  ) {}

  @Calls(finishSignIn, sessionUser)
  @Public()
  @Post('login/second-step')
  @HttpCode(200)
  async finish(
    @Body() body: object,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const input = { ...body, challenge: this.cookie.challenge(request, 'secondStep'), origin: originOf(request) };
    const opened = await this.bus.forward(finishSignIn, input, caller);
    await this.session.end(request, caller);
    const user = this.session.open(reply, opened);
    this.cookie.clearChallenge(reply, 'secondStep');
    return user;
  }

  @Calls(getSecondFactor)
  @DuringSetUp()
  @Get('user/second-factor')
  read(@CallerContext() caller: Caller) {
    return this.bus.call(getSecondFactor, {}, caller);
  }

  @Calls(beginAuthenticator)
  @DuringSetUp()
  @Post('user/authenticator')
  @HttpCode(200)
  begin(@CallerContext() caller: Caller) {
    return this.bus.call(beginAuthenticator, {}, caller);
  }

  @Calls(confirmAuthenticator)
  @DuringSetUp()
  @Post('user/authenticator/confirm')
  @HttpCode(200)
  async confirm(@Body() body: unknown, @CallerContext() caller: Caller, @Req() request: FastifyRequest) {
    const confirmed = await this.bus.forward(confirmAuthenticator, body, caller);
    this.session.check(request);
    return confirmed;
  }

  @Calls(removeAuthenticator)
  @Post('user/authenticator/remove')
  @HttpCode(200)
  remove(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(removeAuthenticator, body, caller);
  }

  @Calls(renewRecoveryCodes)
  @Post('user/recovery-codes')
  @HttpCode(200)
  renew(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(renewRecoveryCodes, body, caller);
  }

  @Calls(resetSecondFactor)
  @Allow('admin')
  @Post('users/:id/reset-second-factor')
  @HttpCode(200)
  reset(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(resetSecondFactor, { id }, caller);
  }

  @Calls(forgetBrowsers)
  @Post('user/remembered-browsers/forget')
  @HttpCode(200)
  forget(@CallerContext() caller: Caller) {
    return this.bus.call(forgetBrowsers, {}, caller);
  }

  @Calls(getSecondFactorRule)
  @Allow('admin')
  @Get('second-factor-rule')
  rule(@CallerContext() caller: Caller) {
    return this.bus.call(getSecondFactorRule, {}, caller);
  }

  @Calls(setSecondFactorRule)
  @Allow('admin')
  @Put('second-factor-rule')
  setRule(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(setSecondFactorRule, body, caller);
  }
}
