import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  finishPasskeySignIn,
  removePasskey,
  sessionUser,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Calls } from '../docs/calls.js';
import { GATEWAY_SETTINGS, type GatewaySettings } from '../gateway.config.js';
import { CallerContext, originOf } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { BrowserSession } from '../http/sessions/browser-session.js';
import { SessionCookie } from '../http/sessions/session-cookie.js';
import { DuringSetUp, Public } from '../http/sessions/session.guard.js';

const passkeyOptions = beginPasskeySignIn.output.shape.options;
const newPasskeyOptions = beginPasskey.output.shape.options;

@Controller('api')
export class PasskeysController {
  constructor(
    private readonly bus: GatewayBus,
    private readonly cookie: SessionCookie,
    private readonly session: BrowserSession,
    @Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  @Calls(beginPasskeySignIn, passkeyOptions)
  @Public()
  @Post('login/passkey/options')
  @HttpCode(200)
  async begin(
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { options, challenge } = await this.bus.call(beginPasskeySignIn, { site: this.siteOf(request) }, caller);
    this.cookie.setChallenge(reply, 'passkey', challenge);
    return options;
  }

  @Calls(finishPasskeySignIn, sessionUser)
  @Public()
  @Post('login/passkey')
  @HttpCode(200)
  async finish(
    @Body() body: object,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const input = {
      ...body,
      ...this.ceremonyOf(request),
      origin: originOf(request),
      devices: this.cookie.devices(request),
    };
    const opened = await this.bus.forward(finishPasskeySignIn, input, caller);
    await this.session.end(request, caller);
    const user = this.session.open(reply, opened);
    this.cookie.clearChallenge(reply, 'passkey');
    this.cookie.clearChallenge(reply, 'secondStep');
    return user;
  }

  @Calls(beginPasskey, newPasskeyOptions)
  @DuringSetUp()
  @Post('user/passkeys/options')
  @HttpCode(200)
  async beginNew(
    @Body() body: object,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const input = { ...body, site: this.siteOf(request) };
    const { options, challenge } = await this.bus.forward(beginPasskey, input, caller);
    this.cookie.setChallenge(reply, 'passkey', challenge);
    return options;
  }

  @Calls(addPasskey)
  @DuringSetUp()
  @Post('user/passkeys')
  async add(
    @Body() body: object,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const added = await this.bus.forward(addPasskey, { ...body, ...this.ceremonyOf(request) }, caller);
    this.session.check(request);
    this.cookie.clearChallenge(reply, 'passkey');
    return added;
  }

  @Calls(removePasskey)
  @Post('user/passkeys/:passkeyId/remove')
  @HttpCode(200)
  remove(@Param('passkeyId') passkeyId: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(removePasskey, { ...body, passkeyId }, caller);
  }

  private ceremonyOf(request: FastifyRequest) {
    return { challenge: this.cookie.challenge(request, 'passkey'), site: this.siteOf(request) };
  }

  /** Without PUBLIC_URL the host of the request, of which only own names got here. */
  private siteOf({ headers }: FastifyRequest): string {
    return new URL(this.settings.PUBLIC_URL ?? `http://${headers.host}`).origin;
  }
}
