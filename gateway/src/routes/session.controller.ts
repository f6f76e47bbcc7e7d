import {
  changeOwnPassword,
  done,
  endOtherSessions,
  endOwnSession,
  forgotPassword,
  listOwnSessions,
  register,
  resetForgottenPassword,
  setOwnTimeZone,
  setup,
  signIn,
  verifyResetToken,
  sessionUser,
  type SessionUser,
} from '@lead-finder/contracts';
import { AppError, forbidden, type Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Calls } from '../docs/calls.js';
import { LOOPBACK_ONLY } from '../gateway.config.js';
import { CallerContext, originOf, type GatewayRequest } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { BrowserSession } from '../http/sessions/browser-session.js';
import { SessionCache } from '../http/sessions/session-cache.js';
import { SessionCookie } from '../http/sessions/session-cookie.js';
import { DuringSetUp, Public, Scope } from '../http/sessions/session.guard.js';
import { EventStreams } from '../live/event-streams.js';

@Controller('api')
export class SessionController {
  constructor(
    private readonly bus: GatewayBus,
    private readonly browser: BrowserSession,
    private readonly cookie: SessionCookie,
    private readonly sessions: SessionCache,
    private readonly streams: EventStreams,
    @Inject(LOOPBACK_ONLY) private readonly loopbackOnly: boolean,
  ) {}

  /** The page reads it first, and its stream then begins after this event (docs/product/notifications.md#live-updates). */
  @DuringSetUp()
  @Scope('users:read')
  @Get('user')
  current(@Req() request: GatewayRequest, @Res({ passthrough: true }) reply: FastifyReply): SessionUser {
    void reply.header('x-last-event-id', this.streams.lastEventId);
    return request.user!.session.user;
  }

  @Calls(signIn, sessionUser)
  @Public()
  @Post('login')
  @HttpCode(200)
  async signIn(
    @Body() body: object,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const input = { ...body, origin: originOf(request), devices: this.cookie.devices(request) };
    const opened = await this.bus.forward(signIn, input, caller).catch((error: unknown) => {
      if (error instanceof AppError && error.details.challenge)
        this.cookie.setChallenge(reply, 'secondStep', error.details.challenge);
      throw error;
    });
    await this.browser.end(request, caller);
    return this.browser.open(reply, opened);
  }

  @Calls(register, sessionUser)
  @Public()
  @Post('register')
  async register(
    @Body() body: object,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Rejects with 403 before the form is validated.
    const { registrationOpen } = await this.setup(caller);
    if (!registrationOpen) throw forbidden('Registration is closed. Ask your manager for an account.');
    const input = { ...body, origin: originOf(request), loopbackOnly: this.loopbackOnly };
    return this.browser.open(reply, await this.bus.forward(register, input, caller));
  }

  @Public()
  @Post('logout')
  @HttpCode(200)
  async signOut(
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const ended = await this.browser.end(request, caller);
    this.cookie.clear(reply);
    return { message: 'You have been logged out successfully.', ...ended };
  }

  @Calls(setup)
  @Public()
  @Get('setup')
  setup(@CallerContext() caller: Caller) {
    return this.bus.call(setup, { loopbackOnly: this.loopbackOnly }, caller);
  }

  @Calls(forgotPassword)
  @Public()
  @Post('auth/forgot-password')
  @HttpCode(200)
  forgot(@Body() body: object, @CallerContext() caller: Caller, @Req() request: FastifyRequest) {
    return this.bus.forward(forgotPassword, { ...body, origin: originOf(request) }, caller);
  }

  @Calls(verifyResetToken)
  @Public()
  @Get('auth/verify-reset-token/:token')
  verify(@Param('token') token: string, @CallerContext() caller: Caller) {
    return this.bus.call(verifyResetToken, { token }, caller);
  }

  @Calls(resetForgottenPassword)
  @Public()
  @Post('auth/reset-password')
  @HttpCode(200)
  reset(@Body() body: object, @CallerContext() caller: Caller, @Req() request: FastifyRequest) {
    return this.bus.forward(resetForgottenPassword, { ...body, origin: originOf(request) }, caller);
  }

  @Calls(listOwnSessions)
  @Get('sessions')
  ownSessions(@CallerContext() caller: Caller) {
    return this.bus.call(listOwnSessions, {}, caller);
  }

  @Calls(endOtherSessions)
  @Post('sessions/end-others')
  @HttpCode(200)
  endOthers(@CallerContext() caller: Caller) {
    return this.bus.call(endOtherSessions, {}, caller);
  }

  @Calls(endOwnSession)
  @Delete('sessions/:sessionId')
  @HttpCode(204)
  async endOne(
    @Param('sessionId') sessionId: string,
    @CallerContext() caller: Caller,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.bus.call(endOwnSession, { sessionId }, caller);
    if (sessionId !== request.user!.actor.sessionId) return;
    this.sessions.forget(this.cookie.read(request));
    this.cookie.clear(reply);
  }

  @Calls(changeOwnPassword, done)
  @Post('user/change-password')
  @HttpCode(200)
  async changePassword(
    @Body() body: unknown,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { message, ...session } = await this.bus.forward(changeOwnPassword, body, caller);
    this.sessions.forget(this.cookie.read(request));
    this.browser.renew(reply, session);
    return { message };
  }

  @Calls(setOwnTimeZone)
  @Put('user/time-zone')
  async setTimeZone(@Body() body: unknown, @CallerContext() caller: Caller, @Req() request: FastifyRequest) {
    const user = await this.bus.forward(setOwnTimeZone, body, caller);
    this.sessions.forget(this.cookie.read(request));
    return user;
  }
}
