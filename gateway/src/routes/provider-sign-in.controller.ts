import {
  endProviderSessions,
  finishProviderSignIn,
  getProviderOfDomain,
  getSamlMetadata,
  listSignInProviders,
  receiveSamlResponse,
  startProviderSignIn,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext, originOf } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { BrowserSession } from '../http/sessions/browser-session.js';
import { SessionCookie } from '../http/sessions/session-cookie.js';
import { Public } from '../http/sessions/session.guard.js';

const address = z.object({ address: z.string() });

type Ended = { outcome: 'refused'; problem: string } | { outcome: 'tested'; providerId: number };
/** Returns where the browser goes without a session. */
const endOf = (ended: Ended) =>
  ended.outcome === 'refused' ? `/auth?problem=${ended.problem}` : `/sign-in/test/${ended.providerId}?done=1`;

/** Sign-in by identity providers (docs/product/sign-in.md#sign-in-by-a-provider). */
@Public()
@Controller('api/sign-in')
export class ProviderSignInController {
  constructor(
    private readonly bus: GatewayBus,
    private readonly cookie: SessionCookie,
    private readonly browser: BrowserSession,
  ) {}

  @Calls(listSignInProviders)
  @Get('providers')
  providers(@CallerContext() caller: Caller) {
    return this.bus.call(listSignInProviders, {}, caller);
  }

  @Calls(getProviderOfDomain)
  @Post('provider-of-domain')
  @HttpCode(200)
  ofDomain(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(getProviderOfDomain, body, caller);
  }

  /** A POST, so that no other site can begin a sign-in. */
  @Calls(startProviderSignIn, address)
  @Post(['oidc/:id/start', 'saml/:id/start'])
  @HttpCode(200)
  async start(
    @Param('id') id: string,
    @Body() body: object,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const input = { ...body, id, origin: originOf(request) };
    const started = await this.bus.forward(startProviderSignIn, input, caller);
    this.cookie.setChallenge(reply, 'provider', started.browserToken);
    return { address: started.address };
  }

  /** The provider sends the browser here. The answer is a redirect: to the page, to the sign-in page or to the test. */
  @Calls(finishProviderSignIn, { contentType: 'text/html' })
  @Get(['oidc/:id/callback', 'saml/:id/callback'])
  async callback(
    @Param('id') id: string,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [, query = ''] = request.url.split(/\?(.*)/s);
    const input = { id, query, browserToken: this.cookie.challenge(request, 'provider'), origin: originOf(request) };
    const finished = await this.bus.forward(finishProviderSignIn, input, caller);
    this.cookie.clearChallenge(reply, 'provider');
    if (finished.outcome !== 'signed in') return void reply.redirect(endOf(finished), 303);
    await this.browser.end(request, caller);
    this.browser.open(reply, finished);
    void reply.redirect(finished.returnTo, 303);
  }

  /**
   * The provider's page posts the response here. No cookie comes with a post from another site, so the browser goes on to
   * the callback by GET.
   */
  @Calls(receiveSamlResponse, { contentType: 'text/html' })
  @Post('saml/:id/acs')
  async receive(
    @Param('id') id: string,
    @Body() body: object,
    @CallerContext() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const input = { ...body, id, origin: originOf(request) };
    const received = await this.bus.forward(receiveSamlResponse, input, caller);
    if (received.outcome !== 'received') return void reply.redirect(endOf(received), 303);
    const query = new URLSearchParams({ state: received.state });
    void reply.redirect(`/api/sign-in/saml/${encodeURIComponent(id)}/callback?${String(query)}`, 303);
  }

  @Calls(getSamlMetadata, { contentType: 'application/samlmetadata+xml' })
  @Get('saml/:id/metadata')
  async metadata(@Param('id') id: string, @CallerContext() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const { xml } = await this.bus.forward(getSamlMetadata, { id }, caller);
    void reply.type('application/samlmetadata+xml').send(xml);
  }

  @Calls(endProviderSessions)
  @Post('oidc/:id/back-channel-logout')
  @HttpCode(200)
  endSessions(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(endProviderSessions, { ...body, id }, caller);
  }
}
