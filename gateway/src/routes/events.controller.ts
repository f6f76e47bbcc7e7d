import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { identityOf, type GatewayRequest } from '../http/requests/caller.js';
import { hashOfToken, SessionCache } from '../http/sessions/session-cache.js';
import { SessionCookie } from '../http/sessions/session-cookie.js';
import { EventStreams } from '../live/event-streams.js';

@Controller('api/events')
export class EventsController {
  constructor(
    private readonly streams: EventStreams,
    private readonly sessions: SessionCache,
    private readonly cookie: SessionCookie,
  ) {}

  @Get()
  open(
    @Req() request: GatewayRequest,
    @Res() reply: FastifyReply,
    @Headers('last-event-id') lastEventId?: string,
    @Query('after') after?: unknown,
  ): void {
    const { actor } = request.user!;
    const token = this.cookie.read(request)!;
    // A stream is open for hours, so it must not hold its request.
    const identity = identityOf(request);
    const isSignedIn = async () => (await this.sessions.find(token, false, identity)) !== null;
    this.streams.open(
      reply,
      { actor, tokenHash: hashOfToken(token), isSignedIn },
      lastEventId ?? (after === undefined ? after : String(after)),
    );
  }
}
