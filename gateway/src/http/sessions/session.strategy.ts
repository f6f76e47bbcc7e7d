import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { identityOf } from '../requests/caller.js';
import { SessionCache, type SignedIn } from './session-cache.js';
import { SessionCookie } from './session-cookie.js';

/**
 * Requests that no person caused (polling, refetch after an event, prefetch) don't keep a session from idling out, nor
 * does the event stream, whose browser side can't send the header.
 */
const isUse = ({ method, headers, routeOptions }: FastifyRequest) =>
  method !== 'GET' || (headers['x-automatic'] !== '1' && routeOptions.url !== '/api/events');

/** Finds who is signed in by the session cookie; server-side sessions, so Passport keeps none of its own. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    private readonly sessions: SessionCache,
    private readonly cookie: SessionCookie,
  ) {
    super();
  }

  /** Who is known here to be signed in, without a question; undefined says nothing. */
  findCached(request: FastifyRequest): SignedIn | undefined {
    const token = this.cookie.read(request);
    const session = token && this.sessions.findCached(token, isUse(request));
    return session ? { actor: session.actor, session } : undefined;
  }

  async validate(request: FastifyRequest): Promise<SignedIn | false> {
    const token = this.cookie.read(request);
    if (!token) return false;
    const session = await this.sessions.find(token, isUse(request), identityOf(request));
    return session ? { actor: session.actor, session } : false;
  }
}
