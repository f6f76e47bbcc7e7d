import {
  changeOwnPassword,
  done,
  endOtherSessions,
  endOwnSession,
  forgotPassword,
  listOwnSessions,
  register,
  resetForgottenPassword,
  setup,
  signIn,
  signOut,
  verifyResetToken,
  sessionUser,
  type OutputOf,
  type SessionUser,
} from '@lead-finder/contracts';
import { Bus, forbidden, type Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Calls } from '../docs/calls.js';
import { LOOPBACK_ONLY } from '../gateway.config.js';
import { CallerContext, originOf, type GatewayRequest } from '../http/requests/caller.js';
import { SessionCache } from '../http/sessions/session-cache.js';
import { SessionCookie } from '../http/sessions/session-cookie.js';
import { Public } from '../http/sessions/session.guard.js';

@Controller('api')
export class SessionController {
  constructor(
    private readonly bus: Bus,
    private readonly cookie: SessionCookie,
    private readonly sessions: SessionCache,
    @Inject(LOOPBACK_ONLY) private readonly loopbackOnly: boolean,
  ) {}

  @Get('user')
  current(@Req() request: GatewayRequest): SessionUser {
    return request.user!.session.user;
  }

  @Calls(signIn, sessionUser)
  @Public()
  @Post('login')
  @HttpCode(200)
  async signIn(
    @Body() body: object,
    @CallerContext() by: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const input = { ...body, origin: originOf(request), devices: this.cookie.devices(request) };
    const opened = await this.bus.call(signIn, input as never, by);
    await this.endPrevious(request, by);
    return this.opened(opened, reply);
  }

  @Calls(register, sessionUser)
  @Public()
  @Post('register')
  async register(
    @Body() body: object,
    @CallerContext() by: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Closed is closed, also for a form that would not pass.
    const { registrationOpen } = await this.setup(by);
    if (!registrationOpen) throw forbidden('Registration is closed. Ask your manager for an account.');
    return this.opened(
      await this.bus.call(
        register,
        { ...body, origin: originOf(request), loopbackOnly: this.loopbackOnly } as never,
        by,
      ),
      reply,
    );
  }

  @Public()
  @Post('logout')
  @HttpCode(200)
  async signOut(
    @CallerContext() by: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.endPrevious(request, by);
    this.cookie.clear(reply);
    return { message: 'You have been logged out successfully.' };
  }

  @Calls(setup)
  @Public()
  @Get('setup')
  setup(@CallerContext() by: Caller) {
    return this.bus.call(setup, { loopbackOnly: this.loopbackOnly }, by);
  }

  @Calls(forgotPassword)
  @Public()
  @Post('auth/forgot-password')
  @HttpCode(200)
  forgot(@Body() body: object, @CallerContext() by: Caller, @Req() request: FastifyRequest) {
    return this.bus.call(forgotPassword, { ...body, origin: originOf(request) } as never, by);
  }

  @Calls(verifyResetToken)
  @Public()
  @Get('auth/verify-reset-token/:token')
  verify(@Param('token') token: string, @CallerContext() by: Caller) {
    return this.bus.call(verifyResetToken, { token }, by);
  }

  @Calls(resetForgottenPassword)
  @Public()
  @Post('auth/reset-password')
  @HttpCode(200)
  reset(@Body() body: object, @CallerContext() by: Caller, @Req() request: FastifyRequest) {
    return this.bus.call(resetForgottenPassword, { ...body, origin: originOf(request) } as never, by);
  }

  @Calls(listOwnSessions)
  @Get('sessions')
  ownSessions(@CallerContext() by: Caller) {
    return this.bus.call(listOwnSessions, {}, by);
  }

  @Calls(endOtherSessions)
  @Post('sessions/end-others')
  @HttpCode(200)
  endOthers(@CallerContext() by: Caller) {
    return this.bus.call(endOtherSessions, {}, by);
  }

  @Calls(endOwnSession)
  @Delete('sessions/:sessionId')
  @HttpCode(204)
  async endOne(
    @Param('sessionId') sessionId: string,
    @CallerContext() by: Caller,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.bus.call(endOwnSession, { sessionId }, by);
    if (sessionId !== request.user!.actor.sessionId) return;
    this.sessions.forget(this.cookie.read(request)!);
    this.cookie.clear(reply);
  }

  @Calls(changeOwnPassword, done)
  @Post('user/change-password')
  @HttpCode(200)
  async changePassword(
    @Body() body: never,
    @CallerContext() by: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { message, ...session } = await this.bus.call(changeOwnPassword, body, by);
    this.sessions.forget(this.cookie.read(request)!);
    this.setCookies(session, reply);
    return { message };
  }

  private opened({ user, ...session }: OutputOf<typeof signIn>, reply: FastifyReply): SessionUser {
    this.setCookies(session, reply);
    return user;
  }

  private setCookies({ token, expiresAt, device }: Omit<OutputOf<typeof signIn>, 'user'>, reply: FastifyReply): void {
    this.cookie.set(reply, token, expiresAt);
    this.cookie.setDevice(reply, device);
  }

  /** A sign-in ends the session that the browser had before: a fixed token never becomes a signed-in one. */
  private async endPrevious(request: FastifyRequest, by: Caller): Promise<void> {
    const token = this.cookie.read(request);
    if (!token) return;
    this.sessions.forget(token);
    await this.bus.call(signOut, { token }, by);
  }
}
