import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { identityOf, type GatewayRequest } from '../http/requests/caller.js';
import { bearerOf, TokenCache } from '../http/sessions/api-token-access.js';
import { hashOfToken, SessionCache } from '../http/sessions/session-cache.js';
import { SessionCookie } from '../http/sessions/session-cookie.js';
import { Scope } from '../http/sessions/session.guard.js';
import { EventStreams } from '../live/event-streams.js';

@Controller('api/events')
export class EventsController {
  constructor(
    private readonly streams: EventStreams,
    private readonly sessions: SessionCache,
    private readonly cookie: SessionCookie,
    private readonly tokens: TokenCache,
  ) {}

  @Scope('leads:read')
  @Get()
  open(
    @Req() request: GatewayRequest,
    @Res() reply: FastifyReply,
    @Headers('last-event-id') lastEventId?: string,
    @Query('after') after?: unknown,
  ): void {
    const { actor } = request.user!;
    const bearer = bearerOf(request);
    const token = bearer ?? this.cookie.read(request)!;
    const sessions = bearer === undefined ? this.sessions : this.tokens;
    // A stream is open for hours, so it must not hold its request.
    const identity = identityOf(request);
    const isSignedIn = async () => (await sessions.find(token, false, identity)) !== null;
    this.streams.open(
      reply,
      { actor, tokenHash: hashOfToken(token), isSignedIn },
      lastEventId ?? (after === undefined ? after : String(after)),
    );
  }
}
